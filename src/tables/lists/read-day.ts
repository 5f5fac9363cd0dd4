import type { Source } from "../../allowlist/index.ts";
import { type DiagnosticCollector, quoteText } from "../../schema/diagnostics/diagnostic-collector.ts";
import type { Cell, CellReading } from "../spreadsheet/cell.ts";
import { ISO_FORMAT } from "../spreadsheet/date-format.ts";
import { type DayRule, dateCell } from "../spreadsheet/day-cell.ts";
import type { ListReference } from "./list-shape.ts";
import { bareWord } from "./plate-words.ts";

/** What people and systems write where a lease has no last day, as bare words. */
const NO_END: ReadonlySet<string> = new Set(
  (
    "open openended openend indefinite indefinitely unlimited permanent never forever noend noenddate ongoing untilfurthernotice none null nan nat na " +
    "unbefristet unbegrenzt offen keinende bisaufweiteres laufend dauerhaft ubegrænset tidsubegrænset åben løbende indtilvidere ingen tillsvidare obegränsad öppen löpande " +
    "ubegrenset åpen inntilvidere toistaiseksi toistaiseksivoimassa avoin onbepaald onbepaaldetijd onbeperkt doorlopend illimité illimitée indéterminé indéterminée sansfin " +
    "indefinido indefinida ilimitado sinfin indeterminato illimitato tempoindeterminato bezterminowo bezterminowa nieokreślony czasnieokreślony naczasnieokreślony"
  ).split(" "),
);
const NOTHING = /^[-\u2010-\u2015\u2212\u221e\s]+$/;

/** Days that are kept: those of many years. */
const MOST_DAYS = 10_000;

/** How an item of `carsFrom` has the days of a column read. */
export function dayRule(
  key: DayRule["key"],
  { dates = ISO_FORMAT, months, noEnd = [] }: Pick<ListReference, "dates" | "months" | "noEnd">,
): DayRule {
  const own = new Set(noEnd.map(comparable));
  const isNoEnd = (text: string) => own.has(comparable(text)) || NOTHING.test(text) || NO_END.has(bareWord(text));
  return { key, format: dates, months, isNoEnd };
}

function comparable(text: string): string {
  return text.normalize("NFC").trim().toLowerCase();
}

/** Reads a column of days, and counts the cells whose day means none. */
export class DayColumnReader {
  readonly #rule: DayRule;
  /** By cell: a list has few different ones, and each is compared with a pattern. */
  readonly #known = new Map<Cell, CellReading>();
  #zeroDates = 0;
  #first: { readonly cell: Cell; readonly source: Source } | undefined;

  constructor(key: DayRule["key"], reference: ListReference) {
    this.#rule = dayRule(key, reference);
  }

  read(cell: Cell, sourceOf: () => Source): CellReading {
    const reading = this.#reading(cell);
    if (reading.kind !== "empty" || !reading.isZeroDate) return reading;
    this.#zeroDates += 1;
    this.#first ??= { cell, source: sourceOf() };
    return reading;
  }

  #reading(cell: Cell): CellReading {
    const reading = this.#known.get(cell) ?? dateCell(cell, this.#rule);
    if (this.#known.size < MOST_DAYS) this.#known.set(cell, reading);
    return reading;
  }

  /** Warns, once for the list, of days that were taken for none. */
  finish(diagnostics: DiagnosticCollector): void {
    if (!this.#first) return;
    const { cell, source } = this.#first;
    const text = typeof cell === "string" ? cell : cell.kind === "date" ? cell.day : "0";
    const cells = this.#zeroDates === 1 ? "1 last day is" : `${this.#zeroDates} last days are`;
    const message = `${cells} before 1980, such as ${quoteText(text)}: taken for no end.`;
    const fix = "Leave such cells empty in the export. If a year is mistyped, correct it.";
    diagnostics.warning("zero-dates", message, source, fix);
  }
}
