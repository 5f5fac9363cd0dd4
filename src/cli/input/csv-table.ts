import { formatSource, type Source } from "../../allowlist/index.ts";
import { quoteText } from "../../schema/quote-text.ts";

/** A row of a CSV by the names of its header; cells that are empty are left out. */
export interface CsvRecord {
  readonly source: Source;
  readonly cells: Readonly<Record<string, string>>;
}

/** The rows of a CSV, or every reason why it cannot be read. */
export type CsvReading =
  | { readonly kind: "rows"; readonly rows: readonly CsvRecord[] }
  | { readonly kind: "problems"; readonly problems: readonly string[] };

/** Plain cells have no quote. */
const PLAIN = { ",": /[^",\r\n]*/y, ";": /[^";\r\n]*/y } as const;
const LINE_END = /\r\n|\r|\n/y;

/** Reads a CSV with a header that has these names and no others; `,` or `;` separates, whichever the header has. */
export function readCsvTable(text: string, file: string, names: readonly string[]): CsvReading {
  const lines = splitCsv(text.replace(/^\ufeff/, ""));
  if (typeof lines === "number") {
    const what = "a quoted cell is not closed, or a quote is misplaced (inside a quoted cell, write a quote twice)";
    return { kind: "problems", problems: [`${file}:${lines}:1: ${what}`] };
  }
  const [header, ...rest] = lines.filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (!header) return { kind: "problems", problems: [`${file}: the file is empty; expected a header`] };
  const problems = [...headerProblems(header.cells, file, names)];
  const rows = rest.map(({ cells, line }) => ({ cells, source: { file, line, column: 1 } }));
  for (const { cells, source } of rows) {
    if (cells.length === header.cells.length) continue;
    problems.push(`${formatSource(source)}: the row has ${cells.length} cells, the header has ${header.cells.length}`);
  }
  if (problems.length > 0) return { kind: "problems", problems };
  return { kind: "rows", rows: rows.map(({ cells, source }) => ({ source, cells: named(header.cells, cells) })) };
}

function headerProblems(header: readonly string[], file: string, names: readonly string[]): string[] {
  const unknown = header.filter((name) => !names.includes(name));
  const seen = new Set<string>();
  const twice = header.filter((name) => seen.size === seen.add(name).size);
  return [
    ...unknown.map(
      (name) => `${file}:1:1: unknown column ${quoteText(name)} in the header; known columns: ${names.join(", ")}`,
    ),
    ...twice.map((name) => `${file}:1:1: the header has the column ${quoteText(name)} twice`),
  ];
}

function named(header: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""]).filter(([, cell]) => cell !== ""));
}

interface CsvLine {
  readonly cells: readonly string[];
  readonly line: number;
}

interface Cell {
  readonly text: string;
  /** Where the cell ends. */
  readonly end: number;
}

// The lines, or the number of the one that cannot be read.
function splitCsv(text: string): readonly CsvLine[] | number {
  const lines: CsvLine[] = [];
  const delimiter = /^[^\r\n]*;/.test(text) ? ";" : ",";
  let cells: string[] = [];
  let line = 1;
  let start = 1;
  let at = 0;
  while (at < text.length || cells.length > 0) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter);
    if (!cell) return line;
    const end = endAfter(cell, text, delimiter);
    if (end === undefined) return line;
    line += text.slice(at, end).split(/\r\n|\r|\n/).length - 1;
    at = end;
    cells.push(cell.text.trim());
    if (text[cell.end] === delimiter) continue;
    lines.push({ cells, line: start });
    cells = [];
    start = line;
  }
  return lines;
}

/** Where the delimiter or line end behind a cell ends; undefined when something else is there. */
function endAfter({ end }: Cell, text: string, delimiter: string): number | undefined {
  if (end === text.length) return end;
  if (text[end] === delimiter) return end + 1;
  LINE_END.lastIndex = end;
  return LINE_END.test(text) ? LINE_END.lastIndex : undefined;
}

function plainCell(text: string, at: number, delimiter: keyof typeof PLAIN): Cell {
  const plain = PLAIN[delimiter];
  plain.lastIndex = at;
  const cell = plain.exec(text)?.[0] ?? "";
  return { text: cell, end: at + cell.length };
}

/** A cell quoted as in RFC 4180; undefined when it is never closed. */
function quotedCell(text: string, at: number): Cell | undefined {
  let end = text.indexOf('"', at + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end < 0 ? undefined : { text: text.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 };
}
