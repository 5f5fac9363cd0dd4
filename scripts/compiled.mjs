// Compiles a program of the tests, and what it imports, with the sources; Node 20 runs no TypeScript.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Compiles `main`, a path from the root, into a folder; gives the path of what is to be run. Ends the process on errors. */
export function compiled(main, out) {
  const modules = join(ROOT, "node_modules");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const compilerOptions = {
    noEmit: false,
    noCheck: true,
    rootDir: ROOT,
    outDir: join(out, "js"),
    typeRoots: [join(modules, "@types")],
  };
  const config = { extends: join(ROOT, "tsconfig.json"), compilerOptions, files: [join(ROOT, main)], include: [] };
  writeFileSync(join(out, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(out, "package.json"), JSON.stringify({ type: "module" }));
  if (!existsSync(join(out, "node_modules"))) symlinkSync(modules, join(out, "node_modules"));
  const tsc = spawnSync(
    process.execPath,
    [join(modules, "typescript", "bin", "tsc"), "-p", join(out, "tsconfig.json")],
    { stdio: "inherit" },
  );
  if (tsc.status !== 0) process.exit(1);
  // The sources read their version there.
  copyFileSync(join(ROOT, "package.json"), join(out, "js", "package.json"));
  // Tables of tests stand in data files beside them.
  const made = readdirSync(join(out, "js", "test"), { recursive: true, encoding: "utf8" });
  for (const folder of new Set(made.filter((name) => name.endsWith(".js")).map((name) => join("test", dirname(name)))))
    for (const name of readdirSync(join(ROOT, folder)).filter((one) => /\.(?:yaml|json|txt|csv)$/.test(one)))
      copyFileSync(join(ROOT, folder, name), join(out, "js", folder, name));
  return join(out, "js", main.replace(/\.ts$/, ".js"));
}

/** Compiles into the cache and runs there; gives the exit code. */
export function runCompiled(main, args) {
  const name = relative("test", dirname(main));
  const script = compiled(main, join(ROOT, "node_modules", ".cache", `platectl-${name}`));
  return spawnSync(process.execPath, [script, ...args], { stdio: "inherit" }).status ?? 1;
}
