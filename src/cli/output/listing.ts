import type { CurrencyTotal } from "../../history/index.ts";
import {
  csvHeading,
  csvRows,
  ndjsonLine,
  type RowFormat,
  type TableColumn,
  tableCsv,
  tableText,
} from "../../render/index.ts";
import type { DocumentContent, DocumentName } from "../../schema/index.ts";
import type { Io } from "../process/io.ts";
import { jsonDocument } from "../process/io.ts";

/** Rows of one kind, as a table and as a document. */
export interface Listing<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** Said instead of a table without rows. */
  readonly none: string;
}

/** Prints rows in a format: as the document of this name, or as a table. */
export async function printListing<Row, Name extends DocumentName>(
  name: Name,
  content: DocumentContent<Name>,
  { columns, rows: all, none }: Listing<Row>,
  format: RowFormat,
  io: Io,
): Promise<void> {
  if (format === "json") return io.result(jsonDocument(name, content, io.documentPlates));
  const rows = io.plates.document(all);
  if (format === "csv") await io.result(tableCsv(columns, rows));
  else await io.result(rows.length === 0 ? `${none}\n` : tableText(columns, rows, io.resultStyle));
}

/** Rows handed over at once when they come bit by bit. */
const ROWS_AT_ONCE = 500;

/** Writes rows as they come, in the memory of a few hundred of them; a slow reader slows the source. */
export async function streamRows<Row>(
  rows: AsyncIterable<Row>,
  form: "csv" | "ndjson",
  columns: readonly TableColumn<Row>[],
  io: Io,
): Promise<void> {
  const textOf = (some: readonly Row[]) =>
    form === "csv"
      ? csvRows(columns, io.plates.document(some))
      : io.documentPlates.document(some).map(ndjsonLine).join("");
  if (form === "csv") await io.result(csvHeading(columns));
  let waiting: Row[] = [];
  for await (const row of rows) {
    waiting.push(row);
    if (waiting.length < ROWS_AT_ONCE) continue;
    await io.result(textOf(waiting));
    waiting = [];
  }
  if (waiting.length > 0) await io.result(textOf(waiting));
}

/** The columns of a table of totals. */
export const TOTAL_COLUMNS = [
  { name: "currency", value: ({ currencyCode }: CurrencyTotal) => currencyCode },
  { name: "records", value: ({ records }: CurrencyTotal) => String(records), align: "right" },
  { name: "excluding VAT", value: (total: CurrencyTotal) => total.amountExcludingVat, align: "right" },
  { name: "including VAT", value: (total: CurrencyTotal) => total.amountIncludingVat, align: "right" },
] as const;
