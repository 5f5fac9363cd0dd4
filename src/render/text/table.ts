import { csvCell, csvLine, csvNumber } from "../escape/sinks.ts";
import { EMPTY, joined, page, type TerminalText, terminalText, words } from "../escape/terminal.ts";
import { columns as columnsOf, pad, padStart, paint, type Style, trimmed } from "./style.ts";

/** One column of a table: its heading, which is also its name in CSV, and the foreign text of a row's cell. */
export interface TableColumn<Row> {
  readonly name: string;
  readonly value: (row: Row) => string;
  /** For numbers. */
  readonly align?: "right";
}

const GAP = words`  `;

/** Rows in aligned columns under their headings, a line each, for a terminal or a log. */
export function tableText<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[], style: Style): TerminalText {
  const cells = rows.map((row) => columns.map(({ value }) => terminalText(value(row))));
  const widths = columns.map(({ name }, at) =>
    cells.reduce((most, row) => Math.max(most, columnsOf(row[at] ?? EMPTY)), columnsOf(name)),
  );
  const line = (texts: readonly TerminalText[]) =>
    trimmed(
      joined(
        texts.map((text, at) => aligned(text, widths[at] ?? 0, columns[at]?.align)),
        GAP,
      ),
    );
  const heading = paint(style, "strong", line(columns.map(({ name }) => terminalText(name))));
  return page([heading, ...cells.map(line)]);
}

/** Rows as CSV, with the columns' names first. */
export function tableCsv<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  return csvHeading(columns) + csvRows(columns, rows);
}

/** The first line of a CSV whose rows come bit by bit. */
export function csvHeading<Row>(columns: readonly TableColumn<Row>[]): string {
  return csvLine(columns.map(({ name }) => name));
}

/** Some rows of a CSV. */
export function csvRows<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  const line = (row: Row) => columns.map(({ value, align }) => (align === "right" ? csvNumber : csvCell)(value(row)));
  return rows.map((row) => `${line(row).join(",")}\r\n`).join("");
}

function aligned(text: TerminalText, width: number, align: "right" | undefined): TerminalText {
  return align === "right" ? padStart(text, width) : pad(text, width);
}
