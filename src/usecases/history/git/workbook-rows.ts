import { countUp } from "../../../run/collections.ts";
import type { Git, GitLimits } from "../../../state/index.ts";
import { workbookLines } from "../../../tables/index.ts";
import type { LogCommit } from "./commits.ts";

/** A line of a text file, or a row of a workbook, that a commit took away or wrote. */
export interface ChangedLine {
  /** From the top of the repository. */
  readonly file: string;
  readonly isGone: boolean;
  readonly text: string;
  /** Where it was, or is, from 1. */
  readonly line: number;
  /** Lines of one place in a text file have the same number. */
  readonly hunk: number;
}

/** This many versions are kept at once. */
const MOST_KEPT = 8;

type Lines = readonly Pick<ChangedLine, "line" | "text">[];

/** Compares the rows of the versions of workbooks, newest first, until `limits` are reached: bytes of files, and time. */
export async function changedRows(
  git: Git,
  commits: readonly LogCommit[],
  { bytes, milliseconds }: GitLimits,
): Promise<{ readonly rows: ReadonlyMap<string, readonly ChangedLine[]>; readonly isCut: boolean }> {
  const end = performance.now() + milliseconds;
  let bytesLeft = bytes;
  // Each version is the newer one of one comparison and the older one of the next.
  const known = new Map<string, Lines | undefined>();
  const linesOf = async (id: string): Promise<Lines | undefined> => {
    if (/^0+$/.test(id)) return [];
    if (known.has(id)) return known.get(id);
    const { code, stdout } = await git(["cat-file", "blob", id]);
    bytesLeft -= stdout.length;
    const lines = code === 0 ? await workbookLines(stdout) : undefined;
    // Two workbooks may change in turn; older versions are not asked for again.
    if (known.size > MOST_KEPT) known.clear();
    known.set(id, lines);
    return lines;
  };
  const rows = new Map<string, readonly ChangedLine[]>();
  let isCut = false;
  const compared = commits.flatMap(({ commit, changes }) => changes.map((change) => ({ commit, ...change })));
  for (const { commit, before, after, path: file } of compared) {
    if (!/\.xlsx$/i.test(file) || before === after) continue;
    if (performance.now() > end || bytesLeft <= 0) return { rows, isCut: true };
    const [old, young] = [await linesOf(before), await linesOf(after)];
    if (!old || !young) {
      isCut = true;
      continue;
    }
    const gone = rowsWithout(old, young).map((row) => ({ ...row, file, isGone: true, hunk: 0 }));
    const come = rowsWithout(young, old).map((row) => ({ ...row, file, isGone: false, hunk: 0 }));
    rows.set(commit, [...(rows.get(commit) ?? []), ...gone, ...come]);
  }
  return { rows, isCut };
}

// In whatever order the rows are.
function rowsWithout(rows: Lines, others: Lines): Lines {
  const counts = new Map<string, number>();
  for (const { text } of others) countUp(counts, text);
  return rows.filter(({ text }) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
}
