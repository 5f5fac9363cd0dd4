import { workbookLines } from "../../schema/index.ts";
import type { Git, GitLimits } from "../../state/index.ts";
import { type FileChange, isWorkbook } from "./git-source.ts";

/** A row that a commit took away or wrote. */
export interface ChangedRow {
  /** From the top of the repository. */
  readonly file: string;
  readonly isGone: boolean;
  readonly text: string;
  /** Where it was, or is, from 1. */
  readonly line: number;
}

/** So many versions are kept at once. */
const MOST_KEPT = 8;

type Lines = readonly Pick<ChangedRow, "line" | "text">[];

/** Compares the rows of the versions of workbooks, newest first, until `limits` are reached: bytes of files, and time. */
export async function changedRows(
  git: Git,
  commits: readonly { readonly commit: string; readonly files: readonly FileChange[] }[],
  { bytes, milliseconds }: GitLimits,
): Promise<{ readonly rows: ReadonlyMap<string, readonly ChangedRow[]>; readonly isCut: boolean }> {
  const end = performance.now() + milliseconds;
  const reader = new VersionReader(git, bytes);
  const rows = new Map<string, readonly ChangedRow[]>();
  let isCut = false;
  for (const { commit, files } of commits) {
    const own: ChangedRow[] = [];
    for (const { before, after, path: file } of files) {
      if (!isWorkbook(file) || before === after) continue;
      if (performance.now() > end || reader.bytesLeft <= 0) return { rows, isCut: true };
      const [old, young] = [await reader.lines(before), await reader.lines(after)];
      if (old && young) {
        for (const row of rowsWithout(old, young)) own.push({ ...row, file, isGone: true });
        for (const row of rowsWithout(young, old)) own.push({ ...row, file, isGone: false });
      } else isCut = true;
    }
    if (own.length > 0) rows.set(commit, own);
  }
  return { rows, isCut };
}

// In whatever order the rows stand.
function rowsWithout(rows: Lines, others: Lines): Lines {
  const counts = new Map<string, number>();
  for (const { text } of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return rows.filter(({ text }) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
}

/** Each version is the newer one of one comparison and the older one of the next. */
class VersionReader {
  readonly #git: Git;
  readonly #known = new Map<string, Lines | undefined>();
  bytesLeft: number;

  constructor(git: Git, bytes: number) {
    this.#git = git;
    this.bytesLeft = bytes;
  }

  async lines(id: string): Promise<Lines | undefined> {
    if (/^0+$/.test(id)) return [];
    if (this.#known.has(id)) return this.#known.get(id);
    const { code, stdout } = await this.#git(["cat-file", "blob", id]);
    this.bytesLeft -= stdout.length;
    const lines = code === 0 ? await workbookLines(stdout) : undefined;
    // Two workbooks may change in turn; older versions are not asked for again.
    if (this.#known.size > MOST_KEPT) this.#known.clear();
    this.#known.set(id, lines);
    return lines;
  }
}
