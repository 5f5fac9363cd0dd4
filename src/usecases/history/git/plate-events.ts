import { posix } from "node:path";
import {
  type DesiredState,
  MAX_PLATE_LENGTH,
  type PlateKey,
  type PlateRules,
  plateKeyOf,
} from "../../../allowlist/index.ts";
import { valueAt } from "../../../run/collections.ts";
import { ALL_COMMITS, FIELD, type LogCommit, type LogWish, logOf, type ReadCommits, readCommits } from "./commits.ts";
import {
  type GitPlace,
  inRepository,
  isFleetFile,
  isShallow,
  type NoHistory,
  type Repository,
  WITHOUT_WORKBOOKS,
} from "./git-source.ts";
import { type ChangedLine, changedRows } from "./workbook-rows.ts";

/** What commits did to the files of a fleet and to lists beside them. */
export interface FleetLog extends ReadCommits, Pick<Repository, "root"> {
  /** The lines of text files and the rows of workbooks that a commit took away and wrote. */
  readonly linesOf: (commit: string) => Iterable<ChangedLine>;
  /** Whether a file has cars: a fleet file, and a list with the name of one that a fleet file reads, or read at some time. */
  readonly hasCars: (file: string) => boolean;
  /** Older commits are not here: the oldest ones, which have no parents, seem to have written every line. */
  readonly isShallow: boolean;
}

