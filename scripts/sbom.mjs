// Writes what the published programs consist of, as CycloneDX and as SPDX: node scripts/sbom.mjs FOLDER
// npm leaves out a package that development needs as well (yaml, zod), so it is given a lock file without development. The driver
// for PostgreSQL is listed too: the executable and the container hold it, and users of the package may install it.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FORMATS = { cyclonedx: "platectl.cdx.json", spdx: "platectl.spdx.json" };
const read = (name) => JSON.parse(readFileSync(join(ROOT, name), "utf8"));

const [target = "."] = process.argv.slice(2);
mkdirSync(target, { recursive: true });
const temporary = mkdtempSync(join(tmpdir(), "platectl-sbom-"));
try {
  // npm names the component after its folder.
  const folder = join(temporary, "platectl");
  mkdirSync(folder);
  const { devDependencies, peerDependencies, peerDependenciesMeta, scripts, ...manifest } = read("package.json");
  const { name, version, lockfileVersion, packages } = read("package-lock.json");
  const dependencies = { ...manifest.dependencies, pg: packages["node_modules/pg"].version };
  const needed = [...below(packages, "", dependencies)].sort();
  const published = Object.fromEntries(
    needed.map((path) => [path, { ...packages[path], dev: undefined, peer: undefined }]),
  );
  const own = { ...manifest, dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(own));
  const lock = { name, version, lockfileVersion, requires: true, packages: { "": own, ...published } };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  for (const [format, file] of Object.entries(FORMATS)) {
    const args = ["sbom", "--package-lock-only", "--sbom-format", format, "--sbom-type", "application"];
    writeFileSync(
      resolve(target, file),
      execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] }),
    );
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

/** The lock file's paths of all packages that these need, at any depth. */
function below(packages, from, dependencies, found = new Set()) {
  for (const name of Object.keys(dependencies)) {
    const path = installed(packages, from, name);
    if (path === undefined || found.has(path)) continue;
    found.add(path);
    const { dependencies: own = {}, optionalDependencies = {} } = packages[path];
    below(packages, path, { ...own, ...optionalDependencies }, found);
  }
  return found;
}

/** Where Node finds a package from there: beside it, or further out. */
function installed(packages, from, name) {
  const at = from === "" ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (packages[at] !== undefined) return at;
  return from === ""
    ? undefined
    : installed(packages, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))), name);
}
