import type { PlateKey, PlateRules } from "../../allowlist/index.ts";
import { platesInLine } from "./plates-in-line.ts";

/** A commit of the log. */
export interface LogCommit {
  readonly commit: string;
  /** UTC. */
  readonly at: string;
  readonly author: string;
  /** It has no parents: in a shallow clone it seems to have written every line. */
  readonly isRoot: boolean;
}

/** What a commit did to the lines of one car in one file. */
export interface PlateEvent extends LogCommit {
  /** From the top of the repository. */
  readonly file: string;
  readonly wrote: boolean;
  /** Where the line was that it took away or changed, from 1; undefined when there was none. */
  readonly removedLine: number | undefined;
}

/** How `git log` is asked to print a commit: its name, time, parents and author. A line of a file never starts with NUL. */
export const LOG_FORMAT = `--format=%x00${["%H", "%ct", "%P", "%an"].join("%x1f")}`;

const NUL = "\u0000";
const FIELD = "\u001f";
const LONGEST_AUTHOR = 100;

/** The commits of a log, newest first. */
export function commitsIn(log: string): LogCommit[] {
  return [...log.matchAll(/^\u0000(.*)$/gm)].map(([, header = ""]) => commitOf(header));
}

/** The events of these cars, newest first, from a log with patches that have no context lines. */
export function eventsOf(
  log: string,
  plates: ReadonlySet<PlateKey>,
  rules: PlateRules,
): ReadonlyMap<PlateKey, readonly PlateEvent[]> {
  const events = new Map<PlateKey, PlateEvent[]>();
  let commit: LogCommit | undefined;
  let file = "";
  // Lines of a hunk are counted: a line of a file may look like a header.
  let hunk = { gone: 0, come: 0, line: 0 };
  for (let at = 0; at < log.length; ) {
    const end = log.indexOf("\n", at);
    const line = log.slice(at, end < 0 ? log.length : end);
    at += line.length + 1;
    const isGone = hunk.gone > 0 && line.startsWith("-");
    if (isGone || (hunk.come > 0 && line.startsWith("+"))) {
      const event = { file, wrote: !isGone, removedLine: isGone ? hunk.line : undefined };
      for (const plate of platesInLine(line, plates, rules)) {
        if (commit) remember(events, plate, { ...commit, ...event });
      }
      if (isGone) hunk.gone -= 1;
      if (isGone) hunk.line += 1;
      else hunk.come -= 1;
    } else if (line.startsWith(NUL)) commit = commitOf(line.slice(1));
    else {
      hunk = hunkOf(line) ?? hunk;
      file = fileOf(line) ?? file;
    }
  }
  return events;
}

function remember(events: Map<PlateKey, PlateEvent[]>, plate: PlateKey, event: PlateEvent): void {
  const own = events.get(plate) ?? [];
  events.set(plate, own);
  const last = own.at(-1);
  if (last?.commit !== event.commit || last.file !== event.file) own.push(event);
  else {
    const wrote = last.wrote || event.wrote;
    own[own.length - 1] = { ...last, wrote, removedLine: last.removedLine ?? event.removedLine };
  }
}

function commitOf(header: string): LogCommit {
  const [commit = "", seconds = "", parents = "", ...author] = header.split(FIELD);
  const at = new Date(Number(seconds) * 1000);
  return {
    commit,
    at: Number.isNaN(at.getTime()) ? "" : at.toISOString(),
    author: author.join(" ").slice(0, LONGEST_AUTHOR),
    isRoot: parents === "",
  };
}

function hunkOf(line: string) {
  const [, from, gone = "1", come = "1"] = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? [];
  return from === undefined ? undefined : { gone: Number(gone), come: Number(come), line: Number(from) };
}

// The new name stands below the old one, and is /dev/null for a file that is gone.
function fileOf(line: string): string | undefined {
  return /^(?:---|\+\+\+) "?[ab]\/(.*?)"?\t?$/.exec(line)?.[1];
}
