import { type CarsAside, counted } from "../../allowlist/index.ts";
import { markdownCode } from "../escape/sinks.ts";
import { EMPTY, type TerminalText, terminalText, words } from "../escape/terminal.ts";
import type { Section } from "./markdown-page.ts";
import { paint, type Style, wrapIndented } from "./style.ts";

/** Rows that a text names; a page names as many as fit. */
const MOST_NAMED = 20;
/** What unclear rows are, and what they do. */
export const WHAT_THEY_DO =
  "Rows of lists of which nothing says that they are cars. They are not sent, and cars that they may be stay on the lists until each row is corrected, or a line of the fleet file names it.";

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
    [source, JSON.stringify(licenseNumber), reason, remedy].map(markdownCode),
  );
  const title = `**${counted(rows.length, "unclear row")}.** ${WHAT_THEY_DO}`;
  return { title, columns: ["Row", "Text", "Why", "What to do"], rows, what: "unclear row", share: 0.3 };
}
