import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Git } from "../../state/index.ts";

const SHA1_DIGITS = 40;

/** A file of the newest commit that the work tree has otherwise, or no more. */
export interface EditedFile {
  /** From the top of the repository. */
  readonly path: string;
  /** What the newest commit has; undefined for a file that it does not have. */
  readonly id: string | undefined;
  /** What the work tree has; undefined for a file that is gone. */
  readonly bytes: Buffer | undefined;
}

/**
 * The files that are not as the newest commit has them, among those paths and, where `isOfInterest` is given, everything below
 * them that it wants. Not by git's own comparison: that runs the filters that attributes name.
 */
export async function editedFiles(
  paths: readonly string[],
  root: string,
  git: Git,
  isOfInterest?: (path: string) => boolean,
): Promise<readonly EditedFile[]> {
  const { stdout } = await git(["ls-tree", "-r", "-z", "--full-tree", "HEAD", "--", ...paths]);
  const rows = stdout
    .toString("utf8")
    .split("\0")
    .map((row) => [row.slice(row.indexOf("\t") + 1), row.slice(0, row.indexOf("\t")).split(" ")[2] ?? ""] as const);
  const committed = new Map(rows.filter(([path]) => isOfInterest?.(path) ?? true));
  const judged = await Promise.all(
    (isOfInterest ? [...committed.keys()] : paths).map(async (path): Promise<EditedFile[]> => {
      const id = committed.get(path);
      const bytes = await readFile(resolve(root, path)).catch(() => undefined);
      return id !== undefined && bytes && id === blobId(bytes, id.length) ? [] : [{ path, id, bytes }];
    }),
  );
  return judged.flat();
}

/** The content of a file by its id; undefined where git does not have it. */
export async function committedBytes(id: string, git: Git): Promise<Buffer | undefined> {
  const { code, stdout } = await git(["cat-file", "blob", id]);
  return code === 0 ? stdout : undefined;
}

function blobId(bytes: Buffer, digits: number): string {
  const hash = createHash(digits === SHA1_DIGITS ? "sha1" : "sha256");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
