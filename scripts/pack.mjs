import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Packs the package, as it was built last, into a folder that holds no other tarball; gives the tarball's path. */
export function packInto(folder) {
  // Without scripts: a build would replace `dist` under whoever runs it.
  const args = ["pack", "--ignore-scripts", "--offline", "--silent", "--pack-destination", folder];
  execFileSync("npm", args, { cwd: ROOT, stdio: "ignore", shell: process.platform === "win32" });
  const name = readdirSync(folder).find((one) => one.endsWith(".tgz"));
  if (name === undefined) throw new Error("npm pack made no tarball");
  return join(folder, name);
}
