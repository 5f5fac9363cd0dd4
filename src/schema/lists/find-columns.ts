import { closestMatch } from "leven";
import type { Source } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { quoteText, showColumns } from "../diagnostics/quote-text.ts";
import type { Row } from "../spreadsheet/cell.ts";
import {
  type ColumnKey,
  type Columns,
  type Header,
  type HeaderFinding,
  indexesOf,
  looksLikePlate,
  namedColumns,
  nameIn,
} from "./header.ts";
import type { ListReference } from "./list-shape.ts";
import { plateDoubt } from "./plate-doubt.ts";

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

// What stands above the column names is left out, so nothing there may be a car: a title or a filter has fewer cells.
function carAbove(head: readonly Row[], header: Header, column: number): Row | undefined {
  const top = head.findIndex((row) => row === header.rows[0]);
  return head.slice(0, Math.max(0, top)).find(({ cells }) => {
    const plate = nameIn(cells[column] ?? "");
    const filled = cells.filter((cell) => cell !== "").length;
    return filled * 2 > header.names.length && looksLikePlate(plate) && plateDoubt(plate, false) === undefined;
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
