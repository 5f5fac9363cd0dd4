import type { PlateKey, PlateRules } from "../../allowlist/index.ts";
import type { Git, GitLimits } from "../../state/index.ts";
import { PLAIN_PATCHES } from "./git-source.ts";
import { platesInLine } from "./plates-in-line.ts";
import { workbookPatches } from "./workbook-patches.ts";

/** A commit of the log. */
export interface LogCommit {
  readonly commit: string;
  /** UTC. */
  readonly at: string;
  /** The same with the time zone of who committed. */
  readonly writtenAt: string;
  readonly author: string;
  readonly subject: string;
  /** It has no parents: in a shallow clone it seems to have written every line. */
  readonly isRoot: boolean;
}

/** What a commit did to the lines of one car in one file. */
export interface PlateEvent extends LogCommit {
  /** From the top of the repository. */
  readonly file: string;
  /** `moved`: to another part of the fleet file, as it was. */
  readonly change: "gained" | "lost" | "changed" | "moved";
  /** Where the line was that it took away or changed, from 1; undefined when there was none. */
  readonly removedLine: number | undefined;
}

/** Which part of the history is read. */
export interface LogWish {
  /** Pathspecs of text files and of workbooks. */
  readonly texts: readonly string[];
  readonly workbooks: readonly string[];
  /** Which commits: options of `git log`; `search` holds for text files alone. */
  readonly commits?: readonly string[];
  readonly search?: readonly string[];
  readonly limits: GitLimits;
}

/** The log with patches that have no context lines, newest first. */
export interface FleetLog {
  readonly log: string;
  /** Why there is no log; undefined when there is one. */
  readonly complaint: string | undefined;
  /** Older commits, or other versions of a workbook, were not read. */
  readonly isCut: boolean;
}

const FLEET_FILE = /\.ya?ml$/i;
const NUL = "\u0000";
const FIELD = "\u001f";
const LONGEST_AUTHOR = 100;
/** How `git log` is asked to print a commit. A line of a file never starts with NUL. */
const FORMAT = `--format=%x00${["%H", "%ct", "%P", "%cI", "%an", "%s"].join("%x1f")}`;
/** Nor have settings a say in how a patch looks. */
const PLAIN = [...PLAIN_PATCHES, "--no-relative", "--src-prefix=a/", "--dst-prefix=b/", "--encoding=UTF-8"];
const LOG = ["-c", "log.showRoot=true", "-c", "core.quotePath=false", "log", FORMAT];

/** Reads what commits did to text files and to the rows of workbooks. Rejects with a `StateError` when git cannot run. */
export async function readFleetLog(
  git: Git,
  { texts, workbooks, commits = [], search = [], limits }: LogWish,
): Promise<FleetLog> {
  const [text, books] = await Promise.all([
    git([...LOG, ...commits, ...search, ...PLAIN, "--", ...texts], { limits }),
    workbookPatches(git, [...LOG, ...commits], workbooks, limits),
  ]);
  const complaint = text.code === 0 ? undefined : text.complaint || `it ended with ${text.code}`;
  const log = withWorkbooks(text.stdout.toString("utf8"), books.byCommit);
  return { log, complaint, isCut: text.isCut === true || books.isCut };
}

// Both parts come newest first; commits that changed workbooks alone are put in by their times.
function withWorkbooks(log: string, books: Awaited<ReturnType<typeof workbookPatches>>["byCommit"]): string {
  if (books.size === 0) return log;
  const waiting = new Map(books);
  const pieces: string[] = [];
  const secondsOf = (header: string) => Number(header.split(FIELD)[1]);
  for (const piece of log.split(/^\u0000/m).slice(1)) {
    const commit = piece.slice(0, piece.indexOf(FIELD));
    const own = waiting.get(commit);
    waiting.delete(commit);
    for (const [other, { header, patch }] of waiting) {
      if (secondsOf(header) <= secondsOf(piece.slice(0, piece.indexOf("\n")))) break;
      pieces.push(`${header}\n${patch}`);
      waiting.delete(other);
    }
    pieces.push(own ? `${piece}${piece.endsWith("\n") ? "" : "\n"}${own.patch}` : piece);
  }
  for (const { header, patch } of waiting.values()) pieces.push(`${header}\n${patch}`);
  return pieces.map((piece) => `${NUL}${piece}`).join("");
}

/** The commits of a log, newest first. */
export function commitsIn(log: string): LogCommit[] {
  return [...log.matchAll(/^\u0000(.*)$/gm)].map(([, header = ""]) => commitOf(header));
}

