import { type Git, gitIn, repositoryAround, StateError } from "../../state/index.ts";
import { committedBytes, editedFiles } from "./committed-files.ts";
import { readFleetLog } from "./fleet-log.ts";
import { fleetFolders, type GitPlace, KINDS, WORKBOOK_KINDS } from "./git-source.ts";
import { linesOfWorkbook } from "./workbook-patches.ts";

/** When a text left the fleet files and lists: the time of the commit, or of the reading where it is not committed yet. */
export interface GitDeparture {
  /** With its time zone. */
  readonly at: string;
  /** Absent where it is not committed yet. */
  readonly commit?: string;
}

const COMMIT = "\u0000";
const FIELD = "\u001f";
/** Longer histories are not looked at: days of departure would be missing, and the reader is told that they are not known. */
const LIMITS = { bytes: 256 * 1024 * 1024, milliseconds: 60_000 } as const;
/** A plate may be written with blanks: so many words in a row are taken for one. */
const MOST_WORDS = 3;

/**
 * For each word that left the fleet files or the lists beside them since a day (YYYY-MM-DD), in capitals and without separators,
 * when it left last. Words that came back, or moved within one commit, are not among them. Empty where git cannot say.
 */
export async function departuresInGit(
  files: readonly string[],
  since: string,
  now: string,
  { cwd, env }: GitPlace,
): Promise<ReadonlyMap<string, GitDeparture>> {
  const root = repositoryAround(cwd);
  const departures = new Map<string, GitDeparture>();
  if (root === undefined) return departures;
  const git = gitIn(cwd, env);
  const { folders, paths } = fleetFolders(files, root, cwd);
  const workbooks = fleetFolders(files, root, cwd, WORKBOOK_KINDS).paths;
  try {
    const uncommitted = await uncommittedPatch(folders, root, git);
    const { log, complaint, isCut } = await readFleetLog(git, {
      ...{ texts: paths, workbooks, limits: LIMITS },
      commits: [`--since=${since}T00:00:00Z`],
    });
    const decided = new Set<string>();
    note(uncommitted, () => ({ at: now }), departures, decided);
    if (complaint === undefined && !isCut) note(log, commitOf, departures, decided);
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
  }
  return departures;
}

// As a patch: the lines of one side that the other does not have.
async function uncommittedPatch(folders: readonly string[], root: string, git: Git): Promise<string> {
  const isList = (path: string): boolean =>
    [...KINDS, ...WORKBOOK_KINDS].some((kind) => path.toLowerCase().endsWith(`.${kind}`));
  const patches: string[] = [];
  for (const { path, id, bytes } of await editedFiles(folders, root, git, isList)) {
    const before = await linesOf(path, id === undefined ? undefined : await committedBytes(id, git));
    const after = await linesOf(path, bytes);
    const gone = [...before].filter((line) => !after.has(line)).map((line) => `-${line}`);
    const come = [...after].filter((line) => !before.has(line)).map((line) => `+${line}`);
    patches.push(["@@", ...gone, ...come].join("\n"));
  }
  return `\n${patches.join("\n")}`;
}

async function linesOf(path: string, bytes: Buffer | undefined): Promise<ReadonlySet<string>> {
  if (bytes === undefined) return new Set();
  if (!WORKBOOK_KINDS.some((kind) => path.toLowerCase().endsWith(`.${kind}`)))
    return new Set(bytes.toString("utf8").split("\n"));
  return new Set((await linesOfWorkbook(bytes))?.map(({ text }) => text));
}

function commitOf(header: string): GitDeparture {
  const [commit = "", , , at = ""] = header.split(FIELD);
  return { at, commit };
}

// The newest change of a word decides.
function note(
  text: string,
  departureOf: (header: string) => GitDeparture,
  departures: Map<string, GitDeparture>,
  decided: Set<string>,
): void {
  const patches = text.startsWith(COMMIT) ? text.split(COMMIT).slice(1) : [text];
  for (const patch of patches) {
    const end = patch.indexOf("\n");
    const departure = departureOf(patch.slice(0, end < 0 ? patch.length : end));
    const { gone, come } = wordsOf(patch);
    for (const word of gone) if (!come.has(word) && !decided.has(word)) departures.set(word, departure);
    for (const word of [...gone, ...come]) if (gone.has(word) !== come.has(word)) decided.add(word);
  }
}

function wordsOf(patch: string): { readonly gone: Set<string>; readonly come: Set<string> } {
  const sides = { gone: new Set<string>(), come: new Set<string>() };
  let inHunk = false;
  for (const line of patch.split("\n")) {
    if (line.startsWith("diff --git ")) inHunk = false;
    else if (line.startsWith("@@")) inHunk = true;
    else if (inHunk && line.startsWith("-")) addWords(sides.gone, line.slice(1));
    else if (inHunk && line.startsWith("+")) addWords(sides.come, line.slice(1));
  }
  return sides;
}

// A car that is commented out has left.
function addWords(words: Set<string>, line: string): void {
  const parts = line.replace(/(?:^|\s)#.*$/, "").split(/[\s,;:{}[\]"'|]+/);
  const solid = parts.flatMap(
    (part) =>
      part
        .normalize("NFC")
        .toUpperCase()
        .replace(/[.\-·]/gu, "") || [],
  );
  for (let from = 0; from < solid.length; from += 1) {
    for (let to = from + 1; to <= Math.min(from + MOST_WORDS, solid.length); to += 1)
      words.add(solid.slice(from, to).join(""));
  }
}
