import { type CarValues, formatSource, type OddRow, type SkippedRows } from "../../allowlist/index.ts";
import { type DiagnosticCollector, quoteText } from "../../schema/diagnostics/diagnostic-collector.ts";
import type { Lines } from "../../schema/files/index.ts";
import type { StatusColumn } from "./status-columns.ts";

/** What a row says of its car beside the plate. */
export interface RowValues extends CarValues {
  /** The billing account that the car belongs to. */
  readonly account?: string;
}

/** A row that is not a car by itself. */
export interface ReadOddRow extends Omit<OddRow, "scope"> {
  /** The billing account that it names. */
  readonly account?: string;
  /** The columns with something in them, one bit each. */
  readonly filled: number;
}

/** Where the rows of a list go. */
export interface ListSink {
  /** The plate as written, the offset of its line or cell, and the columns with something in them, one bit each. */
  add(licenseNumber: string, at: number, values?: RowValues, filled?: number): void;
  odd?(row: ReadOddRow): void;
  /** A row that is left out. */
  skipped?(why: SkippedRows["why"], found?: string): void;
  /** Whether rows may belong to that billing account. */
  isDeclared(baId: string): boolean;
  /** The columns of status that nothing reads. */
  status?(columns: readonly StatusColumn[]): void;
  /** Comes last, with the columns that nearly all rows have filled. */
  finish?(usual: number): void;
}

interface Finding {
  count: number;
  example: string;
  readonly offsets: number[];
}

/** Places that a message names. */
const MOST_PLACES = 3;
/** Plates of one length are the rule of a list when there are this many times as many as shorter ones. */
const RULE = 4;

/** Blanks but a line break, more than one of them, hyphens and minus signs, and what has no width. */
const BLANKS = /[^\S\n\r\u2028\u2029]+|\u2800+/g;
const HYPHENS = /[\u00ad\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;
const UNSEEN = /[\u180e\u200b-\u200d\u2060\ufeff]/g;
const ODD_SIGN =
  /[^\S \n\r\u2028\u2029]|\u2800| {2}|[\u00ad\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d\u180e\u200b-\u200d\u2060]/;

/** Takes the plates of one list, and notices what spreadsheets and people do to all plates of a list. */
export class PlateTaker {
  readonly #lines: Lines;
  readonly #diagnostics: DiagnosticCollector;
  readonly #sink: ListSink;
  readonly #oddSigns: Finding = { count: 0, example: "", offsets: [] };
  readonly #lowerCase: Finding = { count: 0, example: "", offsets: [] };
  /** Plates that are digits alone, by their length. */
  readonly #digits = new Map<number, Finding>();

  constructor(lines: Lines, sink: ListSink, diagnostics: DiagnosticCollector) {
    this.#lines = lines;
    this.#sink = sink;
    this.#diagnostics = diagnostics;
  }

  take(written: string, at: number, values?: RowValues, filled?: number): void {
    const plate = this.#withPlainSigns(written, at);
    const first = plate.charCodeAt(0);
    if (first >= 0x30 && first <= 0x39 && /^\d+$/.test(plate)) {
      const finding = this.#digits.get(plate.length) ?? { count: 0, example: "", offsets: [] };
      this.#digits.set(plate.length, finding);
      countIn(finding, plate, at);
    }
    if (hasSmallLetter(plate) && /^(?=.*\d)\P{Lu}+$/u.test(plate)) countIn(this.#lowerCase, plate, at);
    this.#sink.add(plate, at, values, filled);
  }

  // Exports and word processors write blanks and hyphens of many kinds, which no one sees.
  #withPlainSigns(written: string, at: number): string {
    if (!ODD_SIGN.test(written)) return written;
    countIn(this.#oddSigns, written, at);
    return written.replace(UNSEEN, "").replace(HYPHENS, "-").replace(BLANKS, " ").trim();
  }

  /** Reports, once for the list, what was noticed. */
  finish(): void {
    this.#warnOfOddSigns();
    this.#warnOfLowerCase();
    this.#warnOfLostZeros();
  }

  #warnOfOddSigns(): void {
    const { count, example, offsets } = this.#oddSigns;
    if (count === 0) return;
    const message = `${platesHave(count)} blanks or hyphens of another kind, such as ${quoteText(example)}${this.#others(offsets)}.`;
    const fix = "They are read as ordinary ones, one blank each. Nothing is to be done, unless two plates became one.";
    this.#diagnostics.warning("odd-blanks", message, this.#lines.sourceAt(offsets[0] ?? 0), fix);
  }

  #warnOfLowerCase(): void {
    const { count, example, offsets } = this.#lowerCase;
    if (count === 0) return;
    const message = `${platesHave(count)} small letters, such as ${quoteText(example)}${this.#others(offsets)}.`;
    const fix = "They are sent as written. Write them in capital letters, as registration documents do.";
    this.#diagnostics.warning("lower-case-plates", message, this.#lines.sourceAt(offsets[0] ?? 0), fix);
  }

  #warnOfLostZeros(): void {
    const [usual] = [...this.#digits].sort(([, left], [, right]) => right.count - left.count);
    if (!usual) return;
    const [length, { count }] = usual;
    const shorter = [...this.#digits].filter(([one]) => one < length);
    const short = shorter.reduce((sum, [, one]) => sum + one.count, 0);
    const [first] = shorter.map(([, one]) => one);
    if (!first || count < RULE * short) return;
    const offsets = shorter.flatMap(([, one]) => one.offsets).sort((left, right) => left - right);
    const message = `${platesHave(short)} fewer digits than the ${count} others, which have ${length}: ${quoteText(first.example)}${this.#others(offsets)}.`;
    const fix = "If a spreadsheet dropped leading zeros, format the column as Text and type these plates again.";
    this.#diagnostics.warning("lost-zeros", message, this.#lines.sourceAt(offsets[0] ?? 0), fix);
  }

  #others(offsets: readonly number[]): string {
    const places = offsets.slice(1, MOST_PLACES).map((at) => formatSource(this.#lines.sourceAt(at)));
    return places.length === 0 ? "" : `; also at ${places.join(" and ")}`;
  }
}

function platesHave(count: number): string {
  return count === 1 ? "1 plate has" : `${count} plates have`;
}

function countIn(finding: Finding, plate: string, at: number): void {
  if (finding.count === 0) finding.example = plate;
  finding.count += 1;
  if (finding.offsets.length < MOST_PLACES) finding.offsets.push(at);
}

function hasSmallLetter(plate: string): boolean {
  for (let at = 0; at < plate.length; at += 1) {
    const code = plate.charCodeAt(at);
    if (code >= 0x61 && (code <= 0x7a || (code > 0x7f && /\p{Ll}/u.test(plate)))) return true;
  }
  return false;
}
