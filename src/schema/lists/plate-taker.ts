import { formatSource } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostic-collector.ts";
import { quoteText } from "../quote-text.ts";
import { plateCell } from "../spreadsheet/read-cell.ts";
import type { Lines } from "../yaml/tree.ts";

/** What a row says of its car beside the plate. */
export interface RowValues {
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly note?: string;
  readonly country?: string;
  /** The billing account that the car belongs to. */
  readonly account?: string;
}

/** Where the cars of a list go. */
export interface ListSink {
  /** The plate as written, and the offsets of its line or cell and of the plate in it. */
  add(licenseNumber: string, at: number, plateAt: number, values?: RowValues): void;
  /** Whether rows may belong to that billing account. */
  isDeclared(baId: string): boolean;
}

interface Finding {
  count: number;
  readonly example: string;
  readonly offsets: number[];
}

/** Places that a message names. */
const MOST_PLACES = 3;
/** Plates of one length are the rule of a list when there are so many times as many as shorter ones. */
const RULE = 4;

/** Takes the plates of one list, and notices what spreadsheets and people do to all plates of a list. */
export class PlateTaker {
  readonly #lines: Lines;
  readonly #diagnostics: DiagnosticCollector;
  readonly #sink: ListSink;
  readonly #lowerCase: Finding = { count: 0, example: "", offsets: [] };
  /** Plates that are digits alone, by their length. */
  readonly #digits = new Map<number, Finding>();
  #firstLower = "";

  constructor(lines: Lines, sink: ListSink, diagnostics: DiagnosticCollector) {
    this.#lines = lines;
    this.#sink = sink;
    this.#diagnostics = diagnostics;
  }

  take(plate: string, at: number, plateAt: number, values?: RowValues): void {
    const first = plate.charCodeAt(0);
    if (first >= 0x30 && first <= 0x39 && !this.#isIntact(plate, at)) return;
    if (hasSmallLetter(plate)) {
      if (this.#lowerCase.count === 0) this.#firstLower = plate;
      note(this.#lowerCase, at);
    }
    this.#sink.add(plate, at, plateAt, values);
  }

  /** Reports, once for the list, what was noticed. */
  finish(): void {
    this.#warnOfLowerCase();
    this.#warnOfLostZeros();
  }

  #isIntact(plate: string, at: number): boolean {
    const reading = plateCell(plate);
    if (reading.kind === "problem") {
      const { code, message, fix } = reading.problem;
      this.#diagnostics.error(code, message, this.#lines.sourceAt(at), fix);
      return false;
    }
    if (/^\d+$/.test(plate)) {
      const finding = this.#digits.get(plate.length) ?? { count: 0, example: plate, offsets: [] };
      this.#digits.set(plate.length, finding);
      note(finding, at);
    }
    return true;
  }

  #warnOfLowerCase(): void {
    const { count, offsets } = this.#lowerCase;
    if (count === 0) return;
    const message = `${count === 1 ? "1 plate has" : `${count} plates have`} small letters, such as ${quoteText(this.#firstLower)}${this.#others(offsets)}.`;
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
    const message = `${short === 1 ? "1 plate has" : `${short} plates have`} fewer digits than the ${count} others, which have ${length}: ${quoteText(first.example)}${this.#others(offsets)}.`;
    const fix = "If a spreadsheet dropped leading zeros, format the column as Text and type these plates again.";
    this.#diagnostics.warning("lost-zeros", message, this.#lines.sourceAt(offsets[0] ?? 0), fix);
  }

  #others(offsets: readonly number[]): string {
    const places = offsets.slice(1, MOST_PLACES).map((at) => formatSource(this.#lines.sourceAt(at)));
    return places.length === 0 ? "" : `; also at ${places.join(" and ")}`;
  }
}

function note(finding: Finding, at: number): void {
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
