import type { Cell } from "./cell.ts";
import { asBuffer, recognizeFile } from "./recognize-file.ts";

/** A row of a workbook as text. */
interface WorkbookLine {
  /** The number of the row in its sheet, from 1. */
  readonly line: number;
  /** Its cells, without line breaks. */
  readonly text: string;
}

/** The rows of all sheets of a workbook, hidden ones too; undefined for what cannot be read. */
export async function workbookLines(bytes: Uint8Array): Promise<readonly WorkbookLine[] | undefined> {
  // Most runs read no workbook.
  const { readWorkbook } = await import("./workbook.ts");
  const lines: WorkbookLine[] = [];
  for (const sheet of await sheetsOf(bytes)) {
    const reading = await readWorkbook(bytes, sheet, ({ line, cells }) => {
      lines.push({ line, text: cells.map(textOf).join("; ").replace(/\s+/g, " ") });
    });
    if (reading.kind !== "read") return undefined;
  }
  return lines.length === 0 ? undefined : lines;
}

async function sheetsOf(bytes: Uint8Array): Promise<readonly string[]> {
  if (recognizeFile(bytes) !== "workbook") return [];
  const [{ Archive, readParts }, { UnreadableWorkbook }] = await Promise.all([
    import("./workbook-parts.ts"),
    import("./workbook-failure.ts"),
  ]);
  try {
    return (await readParts(new Archive(asBuffer(bytes)))).sheets.map(({ name }) => name);
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return [];
    throw error;
  }
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
