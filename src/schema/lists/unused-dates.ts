import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { quoteText } from "../diagnostics/quote-text.ts";
import type { Row } from "../spreadsheet/cell.ts";
import { ISO_FORMAT } from "../spreadsheet/date-format.ts";
import type { Columns } from "./columns.ts";
import { dayColumns, formatsOf } from "./day-columns.ts";
import type { Header } from "./header.ts";
import type { ListFile } from "./list-file.ts";
import { sourceOf } from "./read-row.ts";

/** Warns of columns that look like days of a lease and that nothing reads: a car would stay on the list after its lease. */
export function warnOfUnusedDates(
  header: Header,
  below: readonly Row[],
  columns: Columns,
  file: ListFile,
  diagnostics: DiagnosticCollector,
): void {
  const [line] = header.rows;
  if (!line) return;
  const used = new Set(columns.values());
  for (const column of dayColumns(header, below, columns)) {
    const { index, name, key } = column;
    const [format] = formatsOf([column]);
    if (format === undefined || used.has(index) || columns.has(key)) continue;
    const dates = format === ISO_FORMAT.text ? "" : ` and \`dates: ${format}\``;
    const message = `The column ${quoteText(name)} holds dates that are not used.`;
    const day = key === "validUntil" ? "last" : "first";
    const fix = `If it is the ${day} day of each car, write \`${key}: ${name}\`${dates} in the item of \`carsFrom\`.`;
    diagnostics.warning("unused-dates", message, sourceOf(line, index, { file }), fix);
  }
}
