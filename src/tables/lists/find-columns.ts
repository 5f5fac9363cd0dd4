import { closestMatch } from "leven";
import type { Source } from "../../allowlist/index.ts";
import { printedAs } from "../../plate-series/index.ts";
import { type DiagnosticCollector, quoteText, showColumns } from "../../schema/diagnostics/diagnostic-collector.ts";
import { type Cell, nameIn, type Row } from "../spreadsheet/cell.ts";
import { ISO_FORMAT, likelyFormats, matchDate, parseDateFormat, SERIAL } from "../spreadsheet/date-format.ts";
import { isSerial } from "../spreadsheet/day-cell.ts";
import { monthIn } from "../spreadsheet/months.ts";
import {
  type ColumnKey,
  type Columns,
  type Header,
  type HeaderFinding,
  indexesOf,
  looksLikePlate,
  namedColumns,
} from "./header.ts";
import { RowTally } from "./left-out.ts";
import type { ListReference } from "./list-shape.ts";
import { isPlateColumnName } from "./plate-words.ts";
import { dayRule } from "./read-day.ts";

/** Longer texts above a header are titles. */
const LONGEST_PLATE = 12;
/** Columns that a misspelt one is compared with. */
const MOST_COMPARED = 1000;

/** The columns of a header that an item of `carsFrom` names; those that are missing are left out. */
export function columnIndexes(header: Header, reference: ListReference): Columns {
  const found = namedColumns(reference).map(([key, name]) => [key, indexesOf(name, header, reference)[0]] as const);
  return new Map(found.flatMap(([key, index]): [ColumnKey, number][] => (index === undefined ? [] : [[key, index]])));
}

/**
 * The columns that an item of `carsFrom` names; undefined, and reported, where it is not clear which row has their names, or
 * that row has not each of them once.
 */
export function findColumns(
  head: readonly Row[],
  finding: HeaderFinding,
  reference: ListReference,
  sourceOf: (row: Row | undefined) => Source,
  diagnostics: DiagnosticCollector,
): Columns | undefined {
  const { header, rivals } = finding;
  const place = sourceOf(header.rows[0] ?? head[0]);
  if (rivals.length > 0) return reportRivals(header, rivals, place, diagnostics);
  const columns = columnIndexes(header, reference);
  let isComplete = true;
  for (const [, name] of namedColumns(reference)) {
    const { length } = indexesOf(name, header, reference);
    if (length === 1) continue;
    const names = (head[0]?.cells ?? []).map(nameIn);
    if (isComplete && length === 0 && reference.header === undefined && names.some(looksLikePlate))
      return reportNoHeader(names, sourceOf(head[0]), diagnostics);
    isComplete = false;
    if (length > 1) reportTwice(name, place, diagnostics);
    else reportMissing(name, header, reference, place, diagnostics);
  }
  if (!isComplete) return undefined;
  const car = reference.header === undefined ? carAbove(head, header, columns.get("column") ?? 0) : undefined;
  if (!car) return columns;
  const message = `This row looks like a car, and stands above the column names in row ${header.rows[0]?.line}.`;
  const fix = `If it is something else, write \`header: ${header.rows[0]?.line}\`; else put the column names above all cars.`;
  return diagnostics.explained({ code: "csv-no-header", message, fix }, sourceOf(car));
}

// What is above the column names is left out, so nothing there may be a car: a title or a filter has fewer cells.
function carAbove(head: readonly Row[], header: Header, column: number): Row | undefined {
  const [first] = header.rows;
  const top = first ? head.indexOf(first) : 0;
  return head.slice(0, Math.max(0, top)).find(({ cells }) => {
    const plate = nameIn(cells[column] ?? "");
    const filled = cells.filter((cell) => cell !== "").length;
    return (
      filled * 2 > header.names.length &&
      looksLikePlate(plate) &&
      printedAs(plate) === undefined &&
      plate.length <= LONGEST_PLATE
    );
  });
}

function reportRivals(header: Header, rivals: readonly number[], place: Source, diagnostics: DiagnosticCollector) {
  const lines = [header.rows[0]?.line ?? 0, ...rivals];
  const message = `The rows ${lines.join(", ")} all have the names of the columns.`;
  const fix = `Write the right one, for example \`header: ${lines.at(-1)}\`.`;
  return diagnostics.explained({ code: "csv-no-header", message, fix }, place);
}

