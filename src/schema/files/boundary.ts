import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, sep } from "node:path";

/** Gives, for a folder as it was named, the folder that files named in it may not lead out of, links resolved. */
export type BoundaryOf = (folder: string) => Promise<string>;

/** A file's path with all links resolved, or why it is not read. */
type Resolved =
  | { readonly kind: "real"; readonly real: string }
  | { readonly kind: "outside" }
  | { readonly kind: "in-git-folder" };

/**
 * The boundary is the nearest repository around the folder, else the folder itself: a link in a pull request must not make
 * a message show another file of the machine (S24). Each folder is resolved once.
 */
export function repositoryBoundary(): BoundaryOf {
  const known = new Map<string, Promise<string>>();
  return (folder) => {
    const boundary = known.get(folder) ?? repositoryAround(folder);
    known.set(folder, boundary);
    return boundary;
  };
}

/**
 * Resolves the links of a path and says whether it may be read.
 * @throws what `realpath` throws, when the file does not exist.
 */
export async function resolveWithin(path: string, boundary: string): Promise<Resolved> {
  const real = await realpath(path);
  if (isInGitFolder(real) || isInGitFolder(path)) return { kind: "in-git-folder" };
  return isWithin(real, boundary) ? { kind: "real", real } : { kind: "outside" };
}

/** Whether a path goes through a folder or file named `.git`, in any case of letters, as file systems may ignore it. */
export function isInGitFolder(path: string): boolean {
  return path.split(/[\\/]/).some((name) => name.toLowerCase() === ".git");
}

/** Whether one path without links is the other, or below it. */
export function isWithin(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

// From the outside in: once inside a repository, a link that leads out of it is not followed to another repository.
async function repositoryAround(folder: string): Promise<string> {
  let boundary: string | undefined;
  for (const ancestor of withAncestors(folder).reverse()) {
    const real = await realpath(ancestor);
    if (boundary !== undefined && !isWithin(real, boundary)) break;
    if (await exists(`${real}${sep}.git`)) boundary = real;
  }
  return boundary ?? realpath(folder);
}

function withAncestors(folder: string): string[] {
  const ancestors = [folder];
  for (let inner = folder, outer = dirname(folder); outer !== inner; inner = outer, outer = dirname(outer)) {
    ancestors.push(outer);
  }
  return ancestors;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
