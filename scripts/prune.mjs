// Removes what no entry of the package reaches: the programs are bundled, so most compiled files are the library's alone.
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const kept = new Set([join(dist, "THIRD-PARTY-LICENSES.txt")]);

function keep(file) {
  // Comments of bundled packages hold imports of files that are not there.
  if (kept.has(file) || !existsSync(file)) return;
  kept.add(file);
  const imports = /(?:from\s*|import\s*\(?\s*)"(\.[^"]+\.(?:js|ts))"/g;
  for (const [, path] of readFileSync(file, "utf8").matchAll(imports)) {
    const target = join(dirname(file), path);
    keep(file.endsWith(".d.ts") ? target.replace(/\.[jt]s$/, ".d.ts") : target);
  }
}

for (const entry of ["cli/main.js", "github-action/main.js", "index.js", "index.d.ts"]) keep(join(dist, entry));
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !kept.has(path)) rmSync(path);
}
const folders = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
const paths = folders.map((entry) => join(entry.parentPath, entry.name)).sort((a, b) => b.length - a.length);
for (const path of paths) if (readdirSync(path).length === 0) rmdirSync(path);