function reportNoHeader(names: readonly string[], place: Source, diagnostics: DiagnosticCollector) {
  const plate = names.findIndex(looksLikePlate);
  const message = `The first line looks like a plate, ${quoteText(names[plate] ?? "")}, not like column names.`;
  const fix = `Add a line with column names; or write \`header: false\` and \`column: ${plate + 1}\`, the number of the column.`;
  return diagnostics.explained({ code: "csv-no-header", message, fix }, place);
}

function reportTwice(column: string, place: Source, diagnostics: DiagnosticCollector): void {
  const message = `The header has the column ${quoteText(column)} twice.`;
  diagnostics.error("csv-no-column", message, place, "Give the two columns different names.");
}

function reportMissing(
  column: string,
  { names, rows }: Header,
  { header }: ListReference,
  place: Source,
  diagnostics: DiagnosticCollector,
): void {
  if (names.length === 0) {
    const isEmpty = typeof header !== "number";
    const message = isEmpty
      ? `The list is empty: it has no column ${quoteText(column)}.`
      : `The list has no row ${header}.`;
    const fix = isEmpty
      ? "Check whether its export failed; of a workbook, name another sheet with `sheet:`."
      : "Correct `header:`, or remove it, so that the row is found.";
    diagnostics.error("csv-no-column", message, place, fix);
    return;
  }
  const maxDistance = Math.floor(column.length / 3);
  const likely = names.slice(0, MOST_COMPARED).filter((name) => Math.abs(name.length - column.length) <= maxDistance);
  const nearest = closestMatch(column, likely, { maxDistance });
  const meant = nearest ? `Did you mean ${quoteText(nearest)}? ` : "";
  const row = rows[0] && rows[0].line > 1 ? ` (row ${rows[0].line})` : "";
  const fix = `${meant}Its columns are ${showColumns(names)}.`;
  diagnostics.error("csv-no-column", `The header${row} has no column ${quoteText(column)}.`, place, fix);
}

/** A column with the first or last day of each car, by its name or because it is named for that. */
export interface DayColumn {
  readonly index: number;
  readonly name: string;
  readonly key: "validFrom" | "validUntil";
  /** Whether an item of `carsFrom` names it, whatever its name says. */
  readonly isNamed: boolean;
  /** How many cells below the header say something of a day. */
  readonly cells: number;
  /** Those of them that are not dates already, nor months. */
  readonly texts: readonly string[];
  /** Whether a cell holds a month or a year alone. */
  readonly hasMonths: boolean;
  /** How many cells hold neither a text nor a date, and whether all of them may count days. */
  readonly others: number;
  readonly hasSerials: boolean;
}

/** Words of names that lease systems give to the first and the last day of a car, with which longer words may end. */
const FIRST_ENDS = "start|beginn?|alkaen|rozpoczęci[ae]|gültigab|gueltigab|gyldigfra|validfrom";
const FIRST = `(?:${FIRST_ENDS}|from|von|fra|från|ab|vanaf|alku|alkaa|d[ée]but|inizio|decorrenza|inicio|od|początek|ingang|ingangs)`;
const LAST_ENDS =
  "ende?|einde?|slutt?|ablauf|udløb|utløp|utgång|rückgabe|rueckgabe|expiry|expiration|return|retur|turnback|inlever|zakończeni[ae]|gültigbis|gyldigtil|validuntil|validto|bis";
const LAST = `(?:${LAST_ENDS}|ends|expires|until|to|til|till|tot|tom|loppu|loppuu|päättyy|päättymis|fin|fine|échéance|scadenza|vencimiento|do|koniec|termination)`;
const DATE = "(?:dat(?:um|o|e|a)?|dag|day|tag|pvm|päivä)?";
const FIRST_DAY = new RegExp(`^(?:${FIRST}|\\p{L}+(?:${FIRST_ENDS}))s?${DATE}$`, "u");
const LAST_DAY = new RegExp(`^(?:${LAST}|\\p{L}+(?:${LAST_ENDS}))s?${DATE}$`, "u");
/** What else has days in a list of cars: inspections, insurance, guarantees, drivers and cards. */
const OTHER =
  /^(?:hu|au|uvv|t[üu]v|mot|apk|itv|ct|syn|besiktning\p{L}*|inspe\p{L}*|revisi\p{L}*|przegląd\p{L}*|contr[ôo]le|service\p{L}*|garan\p{L}*|warranty|gwaranc\p{L}*|versicherung\p{L}*|forsikring\p{L}*|försäkring\p{L}*|insur\p{L}*|assur\p{L}*|assicura\p{L}*|segur\p{L}*|ubezpiecz\p{L}*|verzeker\p{L}*|tax|steuer\p{L}*|führerschein\p{L}*|kørekort|licen[cs]e|karte|card|tankkarte|vignette|tillverkning\p{L}*)$/u;
