import { readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Removes from `dist` what none of `entries` reaches: the programs are bundled, so most compiled files are the library's
 * alone. The bundler names its files itself; the compiler's files are followed by their imports.
 */
export function prune(dist, entries) {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true });
  const compiled = new Set(files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name)));
  const kept = new Set(entries.map((entry) => join(dist, entry)));
  for (const file of kept) for (const imported of importsOf(file)) if (compiled.has(imported)) kept.add(imported);
  for (const file of compiled) if (!kept.has(file)) rmSync(file);
  const folders = files.filter((file) => file.isDirectory()).map((folder) => join(folder.parentPath, folder.name));
  for (const folder of folders.reverse()) if (readdirSync(folder).length === 0) rmdirSync(folder);
}

function importsOf(file) {
  const imports = /(?:from\s*|import\s*\(?\s*)"(\.[^"]+\.(?:js|ts))"/g;
  return [...readFileSync(file, "utf8").matchAll(imports)].map(([, path]) => {
    const target = join(dirname(file), path);
    return file.endsWith(".d.ts") ? target.replace(/\.[jt]s$/, ".d.ts") : target;
  });
}
