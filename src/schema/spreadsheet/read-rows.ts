import type { Explanation } from "../diagnostics/diagnostic-collector.ts";
import type { TakeRow } from "./cell.ts";
import { decodeText, explainDecodeFailure } from "./decode-text.ts";
import { explainMalformed, type Malformed, readDelimited } from "./delimited-text.ts";
import { recognizeFile } from "./recognize-file.ts";

/** How a table is stored, where that is not said by its bytes. */
export interface TableDecoding {
  readonly encoding?: string;
  readonly sheet?: string;
}

/** How a table was read: the sheet of a workbook, and the place behind which it cannot be read. */
export interface TableReading {
  readonly sheet?: string;
  readonly problem?: Explanation & { readonly line: number; readonly column: number };
}

/** Gives every row of a table to `take`: of a workbook, or of text with separators. `columns` help to find the separator. */
export async function readRows(
  bytes: Buffer,
  path: string,
  { encoding, sheet }: TableDecoding,
  columns: readonly string[],
  take: TakeRow,
): Promise<TableReading> {
  if (recognizeFile(bytes) === "workbook" || /\.xlsx$/i.test(path)) {
    const { readWorkbook, explainWorkbookFailure } = await import("./workbook.ts");
    const reading = await readWorkbook(bytes, sheet, take);
    if (reading.kind === "read") return { sheet: reading.sheet };
    return { problem: { ...explainWorkbookFailure(reading), line: 1, column: 1 } };
  }
  const decoding = decodeText(bytes, encoding);
  if (decoding.kind !== "text") {
    const { line = 1, column = 1 } = (decoding.kind === "wrong-byte" && decoding.place) || {};
    return { problem: { ...explainDecodeFailure(decoding), line, column } };
  }
  const reading = readDelimited(decoding.text, columns, take);
  return reading.kind === "read" ? {} : { problem: { ...explainMalformed(reading), ...placeOf(reading) } };
}

function placeOf({ line, column }: Malformed) {
  return { line, column };
}
