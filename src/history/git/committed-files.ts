import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Git } from "../../state/index.ts";

const SHA1_DIGITS = 40;

/**
 * Those of the files, by their paths from the top of the repository, that the work tree has otherwise than the newest commit, or
 * no more. Not by git's own comparison: that runs the filters that attributes name.
 */
export async function editedFiles(paths: readonly string[], root: string, git: Git): Promise<readonly string[]> {
  const { stdout } = await git(["ls-tree", "-r", "-z", "--full-tree", "HEAD", "--", ...paths]);
  const committed = new Map(
    stdout
      .toString("utf8")
      .split("\0")
      .map((row) => [row.slice(row.indexOf("\t") + 1), row.slice(0, row.indexOf("\t")).split(" ")[2] ?? ""] as const),
  );
  const judged = await Promise.all(
    paths.map(async (path) => {
      const id = committed.get(path);
      const bytes = await readFile(resolve(root, path)).catch(() => undefined);
      return id !== undefined && bytes && id === blobId(bytes, id.length) ? [] : [path];
    }),
  );
  return judged.flat();
}

function blobId(bytes: Buffer, digits: number): string {
  const hash = createHash(digits === SHA1_DIGITS ? "sha1" : "sha256");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
