import { type CarsAside, counted } from "../../allowlist/index.ts";
import { markdownCode } from "../escape/sinks.ts";
import { EMPTY, type TerminalText, terminalText, words } from "../escape/terminal.ts";
import type { Section } from "./markdown-page.ts";
import { paint, type Style, wrapIndented } from "./style.ts";

/** Rows that a text names; a page names as many as fit. */
const MOST_NAMED = 20;
/** What unclear rows are, what they do, and what ends it. */
export const WHAT_THEY_DO =
  "Nothing says that these rows of lists are cars. They are not sent, and cars that they may be stay on the lists until each row is corrected (write the plate alone into the cell, or delete the row where there is no car, and upload the file again), or a line of the fleet file names it.";

/** Where a row is, as somebody finds it who has the file open in a spreadsheet: `fleet.xlsx, sheet Cars, cell B17`; foreign text. */
export function rowInWords(source: string): string {
  const [, workbook, sheet, cell] = /^(.+\.xlsx):(.*)!([A-Z]+[0-9]+)$/is.exec(source) ?? [];
  if (workbook !== undefined) return `${workbook}, sheet ${sheet}, cell ${cell}`;
  const [, file, row] = /^(.+\.(?:csv|tsv|txt)):([0-9]+):[0-9]+$/is.exec(source) ?? [];
  return file === undefined ? source : `${file}, row ${row}`;
}

/** The unclear rows, which come first in everything that people read: place, text, reason, and what to do. Empty for none. */
export function unclearLines({ unclearRows = [] }: CarsAside, style: Style): readonly TerminalText[] {
  if (unclearRows.length === 0) return [];
  const left = unclearRows.length - MOST_NAMED;
  return [
    ...wrapIndented(
      words`${paint(style, "alarm", terminalText(counted(unclearRows.length, "unclear row")))} ${terminalText(WHAT_THEY_DO)}`,
      style.width,
      0,
      2,
    ),
    ...unclearRows
      .slice(0, MOST_NAMED)
      .flatMap(({ source, licenseNumber, reason, remedy }) => [
        ...wrapIndented(terminalText(`${source} ${JSON.stringify(licenseNumber)}: ${reason}`), style.width, 2, 4),
        ...wrapIndented(terminalText(remedy), style.width, 4),
      ]),
    ...(left > 0 ? [words`  … ${terminalText(counted(left, "more row"))}`] : []),
    EMPTY,
  ];
}

/** The same as a part of a Markdown page. */
export function unclearSection({ unclearRows = [] }: CarsAside): Section {
  const rows = unclearRows.map(({ source, licenseNumber, reason, remedy }) =>
    [rowInWords(source), JSON.stringify(licenseNumber), reason, remedy].map(markdownCode),
  );
  const title = `**${counted(rows.length, "unclear row")}.** ${WHAT_THEY_DO}`;
  return { title, columns: ["Row", "Text", "Why", "What to do"], rows, what: "unclear row", share: 0.3 };
}
