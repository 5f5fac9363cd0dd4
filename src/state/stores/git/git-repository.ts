import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

// A file of its own: every command looks for the repository at its start, and help loads nothing else of the state.

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