const PATCHES = ["-p", "-U0", "--text", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/"];
/** A list that a fleet file names in `carsFrom`. */
const LIST = /\bfile: *["']?([^"',}\n]+)/g;
/** Digits and all letters that plates have, full-width ones too. */
const WORD = /[0-9A-Za-z\u00c0-\u1fff\uff10-\uff5a]+/g;
/** A line with one word, which needs no rules to be compared, such as `  - AB12345`. */
const ONE_WORD = /^[\s"',-]*([0-9A-Za-z]+)[\s"',]*$/;
/** What may be between the words of one plate. */
const SEPARATORS = /^[ .\u00b7-]{0,3}$/;
const SYMBOL = /^[~:+_/]$/;

/** What a commit did to the lines of one car in one file. */
export interface PlateEvent extends Omit<LogCommit, "isRoot" | "changes" | "names" | "files"> {
  /** From the top of the repository, as the commit had it. */
  readonly file: string;
  /** What that file is called in the newest commit. */
  readonly fileNow: string;
  /** `moved`: to another part of the fleet file, as it was. */
  readonly change: "gained" | "lost" | "changed" | "moved";
  /** Where the line was that it took away or changed, from 1; undefined when there was none. */
  readonly removedLine: number | undefined;
  /** The commit is the oldest one of a shallow clone, which seems to have written every line. */
  readonly isEdge: boolean;
}

/**
 * Reads what commits did to the files of a fleet and to lists beside them, text files and workbooks, also while they were
 * elsewhere in the repository. Never rejects.
 */
export function readFleetLog(
  { files }: DesiredState,
  place: GitPlace,
  wish: LogWish = { limits: ALL_COMMITS },
): Promise<FleetLog | NoHistory> {
  const names = files.map(({ path }) => path);
  return inRepository(names, place, async (repository) => {
    const { git, root } = repository;
    const { commits, paths, isCut } = await readCommits(repository, wish);
    const [texts, books, shallow] = await Promise.all([
      logOf(git, [...PATCHES, "--", ...paths, WITHOUT_WORKBOOKS], wish.limits, commits),
      changedRows(git, commits, wish.limits),
      // The oldest commit of a shallow clone is in every log that reaches back to it.
      commits.some(({ isRoot }) => isRoot) && isShallow(git),
    ]);
    const named = texts.pieces.flatMap((piece) => Array.from(piece.matchAll(LIST), ([, name = ""]) => name));
    // A result or an invoice may be committed beside the lists: what no fleet file has named puts no car on one.
    const lists = new Set([...names, ...named].map((name) => posix.basename(name.trim())));
    const hasPattern = [...lists].some((name) => /[*?]/.test(name));
    const patches = new Map(texts.pieces.map((piece) => [piece.slice(0, piece.indexOf(FIELD)), piece]));
    return {
      ...{ root, commits, paths, isCut: isCut || texts.isCut || books.isCut },
      linesOf: (commit) => changedLines(patches.get(commit) ?? "", books.rows.get(commit) ?? []),
      hasCars: (file) => hasPattern || isFleetFile(file) || lists.has(posix.basename(file)),
      isShallow: shallow,
    };
  });
}

/** The events of these cars by their plate keys, newest first; of one commit, what came before what went. */
export function eventsOf(
  log: FleetLog,
  plates: ReadonlySet<PlateKey>,
  rules: PlateRules,
): ReadonlyMap<string, readonly PlateEvent[]> {
  const events = new Map<string, PlateEvent[]>();
  for (const { isRoot, changes: _, files: __, names, ...commit } of log.commits) {
    const isEdge = isRoot && log.isShallow;
    const found = touchedBy(commit.commit, log, plates, rules).flatMap(({ gone, come, ...one }) => {
      const change = changeOf(gone, come, isFleetFile(one.file));
      const fileNow = names?.get(one.file) ?? one.file;
      return change ? [{ ...one, ...commit, fileNow, change, removedLine: gone[0]?.line, isEdge }] : [];
    });
    const isLost = ({ change }: PlateEvent) => Number(change === "lost");
    for (const { plateKey, ...event } of found.sort((left, right) => isLost(left) - isLost(right)))
      valueAt(events, plateKey, () => []).push(event);
  }
  return events;
}

// What a commit took away and wrote of each car in each file: of each line what it says of that car.
function touchedBy(commit: string, log: FleetLog, plates: ReadonlySet<string>, rules: PlateRules) {
  const touched = new Map<string, { plateKey: string; file: string; gone: ChangedLine[]; come: ChangedLine[] }>();
  for (const line of log.linesOf(commit)) {
    const { text, isGone, file } = line;
    if (!log.hasCars(file)) continue;
    // A car that is commented out has left.
    const content = isFleetFile(file) ? text.replace(/(?:^|\s)#.*$/, "") : text;
    for (const [plateKey, item] of platesInLine(content, plates, rules)) {
      const { gone, come } = valueAt(touched, `${plateKey} ${file}`, () => ({ plateKey, file, gone: [], come: [] }));
      (isGone ? gone : come).push({ ...line, text: item });
    }
  }
  return [...touched.values()];
}

// Where only other cars of the line changed, or the rows of a list their order, nothing was done to this one.
function changeOf(
  gone: readonly ChangedLine[],
  come: readonly ChangedLine[],
  isFleet: boolean,
): PlateEvent["change"] | undefined {
  if (gone.length === 0) return "gained";
  if (come.length === 0) return "lost";
  const isSame = gone.length === come.length && gone.every(({ text }, at) => text === come[at]?.text);
  if (!isSame) return "changed";
  return isFleet && gone.some(({ hunk }, at) => hunk !== come[at]?.hunk) ? "moved" : undefined;
}

/** The lines of a patch without context lines, and then the rows. */
function* changedLines(patch: string, rows: readonly ChangedLine[]): Generator<ChangedLine, void, undefined> {
  let file = "";
  // Lines of a hunk are counted: a line of a file may look like a header.
  let [from, gone, to, come, hunk] = [0, 0, 0, 0, 0];
  for (const [line] of patch.matchAll(/[^\n]+/g)) {
    if (gone > 0 && line.startsWith("-")) {
      yield { file, isGone: true, text: line.slice(1), line: from, hunk };
      [gone, from] = [gone - 1, from + 1];
    } else if (come > 0 && line.startsWith("+")) {
      yield { file, isGone: false, text: line.slice(1), line: to, hunk };
      [come, to] = [come - 1, to + 1];
    } else {
      const place = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line)?.slice(1);
      if (place) [from = 0, gone = 0, to = 0, come = 0] = place.map((digits = "1") => Number(digits));
      if (place) hunk += 1;
      // The new name is below the old one, and is /dev/null for a file that is gone.
      file = /^(?:---|\+\+\+) "?[ab]\/(.*?)"?\t?$/.exec(line)?.[1] ?? file;
    }
  }
  yield* rows;
}

/** Those of the plates that are in a line, in any spelling, as a word or as several ones, each with its item. Takes linear time. */
function platesInLine(line: string, plates: ReadonlySet<string>, rules: PlateRules): (readonly [string, string])[] {
  // Most lines are one car, and few cars are asked for.
  const [, only] = ONE_WORD.exec(line) ?? [];
  if (only !== undefined && !plates.has(only.toUpperCase())) return [];
  const words = [...line.matchAll(WORD)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    key: keyOf(word, rules),
  }));
  const found: (readonly [string, string])[] = [];
  for (const [at, first] of words.entries()) {
    let key = "";
    let end = first.from;
    for (const word of words.slice(at, at + MAX_PLATE_LENGTH)) {
      const gap = line.slice(end, word.from);
      const isSymbol = SYMBOL.test(gap);
      if (!isSymbol && !SEPARATORS.test(gap)) break;
      key += isSymbol ? gap + word.key : word.key;
      if (key.length > MAX_PLATE_LENGTH) break;
      end = word.to;
      if (plates.has(key)) found.push([key, itemAt(line, first.from, end)]);
    }
  }
  return found;
}

// Its mapping in braces, its plate in a list in brackets, or the whole line: other cars may share the line.
function itemAt(line: string, from: number, to: number): string {
  const [open, close] = [line.lastIndexOf("{", from), line.indexOf("}", to)];
  if (open >= 0 && close >= 0 && line.lastIndexOf("}", from) < open) return line.slice(open, close + 1);
  return line.includes("[") ? line.slice(from, to) : line.trim();
}

function keyOf(word: string, rules: PlateRules): string {
  if (/^[0-9A-Za-z]+$/.test(word)) return word.toUpperCase();
  return plateKeyOf(word, rules) ?? word;
}
