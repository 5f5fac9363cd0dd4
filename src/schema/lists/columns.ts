import { closestMatch } from "leven";
import { readPlate, type Source } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { quoteText, showColumns } from "../diagnostics/quote-text.ts";
import type { Cell, Row } from "../spreadsheet/cell.ts";
import { type CarField, COLUMN_FIELDS, isCarField, valueForAll } from "../values/car-fields.ts";
import type { ListReference } from "./list-shape.ts";

/** How many rows below the header are looked at for what they hold. */
export const SAMPLE_ROWS = 20;
/** Columns that a misspelt one is compared with, and how many letters it may be away from one of them. */
const MOST_COMPARED = 1000;
const FARTHEST = 4;

/** The keys of a `carsFrom` item that name a column. */
export type ColumnKey = "column" | CarField | "account";
const COLUMN_KEYS: readonly ColumnKey[] = ["column", ...COLUMN_FIELDS, "account"];

/** Which column each key names, from 0. */
export type Columns = ReadonlyMap<ColumnKey, number>;

/** The columns that a `carsFrom` item names. A value that holds for all cars names none. */
export function namedColumns(reference: ListReference): readonly (readonly [ColumnKey, string])[] {
  return COLUMN_KEYS.flatMap((key) => {
    const name = reference[key];
    return name === undefined || (isCarField(key) && valueForAll(key, name) !== undefined)
      ? []
      : [[key, name] as const];
  });
}

/** The columns that the first row has; those that are missing are left out. */
export function columnIndexes(first: readonly Cell[], reference: ListReference): Columns {
  const names = first.map(nameIn);
  const found = namedColumns(reference).map(([key, name]) => [key, indexesOf(name, names, reference)[0]] as const);
  return new Map(found.flatMap(([key, index]) => (index === undefined ? [] : [[key, index] as const])));
}

/** The columns that a `carsFrom` item names; undefined, and reported, where the first row has not each of them once. */
export function findColumns(
  rows: readonly Row[],
  reference: ListReference,
  source: Source,
  diagnostics: DiagnosticCollector,
): Columns | undefined {
  const first = rows[0]?.cells ?? [];
  const names = first.map(nameIn);
  let isComplete = true;
  for (const [, name] of namedColumns(reference)) {
    const indexes = indexesOf(name, names, reference);
    if (indexes.length === 1) continue;
    if (isComplete && indexes.length === 0 && reference.header !== false && reportNoHeader(names, source, diagnostics))
      return undefined;
    isComplete = false;
    if (indexes.length > 1) reportTwice(name, source, diagnostics);
    else reportMissing(name, rows.slice(0, SAMPLE_ROWS), source, diagnostics);
  }
  return isComplete ? columnIndexes(first, reference) : undefined;
}

/** What a cell of the header says. */
export function nameIn(cell: Cell): string {
  if (typeof cell === "string") return cell;
  return cell.kind === "number" ? cell.stored : cell.kind === "date" ? cell.day : "";
}

/** A name without what people change in it: case and blanks. */
export function looseName(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/\s+/g, "");
}

/** Whether a cell of the first row is rather a plate than the name of a column. */
export function looksLikePlate(cell: string): boolean {
  const isOneCase = cell === cell.toUpperCase() || cell === cell.toLowerCase();
  const digits = cell.replace(/\P{Nd}/gu, "").length;
  const isMixed = digits > (cell === cell.toUpperCase() ? 0 : 1) && (cell.length > 4 || /\p{L}/u.test(cell));
  return isOneCase && isMixed && readPlate(cell, { foldLookalikes: false }).kind === "plate";
}

function indexesOf(name: string, names: readonly string[], { header }: ListReference): readonly number[] {
  if (header === false) return /^[1-9]\d{0,4}$/.test(name) && Number(name) <= names.length ? [Number(name) - 1] : [];
  const where = (matches: (one: string) => boolean) => names.flatMap((one, at) => (matches(one) ? [at] : []));
  const same = where((one) => one === name);
  return same.length > 0 ? same : where((one) => looseName(one) === looseName(name));
}

function reportNoHeader(names: readonly string[], source: Source, diagnostics: DiagnosticCollector): boolean {
  const plate = names.find(looksLikePlate);
  if (plate === undefined) return false;
  const message = `The first line looks like a plate, ${quoteText(plate)}, not like column names.`;
  const number = names.indexOf(plate) + 1;
  const fix = `Add a line with column names; or write \`header: false\` and \`column: ${number}\`, the number of the column.`;
  diagnostics.error("csv-no-header", message, source, fix);
  return true;
}

function reportTwice(column: string, source: Source, diagnostics: DiagnosticCollector): void {
  const message = `The header has the column ${quoteText(column)} twice.`;
  diagnostics.error("csv-no-column", message, source, "Give the two columns different names.");
}

function reportMissing(column: string, rows: readonly Row[], source: Source, diagnostics: DiagnosticCollector): void {
  const names = rows[0]?.cells.map(nameIn) ?? [];
  if (names.length === 0) {
    const fix = "Check whether its export failed; of a workbook, name another sheet with `sheet:`.";
    diagnostics.error("csv-no-column", `The list is empty: it has no column ${quoteText(column)}.`, source, fix);
    return;
  }
  const likely = names.slice(0, MOST_COMPARED).filter((name) => Math.abs(name.length - column.length) <= FARTHEST);
  const nearest = closestMatch(column, likely, { maxDistance: FARTHEST });
  const below = rows.find(({ cells }) => cells.some((cell) => looseName(nameIn(cell)) === looseName(column)));
  const known = nearest ? `Did you mean ${quoteText(nearest)}?` : `Its columns are ${showColumns(names)}.`;
  const fix = below ? `Row ${below.line} has it: delete the rows above that one.` : known;
  diagnostics.error("csv-no-column", `The header has no column ${quoteText(column)}.`, source, fix);
}
