import type { Git, GitLimits } from "../../state/index.ts";

/** What commits did to the rows of workbooks, as git would print it of text files. */
export interface WorkbookPatches {
  /** By commit. */
  readonly byCommit: ReadonlyMap<string, { readonly header: string; readonly patch: string }>;
  /** Not all versions were read. */
  readonly isCut: boolean;
}

/** One version of a workbook that took the place of another; an id of zeros stands for none. */
interface Replacement {
  readonly before: string;
  readonly after: string;
  readonly path: string;
  /** The path before; the same where it was not renamed. */
  readonly former: string;
}

/** So many versions are kept at once. */
const MOST_KEPT = 8;

type Lines = readonly { readonly line: number; readonly text: string }[];

/**
 * Compares the rows of the committed versions of workbooks, newest first, until `limits` are reached: bytes of files, and time.
 * `log` is the beginning of the command that names the commits.
 */
export async function workbookPatches(
  git: Git,
  log: readonly string[],
  pathspecs: readonly string[],
  limits: GitLimits,
): Promise<WorkbookPatches> {
  const end = performance.now() + limits.milliseconds;
  const raw = ["--raw", "--no-abbrev", "-M", "-m", "--first-parent", "--no-show-signature"];
  const { stdout, isCut = false } = await git([...log, ...raw, "--", ...pathspecs], { limits });
  const byCommit = new Map<string, { header: string; patch: string }>();
  let isWhole = !isCut;
  const reader = new VersionReader(git, limits.bytes);
  for (const text of stdout.toString("utf8").split("\u0000").slice(1)) {
    const [header = "", ...rows] = text.split("\n");
    const patches: string[] = [];
    for (const replacement of rows.flatMap(replacementIn)) {
      if (performance.now() > end || reader.isSpent) return { byCommit, isCut: true };
      const [before, after] = [await reader.lines(replacement.before), await reader.lines(replacement.after)];
      if (before && after) patches.push(headerOf(replacement) + rowsOf(before, after));
      else isWhole = false;
    }
    byCommit.set(header.split("\u001f")[0] ?? "", { header, patch: patches.join("") });
  }
  // A history in which no workbook was found in time is taken to have none.
  return { byCommit, isCut: !isWhole && byCommit.size > 0 };
}

function headerOf({ before, path, former }: Replacement): string {
  if (/^0+$/.test(before)) return ` create mode 100644 ${path}\n--- /dev/null\n+++ b/${path}\n`;
  const renamed = former === path ? "" : `rename from ${former}\nrename to ${path}\n`;
  return `${renamed}--- a/${former}\n+++ b/${path}\n`;
}

// The rows that went and came between two versions, in whatever order they stand, without context.
function rowsOf(before: Lines, after: Lines): string {
  const counts = new Map<string, number>();
  for (const { text } of after) counts.set(text, (counts.get(text) ?? 0) + 1);
  const isKept = ({ text }: Lines[number]) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left > 0;
  };
  const gone = before.filter((row) => !isKept(row));
  const come = after.toReversed().filter(({ text }) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left > 0;
  });
  const hunks = [
    ...gone.map(({ line, text }) => `@@ -${line} +${line},0 @@\n-${text}\n`),
    ...come.toReversed().map(({ line, text }) => `@@ -${line},0 +${line} @@\n+${text}\n`),
  ];
  return hunks.join("");
}

// Most fleets have no workbook.
async function linesOfWorkbook(bytes: Uint8Array): Promise<Lines | undefined> {
  const { workbookLines } = await import("./workbook-lines.ts");
  return workbookLines(bytes);
}

// `:100644 100644 OLD NEW M<tab>path`; of a renamed file both names.
function replacementIn(row: string): Replacement[] {
  const [, before, after, names] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) \w+\t(.*)$/.exec(row) ?? [];
  const [former, path = former] = names?.split("\t").map((name) => name.replace(/^"(.*)"$/, "$1")) ?? [];
  if (before === undefined || after === undefined || path === undefined || former === undefined) return [];
  return before === after && former === path ? [] : [{ before, after, path, former }];
}

/** Each version is the newer one of one comparison and the older one of the next. */
class VersionReader {
  readonly #git: Git;
  readonly #known = new Map<string, Lines | undefined>();
  #bytesLeft: number;

  constructor(git: Git, bytes: number) {
    this.#git = git;
    this.#bytesLeft = bytes;
  }

  get isSpent(): boolean {
    return this.#bytesLeft <= 0;
  }

  async lines(id: string): Promise<Lines | undefined> {
    if (/^0+$/.test(id)) return [];
    if (this.#known.has(id)) return this.#known.get(id);
    const { code, stdout } = await this.#git(["cat-file", "blob", id]);
    this.#bytesLeft -= stdout.length;
    const lines = code === 0 ? await linesOfWorkbook(stdout) : undefined;
    // Two workbooks may change in turn; older versions are not asked for again.
    if (this.#known.size > MOST_KEPT) this.#known.clear();
    this.#known.set(id, lines);
    return lines;
  }
}
