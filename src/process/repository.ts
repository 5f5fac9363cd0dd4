import { existsSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/**
 * Why no file is written to a relative path, as a clause: a folder on its way is a link, which a commit may hold, and it leads
 * out of the repository around `cwd`, or into its `.git`. Undefined for all else, for an absolute path, and for one that leaves
 * the repository as it is written: its user wants that.
 */
export function linkFlaw(path: string, cwd: string): string | undefined {
  if (isAbsolute(path)) return undefined;
  const here = realpathSync(cwd);
  const repository = ancestors(here).find((folder) => existsSync(join(folder, ".git")));
  const folder = dirname(resolve(here, path));
  if (repository === undefined || !isWithin(folder, repository)) return undefined;
  const real = realFolder(folder);
  const isInside = real === folder || (isWithin(real, repository) && !isWithin(real, join(repository, ".git")));
  return isInside ? undefined : `a folder of ${path} is a link that leads out of the repository, or into its .git`;
}

/** A folder with all links resolved; what of it does not exist yet stays as it is. */
function realFolder(folder: string): string {
  const existing = ancestors(folder).find((one) => existsSync(one)) ?? sep;
  return join(realpathSync(existing), relative(existing, folder));
}

function ancestors(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...ancestors(above)];
}

function isWithin(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