/** The events of these cars, newest first. */
export function eventsOf(
  log: string,
  plates: ReadonlySet<PlateKey>,
  rules: PlateRules,
): ReadonlyMap<PlateKey, readonly PlateEvent[]> {
  const events = new Map<PlateKey, Touched[]>();
  for (const { text, isGone, line, hunk, file, commit } of changedLines(log)) {
    for (const { plateKey, item } of platesInLine(withoutComment(text, file), plates, rules)) {
      const own = events.get(plateKey) ?? [];
      events.set(plateKey, own);
      const known = own.at(-1);
      const isKnown = known?.commit === commit && known.file === file;
      const touched = isKnown ? known : { commit, file, gone: [], come: [] };
      if (!isKnown) own.push(touched);
      (isGone ? touched.gone : touched.come).push({ item, line, hunk });
    }
  }
  return new Map([...events].map(([plateKey, own]) => [plateKey, own.flatMap(eventOf)]));
}

// A car that is commented out has left.
function withoutComment(line: string, file: string): string {
  return FLEET_FILE.test(file) ? line.replace(/(?:^|\s)#.*$/, "") : line;
}

/** The items of a car that a commit took away and wrote in a file. */
interface Touched {
  readonly commit: LogCommit;
  readonly file: string;
  readonly gone: TouchedItem[];
  readonly come: TouchedItem[];
}

type TouchedItem = Pick<ChangedLine, "line" | "hunk"> & { readonly item: string };

function eventOf({ commit, file, gone, come }: Touched): PlateEvent[] {
  const change = changeOf(gone, come, FLEET_FILE.test(file));
  return change ? [{ ...commit, file, change, removedLine: gone[0]?.line }] : [];
}

// Where only other cars of the line changed, or the rows of a list their order, nothing was done to this one.
function changeOf(
  gone: readonly TouchedItem[],
  come: readonly TouchedItem[],
  isFleetFile: boolean,
): PlateEvent["change"] | undefined {
  if (gone.length === 0) return "gained";
  if (come.length === 0) return "lost";
  const isSame = gone.length === come.length && gone.every(({ item }, at) => item === come[at]?.item);
  if (!isSame) return "changed";
  return isFleetFile && gone.some(({ hunk }, at) => hunk !== come[at]?.hunk) ? "moved" : undefined;
}

/** A line that a commit took away or wrote. */
interface ChangedLine {
  readonly commit: LogCommit;
  readonly file: string;
  readonly isGone: boolean;
  /** Without the sign. */
  readonly text: string;
  /** Where it was, or is, from 1. */
  readonly line: number;
  /** Lines of one place in the file have the same number. */
  readonly hunk: number;
}

/** Parses a log with patches. */
function* changedLines(log: string): Generator<ChangedLine, void, undefined> {
  let commit: LogCommit | undefined;
  let file = "";
  // Lines of a hunk are counted: a line of a file may look like a header.
  let hunk = { gone: 0, come: 0, from: 0, to: 0 };
  let hunks = 0;
  for (let at = 0; at < log.length; ) {
    const end = log.indexOf("\n", at);
    const line = log.slice(at, end < 0 ? log.length : end);
    at += line.length + 1;
    const isGone = hunk.gone > 0 && line.startsWith("-");
    if (isGone || (hunk.come > 0 && line.startsWith("+"))) {
      if (commit) yield { commit, file, isGone, text: line.slice(1), line: isGone ? hunk.from : hunk.to, hunk: hunks };
      if (isGone) hunk = { ...hunk, gone: hunk.gone - 1, from: hunk.from + 1 };
      else hunk = { ...hunk, come: hunk.come - 1, to: hunk.to + 1 };
    } else if (line.startsWith(NUL)) commit = commitOf(line.slice(1));
    else {
      const next = hunkOf(line);
      if (next) hunks += 1;
      hunk = next ?? hunk;
      file = fileOf(line) ?? file;
    }
  }
}

function commitOf(header: string): LogCommit {
  const [commit = "", seconds = "", parents = "", writtenAt = "", author = "", ...subject] = header.split(FIELD);
  const at = new Date(Number(seconds) * 1000);
  return {
    commit,
    at: Number.isNaN(at.getTime()) ? "" : at.toISOString(),
    writtenAt,
    author: author.slice(0, LONGEST_AUTHOR),
    subject: subject.join(" "),
    isRoot: parents === "",
  };
}

function hunkOf(line: string) {
  const [, from, gone = "1", to, come = "1"] = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
  return from === undefined
    ? undefined
    : { gone: Number(gone), come: Number(come), from: Number(from), to: Number(to) };
}

// The new name stands below the old one, and is /dev/null for a file that is gone.
function fileOf(line: string): string | undefined {
  return /^(?:---|\+\+\+) "?[ab]\/(.*?)"?\t?$/.exec(line)?.[1];
}
