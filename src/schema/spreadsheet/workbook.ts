import type { TakeRow } from "./cell.ts";
import { asBuffer, recognizeFile } from "./recognize-file.ts";
import { SheetRows } from "./sheet-rows.ts";
import { UnreadableWorkbook, type WorkbookFailure } from "./workbook-failure.ts";
import {
  Archive,
  MAX_PART_BYTES,
  readDateStyles,
  readParts,
  readSharedTexts,
  type SheetEntry,
} from "./workbook-parts.ts";

export { explainWorkbookFailure } from "./workbook-failure.ts";

/** How a workbook was read, and how many bytes were unpacked for that. */
export type WorkbookReading = WorkbookResult & { readonly unpacked: number };

type WorkbookResult =
  | {
      readonly kind: "read";
      /** The sheet that was read. */
      readonly sheet: string;
      /** The other sheets that Excel shows. */
      readonly others: readonly string[];
      readonly rows: number;
      /** How many of the rows Excel does not show, for example behind a filter. They were taken as well. */
      readonly hiddenRows: number;
    }
  | WorkbookFailure;

/**
 * Reads the rows of one sheet of an Excel workbook (.xlsx, .xlsm) and gives them to `take`, without keeping them: the sheet of that
 * name, else the first that is visible. A failure may come after rows were taken; they are worth nothing then.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  sheet: string | undefined,
  take: TakeRow,
): Promise<WorkbookReading> {
  const found = recognizeFile(bytes);
  if (found !== "workbook") return { kind: "not-a-workbook", found, unpacked: 0 };
  let archive: Archive | undefined;
  try {
    archive = new Archive(asBuffer(bytes));
    return { ...(await readSheet(archive, sheet, take)), unpacked: archive.unpacked };
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return { ...error.failure, unpacked: archive?.unpacked ?? 0 };
    throw error;
  }
}

async function readSheet(archive: Archive, sheet: string | undefined, take: TakeRow): Promise<WorkbookResult> {
  const parts = await readParts(archive);
  const chosen = chooseSheet(parts.sheets, sheet);
  if ("kind" in chosen) return chosen;
  const dateStyles = await readDateStyles(archive, parts.styles);
  const texts = await readSharedTexts(archive, parts.sharedTexts);
  const rows = new SheetRows({ texts, dateStyles, countsFrom1904: parts.countsFrom1904 }, take);
  await archive.read(chosen.part, MAX_PART_BYTES, rows);
  const others = parts.sheets.flatMap(({ name, isHidden }) => (isHidden || name === chosen.name ? [] : [name]));
  return { kind: "read", sheet: chosen.name, others, rows: rows.rows, hiddenRows: rows.hiddenRows };
}

function chooseSheet(sheets: readonly SheetEntry[], wanted: string | undefined): SheetEntry | WorkbookFailure {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  if (wanted === undefined) return visible[0] ?? { kind: "no-sheet" };
  // Excel does not let two names differ in case alone.
  const same = sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  return same ?? { kind: "unknown-sheet", sheet: wanted, sheets: visible.map(({ name }) => name) };
}