const HAS_OTHER = /^(?:hu|au|uvv|t[üu]v|garantie?|versicherungs?|service|inspektions?|tank|karten)(?=\p{L}{3})/u;

/** The columns that hold days and are named as the first or last day of a lease, and those that `named` has as such. Totals are no days. */
export function dayColumns(
  { names }: Header,
  below: readonly Row[],
  named: Columns,
  reference: Pick<ListReference, "noEnd"> = {},
): readonly DayColumn[] {
  const tally = new RowTally(named.get("column") ?? names.findIndex(isPlateColumnName));
  const cars = below.filter((row) => !tally.take(row).isTotals);
  return names.flatMap((name, index) => {
    const isFor = (key: DayColumn["key"]) => named.get(key) === index;
    const own = isFor("validFrom") ? "validFrom" : isFor("validUntil") ? "validUntil" : undefined;
    const key = own ?? keyOf(name);
    if (key === undefined) return [];
    const { isNoEnd } = dayRule(key, reference);
    const isNothing = (cell: Cell) =>
      cell === "" || (key === "validUntil" && (nameIn(cell) === "0" || isNoEnd(nameIn(cell))));
    const cells = cars.map((row) => row.cells[index] ?? "").filter((cell) => !isNothing(cell));
    if (cells.length === 0) return [];
    const isMonth = (cell: Cell) =>
      typeof cell === "string" ? monthIn(cell) !== undefined : cell.kind === "date" && cell.shows !== undefined;
    const texts = cells.filter((cell) => typeof cell === "string" && !isMonth(cell)).map(nameIn);
    const others = cells.filter((cell) => typeof cell !== "string" && cell.kind !== "date");
    const hasSerials = others.every((cell) => isSerial(nameIn(cell)));
    const hasMonths = cells.some(isMonth);
    const isNamed = own !== undefined;
    return [{ index, name, key, isNamed, cells: cells.length, texts, hasMonths, others: others.length, hasSerials }];
  });
}

/**
 * The formats that all texts of the columns have, the most likely first, or `dates` where they have it; none also where a cell
 * is neither a text nor a date, or is a month and nothing says which day of it is meant.
 */
export function formatsOf(
  columns: readonly DayColumn[],
  { dates, months }: { readonly dates?: string; readonly months?: string } = {},
): readonly string[] {
  const texts = columns.flatMap((one) => one.texts);
  const isOdd = ({ others, hasSerials }: DayColumn) => others > 0 && !(hasSerials && dates === SERIAL);
  if (columns.some((one) => isOdd(one) || (one.hasMonths && months === undefined))) return [];
  if (dates === undefined) return texts.length === 0 ? [ISO_FORMAT.text] : likelyFormats(texts);
  const format = parseDateFormat(dates);
  return format && texts.every((text) => matchDate(text, format).kind === "day") ? [dates] : [];
}

/** The likely format of a column of which at least half of the cells are days, and a text that is none; no format of another column. */
export function likelyDays({ cells, texts, others }: DayColumn): { format?: string; odd?: string } {
  const [days, odd] = [true, false].map((isDay) => texts.filter((text) => likelyFormats([text]).length > 0 === isDay));
  if (!days || !odd || (odd.length + others) * 2 > cells) return {};
  const [format = ISO_FORMAT.text] = likelyFormats(days).concat(likelyFormats(days.slice(0, 1)));
  return { format, ...(odd[0] !== undefined && { odd: odd[0] }) };
}

function keyOf(name: string): DayColumn["key"] | undefined {
  const words = name
    .normalize("NFC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replace(/(?<=\b(?:t|fr))\.o\.(?=m)/, "o")
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== "");
  if (words.some((word) => OTHER.test(word) || HAS_OTHER.test(word))) return undefined;
  const [isFirst, isLast] = [FIRST_DAY, LAST_DAY].map((day) => words.some((word) => day.test(word)));
  return isFirst === isLast ? undefined : isFirst ? "validFrom" : "validUntil";
}
