import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
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

/** A folder and all above it, the innermost first. */
export function ancestors(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...ancestors(above)];
}

/** Whether one path without links is the other, or below it. */
export function isWithin(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

/**
 * The folder of the repository around a folder: the nearest one upwards that holds `.git`, as a folder, or as the file
 * that worktrees and submodules have. Undefined when there is none.
 *
 * Git itself would first look whether a folder is a bare repository, which takes no more than a few files that anyone
 * can commit, and obey the settings in there. A `.git` cannot be committed.
 */
export function repositoryAround(folder: string): string | undefined {
  if (isRepositoryMark(join(folder, ".git"))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryAround(above);
}

// Git passes over an empty folder of that name, too.
function isRepositoryMark(path: string): boolean {
  try {
    return statSync(path).isDirectory()
      ? statSync(join(path, "HEAD"), { throwIfNoEntry: false }) !== undefined
      : readFileSync(path, "utf8").startsWith("gitdir:");
  } catch {
    return false;
  }
}
