import type { Scope } from "../../../allowlist/index.ts";
import { decodeLine } from "../../journal/journal-file.ts";
import { lineOf } from "../../journal/journal-line.ts";
import type { JournalRecord, StoredEntry } from "../../journal/record.ts";

/** A row to be written: what one record says of one list, or of a run. */
export interface Line {
  /** Counts the lines of one lock. */
  readonly seq: number;
  readonly at: string;
  readonly target: string;
  /** Null for the start and the end of a run. */
  readonly scope: Scope | null;
  /** As in a journal's file, with `seq` for its number. */
  readonly line: string;
}

/** The lines of records, the first with the number after `after`. A record becomes as many as the lists that it speaks of by turns. */
export function linesOf(records: readonly JournalRecord[], after: number): readonly Line[] {
  return records.flatMap(splitByList).map((record, at) => {
    const seq = after + 1 + at;
    const line = lineOf({ n: seq, ...record })
      .toString("latin1")
      .trimEnd();
    return { seq, at: record.at, target: record.target, scope: scopeOf(record.entries[0]), line };
  });
}

function splitByList({ at, target, entries }: JournalRecord): JournalRecord[] {
  const parts: StoredEntry[][] = [];
  let current: Scope | null | undefined;
  for (const entry of entries) {
    const scope = scopeOf(entry);
    if (scope === current) parts.at(-1)?.push(entry);
    else parts.push([entry]);
    current = scope;
  }
  return parts.map((part) => ({ at, target, entries: part }));
}

function scopeOf(entry: StoredEntry | undefined): Scope | null {
  return entry !== undefined && "scope" in entry ? entry.scope : null;
}

/** Bytes that lines take. */
export function sizeOf(lines: readonly { readonly line: string }[]): number {
  return lines.reduce((sum, { line }) => sum + line.length, 0);
}

/** The values $3 to $7 of a statement with `LINES` in it. */
export function columnsOf(lines: readonly Line[]): readonly (readonly unknown[])[] {
  return [
    lines.map(({ seq }) => seq),
    lines.map(({ at }) => at),
    lines.map(({ target }) => target),
    lines.map(({ scope }) => scope),
    lines.map(({ line }) => line),
  ];
}

/** The lines as rows. */
export const LINES =
  "unnest($3::bigint[], $4::timestamptz[], $5::text[], $6::text[], $7::text[]) as lines (seq, at, target, scope, line)";

/** The record of a row; undefined when it is not as it was written. */
export function recordOf({ line, seq }: Readonly<Record<string, unknown>>): JournalRecord | undefined {
  return decodeLine(Buffer.from(String(line), "latin1"), Number(seq));
}
