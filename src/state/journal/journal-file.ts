import { crc32 } from "node:zlib";
import { type JournalRecord, numberedRecordSchema, plainCars, plainOutcomes, type StoredEntry } from "./record.ts";

/** The version of the journal; docs/state.md describes it. */
export const JOURNAL_VERSION = 2;
const HEADER = Buffer.from(`${JSON.stringify({ format: "platectl/journal", version: JOURNAL_VERSION })}\n`);
const NEWLINE = 0x0a;
const LINE = /^\{"crc":"([0-9a-f]{8})","len":([1-9][0-9]{0,9}),"record":/;
/** Characters of a line that hold its checksum and length, or all of a header. */
const PREFIX_LENGTH = 60;
/** More than an append takes that names two million cars and their features: a longer end was not cut off from one. */
const LONGEST_TORN_END = 128 * 1024 * 1024;
/** Damaged lines that a message names; more are not. */
const NAMED_LINES = 10;

/** What can be said of a journal's bytes. Lines count from 1, the header included. */
export type JournalCondition =
  | { readonly kind: "sound" }
  /** The last append was cut off. What it said never became durable, so it is ignored. */
  | { readonly kind: "torn"; readonly line: number; readonly bytes: number }
  /** Bad lines that are followed by good ones, that are whole, or longer than an append may be: something altered the file. */
  | { readonly kind: "damaged"; readonly lines: readonly number[] }
  | { readonly kind: "other-version"; readonly version: number }
  | { readonly kind: "not-a-journal" };

/** The readable part of a journal, and its condition. */
export interface JournalReading {
  /** Every record before the first bad line. */
  readonly records: readonly JournalRecord[];
  /** Bytes of that part; the next append starts here. */
  readonly end: number;
  readonly condition: JournalCondition;
}

/** The end of a journal that holds nothing, not even a header. */
export const EMPTY: JournalEnd = { records: 0, bytes: 0 };

/** Where a journal ends: how many records it has, and how many bytes they take. */
export interface JournalEnd {
  readonly records: number;
  readonly bytes: number;
}

/** What a journal gains by records: their lines, and the header where there is none yet. */
export function encodeJournal(records: readonly JournalRecord[], after: JournalEnd = EMPTY): Buffer {
  const lines = records.map((record, at) => lineOf({ n: after.records + 1 + at, ...record }));
  return Buffer.concat(after.bytes === 0 ? [HEADER, ...lines] : lines);
}

/** Reads a journal. Never throws: whatever the bytes, the records are those of a prefix of what was appended. */
export function decodeJournal(bytes: Buffer): JournalReading {
  const header = readHeader(bytes);
  if (header !== undefined) return { records: [], end: 0, condition: header };
  const records: JournalRecord[] = [];
  let end = HEADER.length;
  for (const line of linesOf(bytes, end)) {
    const reading = line.whole ? readLine(line.bytes) : undefined;
    if (reading?.n !== records.length + 1 || reading.record === undefined) break;
    records.push(reading.record);
    end = line.end;
  }
  return { records, end, condition: judgeEnd(bytes, end, records.length + 2) };
}

/** Undefined when the header is as it must be. */
function readHeader(bytes: Buffer): JournalCondition | undefined {
  if (bytes.length === 0) return { kind: "sound" };
  if (bytes.subarray(0, HEADER.length).equals(HEADER)) return undefined;
  if (HEADER.subarray(0, bytes.length).equals(bytes) || bytes.every((byte) => byte === 0)) {
    return { kind: "torn", line: 1, bytes: bytes.length };
  }
  const start = bytes.subarray(0, PREFIX_LENGTH).toString("latin1");
  const version = /^\{"format":"platectl\/journal","version":([0-9]{1,9})\}\n/.exec(start)?.[1];
  if (version !== undefined) return { kind: "other-version", version: Number(version) };
  const rest = judgeRest(bytes, 0, 1);
  return rest.kind === "damaged" ? rest : { kind: "not-a-journal" };
}

/** What follows the last good line. */
function judgeEnd(bytes: Buffer, end: number, nextLine: number): JournalCondition {
  if (end === bytes.length) return { kind: "sound" };
  const rest = judgeRest(bytes, end, nextLine);
  if (rest.kind !== "torn" || (rest.bytes <= LONGEST_TORN_END && !isAltered(bytes.subarray(end)))) return rest;
  return { kind: "damaged", lines: [nextLine] };
}

// An append that was cut off lacks its end, or has zeros where a part of it never came to the disk.
function isAltered(rest: Buffer): boolean {
  if (rest.includes("\0\0")) return false;
  return rest.includes(NEWLINE) || readLine(rest.subarray(0, -1)) !== undefined;
}

/** Torn when nothing after `start` was ever whole; damaged when a good line follows, since its append came later. */
function judgeRest(bytes: Buffer, start: number, firstLine: number): JournalCondition {
  const bad: number[] = [];
  let line = firstLine;
  let damaged = false;
  for (const { bytes: text, whole } of linesOf(bytes, start)) {
    if (whole && readLine(text) !== undefined) damaged = true;
    else if (bad.length < NAMED_LINES) bad.push(line);
    line += 1;
  }
  if (!damaged) return { kind: "torn", line: firstLine, bytes: bytes.length - start };
  return { kind: "damaged", lines: bad.length > 0 ? bad : [firstLine] };
}

/** The record of a single line; undefined when it is not as it was written, or not the one with the number `n`. */
export function decodeLine(line: Buffer, n: number): JournalRecord | undefined {
  const reading = readLine(line);
  return reading?.n === n ? reading.record : undefined;
}

/** Undefined when the checksum is wrong; without `record` when it is right and the content is still not ours. */
function readLine(line: Buffer): { readonly n?: number; readonly record?: JournalRecord } | undefined {
  const prefix = LINE.exec(line.subarray(0, PREFIX_LENGTH).toString("latin1"));
  if (!prefix || line.at(-1) !== 0x7d) return undefined;
  const body = line.subarray(prefix[0].length, -1);
  if (body.length !== Number(prefix[2]) || checksum(body) !== prefix[1]) return undefined;
  const parsed = numberedRecordSchema.safeParse(parseJson(body.toString("latin1")));
  if (!parsed.success) return {};
  const { n, ...record } = parsed.data;
  return { n, record };
}

function* linesOf(bytes: Buffer, from: number): Generator<{ bytes: Buffer; end: number; whole: boolean }> {
  for (let start = from; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const whole = newline >= 0;
    const end = whole ? newline + 1 : bytes.length;
    yield { bytes: bytes.subarray(start, whole ? newline : end), end, whole };
    start = end;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The line of a record by its number, with its line feed. */
export function lineOf({ entries, ...about }: JournalRecord & { readonly n: number }): Buffer {
  const text = JSON.stringify({ ...about, entries: entries.map(plainEntry) });
  // ASCII alone: no character of a plate or a server's text can end a line or vary with an encoding. And no two `#` side
  // by side: a CI runner obeys `##[` anywhere in what a step prints, and the journal may be printed.
  const plain = text.replace(
    /[\u007f-\uffff]|#(?=#)/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return Buffer.from(`{"crc":"${inHex(crc32(plain))}","len":${plain.length},"record":${plain}}\n`, "latin1");
}

/** The checksum of a record's text, as its line holds it. */
export function checksum(body: Buffer): string {
  return inHex(crc32(body));
}

function inHex(crc: number): string {
  return crc.toString(16).padStart(8, "0");
}

function plainEntry(entry: StoredEntry): object {
  switch (entry.kind) {
    case "intent":
    case "adopted":
    case "snapshot":
      return { ...entry, cars: plainCars(entry.cars) };
    case "outcome":
      return { ...entry, ...plainOutcomes(entry.cars) };
    default:
      return entry;
  }
}
