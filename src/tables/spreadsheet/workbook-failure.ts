import type { Explanation } from "../../schema/diagnostics/diagnostic-collector.ts";
import { showSheet } from "./cell.ts";
import { FILE_KINDS, type FileKind } from "./recognize-file.ts";

/** Why a workbook cannot be read. */
export type WorkbookFailure =
  /** Undefined for text, and for what no one knows. */
  | { readonly kind: "not-a-workbook"; readonly found: FileKind | undefined }
  | { readonly kind: "damaged"; readonly detail: string }
  | { readonly kind: "too-large"; readonly detail: string }
  | { readonly kind: "no-sheet" }
  | { readonly kind: "several-sheets"; readonly sheets: readonly string[] }
  | { readonly kind: "unknown-sheet"; readonly sheet: string; readonly sheets: readonly string[] };

/** Ends the reading of a workbook from anywhere inside; no one outside this folder sees it. */
export class UnreadableWorkbook extends Error {
  readonly failure: WorkbookFailure;

  constructor(failure: WorkbookFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** For parts that are not as the format asks. The detail is behind "This workbook is damaged: ". */
export function damaged(detail: string): UnreadableWorkbook {
  return new UnreadableWorkbook({ kind: "damaged", detail });
}

const MOST_SHEETS_NAMED = 20;

/** A failure in words, with what to do. */
export function explainWorkbookFailure(failure: WorkbookFailure): Explanation {
  switch (failure.kind) {
    case "not-a-workbook":
      return explainKind(failure.found);
    case "damaged":
      return {
        code: "workbook-damaged",
        message: `This workbook is damaged: ${failure.detail}.`,
        fix: "Open it in Excel or LibreOffice, and save it again as .xlsx.",
      };
    case "too-large":
      return {
        code: "workbook-too-large",
        message: `This workbook is too large: ${failure.detail}.`,
        fix: 'Save the list as "CSV UTF-8 (Comma delimited)", or split it.',
      };
    case "no-sheet":
      return {
        code: "unknown-sheet",
        message: "This workbook has no visible sheet with cells.",
        fix: "Name the sheet with `sheet:`, or show it in Excel.",
      };
    case "several-sheets":
      return {
        code: "unknown-sheet",
        message: `The sheets ${listOf(failure.sheets)} all have the columns that are looked for.`,
        fix: `Name the right one, for example \`sheet: ${failure.sheets[0]}\`.`,
      };
    case "unknown-sheet":
      return {
        code: "unknown-sheet",
        message: `This workbook has no sheet ${showSheet(failure.sheet)}.`,
        fix: failure.sheets.length > 0 ? `Its sheets are ${listOf(failure.sheets)}.` : "All its sheets are hidden.",
      };
  }
}

function explainKind(found: FileKind | undefined): Explanation {
  const code = "not-a-workbook";
  if (found === undefined)
    return {
      code,
      message: "This is not an Excel workbook, although its name ends in .xlsx.",
      fix: "If it is text, give it a name that ends in .csv; otherwise save the list again as .xlsx.",
    };
  return {
    code,
    message: `This is ${FILE_KINDS[found].name}, not an Excel workbook (.xlsx).`,
    fix: FILE_KINDS[found].fix,
  };
}

function listOf(sheets: readonly string[]): string {
  const more = sheets.length - MOST_SHEETS_NAMED;
  const named = sheets.slice(0, MOST_SHEETS_NAMED).map(showSheet).join(", ");
  return more > 0 ? `${named} and ${more} more` : named;
}
