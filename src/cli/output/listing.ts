import type { CurrencyTotal } from "../../history/index.ts";
import type { RowFormat } from "../../render/format-names.ts";
import {
  csvHeading,
  csvRows,
  jsonText,
  ndjsonLine,
  type PlateView,
  type TableColumn,
  tableCsv,
  tableText,
} from "../../render/index.ts";
import { SCHEMA_VERSION } from "../../schema/index.ts";
import type { Io } from "../process/io.ts";

/** Rows of one kind, as a table and as a document. */
export interface Listing<Row> {
  /** `accounts`: the document is a `platectl/accounts`, and its rows stand under this name. */
  readonly name: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** A row of the document; the row itself unless given. */
  readonly record?: (row: Row) => unknown;
  /** Further fields of the document, before the rows. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Said instead of a table without rows. */
  readonly none: string;
}

/** Prints rows in a format; as text they are a table. */
export async function printListing<Row>(listing: Listing<Row>, format: RowFormat, io: Io): Promise<void> {
  const { rows } = listing;
  const columns = io.plates.columns(listing.columns);
  if (format === "json") await io.result(listingDocument(listing, io.documentPlates));
  else if (format === "csv") await io.result(tableCsv(columns, rows));
  else await io.result(rows.length === 0 ? `${listing.none}\n` : tableText(columns, rows, io.resultStyle));
}

function listingDocument<Row>({ name, rows, record, more }: Listing<Row>, plates: PlateView): string {
  const records = record ? rows.map(record) : rows;
  return jsonText(
    plates.document({ kind: `platectl/${name}`, schemaVersion: SCHEMA_VERSION, ...more, [name]: records }),
  );
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
  const shown = io.plates.columns(columns);
  const textOf = (some: readonly Row[]) =>
    form === "csv" ? csvRows(shown, some) : some.map((row) => ndjsonLine(io.documentPlates.document(row))).join("");
  if (form === "csv") await io.result(csvHeading(shown));
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
