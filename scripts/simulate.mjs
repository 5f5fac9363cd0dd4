// npm run simulate -- [--seed N] [--runs N] [--profile NAME] [--jobs N]
// Compiles the simulation beside the installed packages and runs it on worker threads.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const out = join(root, "node_modules", ".cache", "platectl-simulation");

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const config = {
  extends: join(root, "tsconfig.json"),
  compilerOptions: {
    noEmit: false,
    noCheck: true,
    rootDir: root,
    outDir: join(out, "js"),
    typeRoots: [join(root, "node_modules", "@types")],
  },
  files: [join(root, "test", "simulation", "main.ts")],
  include: [],
};
writeFileSync(join(out, "tsconfig.json"), JSON.stringify(config));
writeFileSync(join(out, "package.json"), JSON.stringify({ type: "module" }));
const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
const compiled = spawnSync(process.execPath, [compiler, "-p", join(out, "tsconfig.json")], { stdio: "inherit" });
if (compiled.status !== 0) process.exit(1);
const main = join(out, "js", "test", "simulation", "main.js");
process.exitCode = spawnSync(process.execPath, [main, ...process.argv.slice(2)], { stdio: "inherit" }).status ?? 1;
