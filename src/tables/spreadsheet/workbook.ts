import type { Row, TakeRow } from "./cell.ts";
import { asBuffer, recognizeFile } from "./recognize-file.ts";
import { type CellContext, SheetRows } from "./sheet-rows.ts";
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
type WorkbookReading = WorkbookResult & { readonly unpacked: number };

type WorkbookResult =
  | {
      readonly kind: "read";
      /** The sheet that was read. */
      readonly sheet: string;
      /** The other sheets that Excel shows. */
      readonly others: readonly string[];
      /** And those that it does not show. */
      readonly hidden: readonly string[];
      readonly rows: number;
      /** How many of the rows Excel does not show, for example behind a filter. They were taken as well. */
      readonly hiddenRows: number;
    }
  | WorkbookFailure;

/** By what the sheet that is meant is known, where none is named. */
interface SheetTest {
  /** 2 for a sheet that is meant, of which it is an error to have several; 1 for one that comes closest where none is. */
  readonly likeness: (head: readonly Row[]) => 0 | 1 | 2;
  /** How many of the first rows that takes. */
  readonly headRows: number;
}

/**
 * Reads the rows of one sheet of an Excel workbook (.xlsx, .xlsm) and gives them to `take`, without keeping them: the sheet of that
 * name, else the visible one that is meant or comes closest, else the first that is visible. A failure may come after rows were taken; they are
 * worth nothing then.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  sheet: string | undefined,
  take: TakeRow,
  test?: SheetTest,
): Promise<WorkbookReading> {
  const found = recognizeFile(bytes);
  if (found !== "workbook") return { kind: "not-a-workbook", found, unpacked: 0 };
  let archive: Archive | undefined;
  try {
    archive = await Archive.open(asBuffer(bytes));
    return { ...(await readSheet(archive, sheet, take, test)), unpacked: archive.unpacked };
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return { ...error.failure, unpacked: archive?.unpacked ?? 0 };
    throw error;
  }
}

async function readSheet(
  archive: Archive,
  sheet: string | undefined,
  take: TakeRow,
  test: SheetTest | undefined,
): Promise<WorkbookResult> {
  const parts = await readParts(archive);
  const dateStyles = await readDateStyles(archive, parts.styles);
  const texts = await readSharedTexts(archive, parts.sharedTexts);
  const context = { texts, dateStyles, countsFrom1904: parts.countsFrom1904 };
  const likeness =
    test && (async ({ part }: SheetEntry) => test.likeness(await headOf(archive, part, context, test.headRows)));
  const chosen = await chooseSheet(parts.sheets, sheet, likeness);
  if ("kind" in chosen) return chosen;
  const rows = new SheetRows(context, take);
  await archive.read(chosen.part, MAX_PART_BYTES, rows);
  const named = (isHiddenOne: boolean) =>
    parts.sheets.flatMap(({ name, isHidden }) => (isHidden === isHiddenOne && name !== chosen.name ? [name] : []));
  const [others, hidden] = [named(false), named(true)];
  return { kind: "read", sheet: chosen.name, others, hidden, rows: rows.rows, hiddenRows: rows.hiddenRows };
}

async function chooseSheet(
  sheets: readonly SheetEntry[],
  wanted: string | undefined,
  likenessOf: ((sheet: SheetEntry) => Promise<number>) | undefined,
): Promise<SheetEntry | WorkbookFailure> {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  if (wanted !== undefined) {
    // Excel does not let two names differ in case alone.
    const same = sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    return same ?? { kind: "unknown-sheet", sheet: wanted, sheets: visible.map(({ name }) => name) };
  }
  const [first, another] = visible;
  if (!first || !another || !likenessOf) return first ?? { kind: "no-sheet" };
  const judged: { readonly one: SheetEntry; readonly likeness: number }[] = [];
  for (const one of visible) judged.push({ one, likeness: await likenessOf(one) });
  const meant = judged.filter(({ likeness }) => likeness === 2);
  if (meant.length > 1) return { kind: "several-sheets", sheets: meant.map(({ one }) => one.name) };
  return (meant[0] ?? judged.find(({ likeness }) => likeness === 1))?.one ?? first;
}

async function headOf(archive: Archive, part: string, context: CellContext, most: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const enough = new Error("enough rows");
  const take = (row: Row) => {
    rows.push(row);
    if (rows.length === most) throw enough;
  };
  try {
    await archive.read(part, MAX_PART_BYTES, new SheetRows(context, take));
  } catch (error) {
    if (error !== enough) throw error;
  }
  return rows;
}
