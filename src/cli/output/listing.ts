import type { DocumentContent, DocumentName, SpendingGroup } from "../../documents/index.ts";
import { type RowFormat, type TableColumn, tableCsv, tableText } from "../../render/index.ts";
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

/** The columns of a table of totals. */
export const TOTAL_COLUMNS: readonly TableColumn<SpendingGroup>[] = [
  { name: "currency", value: ({ currencyCode }) => currencyCode },
  { name: "records", value: ({ records }) => String(records), align: "right" },
  { name: "excluding VAT", value: ({ amountExcludingVat }) => amountExcludingVat, align: "right" },
  { name: "including VAT", value: ({ amountIncludingVat }) => amountIncludingVat, align: "right" },
];
