// npm run simulate -- [--seed N] [--runs N] [--profile NAME] [--jobs N]
// Compiles the simulation into node_modules/.cache (or `--out FOLDER`) and runs it on worker threads.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const args = process.argv.slice(2);
const at = args.indexOf("--out");
const [, folder] = at < 0 ? [] : args.splice(at, 2);
const out = folder ?? join(root, "node_modules", ".cache", "platectl-simulation");
const modules = join(root, "node_modules");

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const compilerOptions = {
  noEmit: false,
  noCheck: true,
  rootDir: root,
  outDir: join(out, "js"),
  typeRoots: [join(modules, "@types")],
};
const files = [join(root, "test", "simulation", "main.ts")];
const config = { extends: join(root, "tsconfig.json"), compilerOptions, files, include: [] };
writeFileSync(join(out, "tsconfig.json"), JSON.stringify(config));
writeFileSync(join(out, "package.json"), JSON.stringify({ type: "module" }));
if (!existsSync(join(out, "node_modules"))) symlinkSync(modules, join(out, "node_modules"));

const inherit = { stdio: "inherit" };
const compiled = spawnSync(
  process.execPath,
  [join(modules, "typescript", "bin", "tsc"), "-p", join(out, "tsconfig.json")],
  inherit,
);
if (compiled.status !== 0) process.exit(1);
const main = join(out, "js", "test", "simulation", "main.js");
process.exitCode = spawnSync(process.execPath, [main, ...args], inherit).status ?? 1;
