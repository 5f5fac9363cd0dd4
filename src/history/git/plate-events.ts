import { posix } from "node:path";
import { MAX_PLATE_LENGTH, type PlateKey, type PlateRules, plateKeyOf } from "../../allowlist/index.ts";
import { valueAt } from "../../runtime/group-by.ts";
import { isFleetFile } from "./git-source.ts";
import type { FleetLog, LogCommit } from "./read-log.ts";
import type { ChangedRow } from "./workbook-rows.ts";

/** Digits and all letters that plates have, full-width ones too. */
const WORD = /[0-9A-Za-z\u00c0-\u1fff\uff10-\uff5a]+/g;
/** What may stand between the words of one plate. */
const SEPARATORS = /^[ .\u00b7-]{0,3}$/;
const SYMBOL = /^[~:+_/]$/;

/** What a commit did to the lines of one car in one file. */
export interface PlateEvent extends Omit<LogCommit, "isRoot" | "files"> {
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

/** The events of these cars, newest first; of one commit, what came before what went. */
export function eventsOf(
  log: FleetLog,
  plates: ReadonlySet<PlateKey>,
  rules: PlateRules,
): ReadonlyMap<PlateKey, readonly PlateEvent[]> {
  const events = new Map<PlateKey, PlateEvent[]>();
  // By the names that files had before they were renamed.
  const names = new Map<string, string>();
  for (const { isRoot, files, ...commit } of log.commits) {
    const isEdge = isRoot && log.isShallow;
    const found = touchedBy(linesOfCars(commit.commit, log), plates, rules).flatMap(({ gone, come, ...one }) => {
      const change = changeOf(gone, come, isFleetFile(one.file));
      const fileNow = names.get(one.file) ?? one.file;
      return change ? [{ ...one, ...commit, fileNow, change, removedLine: gone[0]?.line, isEdge }] : [];
    });
    const isLost = ({ change }: PlateEvent) => change === "lost";
    for (const { plateKey, ...event } of [...found.filter((one) => !isLost(one)), ...found.filter(isLost)])
      valueAt(events, plateKey, () => []).push(event);
    const renamed = files.filter(({ former, path }) => former !== path);
    for (const [former, now] of renamed.map((one) => [one.former, names.get(one.path) ?? one.path] as const))
      names.set(former, now);
  }
  return events;
}

/** The items of a car that a commit took away and wrote in a file. */
interface Touched extends Pick<ChangedLine, "file"> {
  readonly plateKey: PlateKey;
  readonly gone: TouchedItem[];
  readonly come: TouchedItem[];
}

type TouchedItem = Pick<ChangedLine, "line" | "hunk"> & Pick<PlateItem, "item">;

function touchedBy(lines: Iterable<ChangedLine>, plates: ReadonlySet<PlateKey>, rules: PlateRules): readonly Touched[] {
  const touched = new Map<string, Touched>();
  for (const { text, isGone, line, hunk, file } of lines) {
    // A car that is commented out has left.
    const content = isFleetFile(file) ? text.replace(/(?:^|\s)#.*$/, "") : text;
    for (const { plateKey, item } of platesInLine(content, plates, rules)) {
      const { gone, come } = valueAt(touched, `${plateKey} ${file}`, () => ({ plateKey, file, gone: [], come: [] }));
      (isGone ? gone : come).push({ item, line, hunk });
    }
  }
  return [...touched.values()];
}

// Where only other cars of the line changed, or the rows of a list their order, nothing was done to this one.
function changeOf(
  gone: readonly TouchedItem[],
  come: readonly TouchedItem[],
  isFleet: boolean,
): PlateEvent["change"] | undefined {
  if (gone.length === 0) return "gained";
  if (come.length === 0) return "lost";
  const isSame = gone.length === come.length && gone.every(({ item }, at) => item === come[at]?.item);
  if (!isSame) return "changed";
  return isFleet && gone.some(({ hunk }, at) => hunk !== come[at]?.hunk) ? "moved" : undefined;
}

/** A line that a commit took away or wrote. */
interface ChangedLine extends ChangedRow {
  /** Lines of one place in the file have the same number. */
  readonly hunk: number;
}

/** A result or an invoice may be committed beside the lists: what no fleet file has named puts no car on one. */
function* linesOfCars(commit: string, log: FleetLog): Generator<ChangedLine, void, undefined> {
  const hasPattern = [...log.lists].some((name) => /[*?]/.test(name));
  for (const line of changedLines(commit, log))
    if (hasPattern || isFleetFile(line.file) || log.lists.has(posix.basename(line.file))) yield line;
}

/** The lines of a commit's patch, and its rows. */
function* changedLines(commit: string, { patches, rows }: FleetLog): Generator<ChangedLine, void, undefined> {
  const patch = patches.get(commit) ?? "";
  let file = "";
  // Lines of a hunk are counted: a line of a file may look like a header.
  let [gone, come, from, to] = [0, 0, 0, 0];
  let hunk = 0;
  for (let at = 0; at < patch.length; ) {
    const end = patch.indexOf("\n", at);
    const line = patch.slice(at, end < 0 ? patch.length : end);
    at += line.length + 1;
    if (gone > 0 && line.startsWith("-")) {
      yield { file, isGone: true, text: line.slice(1), line: from, hunk };
      [gone, from] = [gone - 1, from + 1];
    } else if (come > 0 && line.startsWith("+")) {
      yield { file, isGone: false, text: line.slice(1), line: to, hunk };
      [come, to] = [come - 1, to + 1];
    } else {
      const place = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
      if (place) {
        [from = 0, gone = 1, to = 0, come = 1] = place
          .slice(1)
          .map((digits) => (digits === undefined ? undefined : Number(digits)));
        hunk += 1;
      }
      // The new name stands below the old one, and is /dev/null for a file that is gone.
      file = /^(?:---|\+\+\+) "?[ab]\/(.*?)"?\t?$/.exec(line)?.[1] ?? file;
    }
  }
  for (const row of rows.get(commit) ?? []) yield { ...row, hunk };
}

/** A plate in a line, and what the line says of that car. */
interface PlateItem {
  readonly plateKey: PlateKey;
  /** Its mapping in braces, its plate in a list in brackets, or the whole line. */
  readonly item: string;
}

/** Those of the plates that stand in a line, in any spelling, as a word or as several ones. Takes linear time. */
function platesInLine(line: string, plates: ReadonlySet<PlateKey>, rules: PlateRules): PlateItem[] {
  const words = [...line.matchAll(WORD)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    key: keyOf(word, rules),
  }));
  const found: PlateItem[] = [];
  for (const [at, first] of words.entries()) {
    let key = "";
    for (let last = at; last < words.length; last += 1) {
      const word = words[last];
      const before = last === at ? undefined : words[last - 1];
      if (!word) break;
      const gap = before ? line.slice(before.to, word.from) : "";
      const isSymbol = SYMBOL.test(gap);
      if (!isSymbol && !SEPARATORS.test(gap)) break;
      key += isSymbol ? gap + word.key : word.key;
      if (key.length > MAX_PLATE_LENGTH) break;
      if (isOneOf(plates, key)) found.push({ plateKey: key, item: itemAt(line, first.from, word.to) });
    }
  }
  return found;
}

// Other cars may share the line.
function itemAt(line: string, from: number, to: number): string {
  const [open, close] = [line.lastIndexOf("{", from), line.indexOf("}", to)];
  if (open >= 0 && close >= 0 && line.lastIndexOf("}", from) < open) return line.slice(open, close + 1);
  return line.includes("[") ? line.slice(from, to) : line.trim();
}

function isOneOf(plates: ReadonlySet<string>, key: string): key is PlateKey {
  return plates.has(key);
}

function keyOf(word: string, rules: PlateRules): string {
  if (/^[0-9A-Za-z]+$/.test(word)) return word.toUpperCase();
  return plateKeyOf(word, rules) ?? word;
}
