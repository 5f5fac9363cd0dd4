// Shared by the scripts that change a copy of the sources and run its tests.
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

const COPIED = [
  "src",
  "test",
  "scripts",
  "docs",
  "examples",
  "package.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "vitest.config.ts",
];

/** Copies what the tests need, and gives the folder, which goes when the process ends. */
export function copyProject(prefix) {
  const copy = mkdtempSync(join(tmpdir(), prefix));
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** A filter of vitest is a prefix: `test/plan` is that of `test/planted`, too. */
export function filterOf(path) {
  return path.endsWith(".ts") ? path : `${path}/`;
}
