import type { Cell } from "./cell.ts";
import { decodeText } from "./decode-text.ts";
import { delimitedRows } from "./delimited-text.ts";
import { recognizeFile } from "./recognize-file.ts";

/** The rows of a sheet, or of a text, that are not empty: where each is, and its cells as text. */
export interface Table {
  /** Undefined for a text. */
  readonly sheet?: string;
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

/**
 * The tables of a file: all sheets of a workbook, or the rows of a text with separators, found by the names of columns; a
 * sentence where it can be read as neither.
 */
export async function readTables(bytes: Uint8Array, columns: readonly string[]): Promise<readonly Table[] | string> {
  if (recognizeFile(bytes) === "workbook") return readSheets(bytes);
  const text = decodeText(bytes);
  if (typeof text !== "string") return text.message;
  const rows: Table["rows"][number][] = [];
  for (const row of delimitedRows(text, columns)) {
    if ("code" in row) return `line ${row.line}: ${row.message}`;
    rows.push({ line: row.line, cells: row.cells.map(textOf) });
  }
  return [{ rows }];
}

/** The rows of all sheets of a workbook as lines of text, hidden sheets too; undefined where it cannot be read. */
export async function workbookLines(
  bytes: Uint8Array,
): Promise<readonly { readonly line: number; readonly text: string }[] | undefined> {
  const tables = recognizeFile(bytes) === "workbook" ? await readSheets(bytes) : [];
  if (typeof tables === "string" || tables.every(({ rows }) => rows.length === 0)) return undefined;
  return tables.flatMap(({ rows }) =>
    rows.map(({ line, cells }) => ({ line, text: cells.join("; ").replace(/\s+/g, " ") })),
  );
}

async function readSheets(bytes: Uint8Array): Promise<readonly Table[] | string> {
  // Most runs read no workbook.
  const { readWorkbook, explainWorkbookFailure } = await import("./workbook.ts");
  const tables: Table[] = [];
  const names: (string | undefined)[] = [undefined];
  for (const name of names) {
    const rows: Table["rows"][number][] = [];
    const reading = await readWorkbook(bytes, name, ({ line, cells }) => rows.push({ line, cells: cells.map(textOf) }));
    if (reading.kind !== "read") return explainWorkbookFailure(reading).message;
    if (name === undefined) names.push(...reading.others, ...reading.hidden);
    tables.push({ sheet: reading.sheet, rows });
  }
  return tables;
}

function textOf(cell: Cell): string {
  if (typeof cell === "string") return cell;
  switch (cell.kind) {
    case "number":
      return cell.stored;
    case "date":
      return cell.day;
    case "boolean":
      return String(cell.value);
    case "error":
      return cell.name;
    case "uncalculated":
      return "";
  }
}
