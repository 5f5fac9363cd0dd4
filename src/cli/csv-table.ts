import { formatSource, type Source } from "../allowlist/index.ts";
import { show } from "../schema/show.ts";

/** A row of a CSV by the names of its header; cells that are empty are left out. */
export interface CsvRecord {
  readonly source: Source;
  readonly cells: Readonly<Record<string, string>>;
}

/** The rows of a CSV, or every reason why it cannot be read. */
export type CsvReading =
  | { readonly kind: "rows"; readonly rows: readonly CsvRecord[] }
  | { readonly kind: "problems"; readonly problems: readonly string[] };

// A cell is quoted as in RFC 4180, or plain without any quote; what ends it tells whether the row goes on.
const CELLS = {
  ",": /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(\r\n|\r|\n|,|$)/y,
  ";": /(?:"((?:[^"]|"")*)"|([^";\r\n]*))(\r\n|\r|\n|;|$)/y,
} as const;

/** Reads a CSV with a header that has these names and no others; `,` or `;` separates, whichever the header has. */
export function readCsvTable(text: string, file: string, names: readonly string[]): CsvReading {
  const lines = splitCsv(text.replace(/^\ufeff/, ""));
  if (typeof lines === "number") {
    const what = "a quoted cell is never closed, or a quote stands where none may: write it twice in a quoted cell";
    return { kind: "problems", problems: [`${file}:${lines}:1: ${what}`] };
  }
  const [header, ...rest] = lines.filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (!header) return { kind: "problems", problems: [`${file}: the file is empty; a header is due`] };
  const problems = [...headerProblems(header.cells, file, names)];
  const rows = rest.map(({ cells, line }) => ({ cells, source: { file, line, column: 1 } }));
  for (const { cells, source } of rows) {
    if (cells.length === header.cells.length) continue;
    problems.push(`${formatSource(source)}: the row has ${cells.length} cells, the header has ${header.cells.length}`);
  }
  if (problems.length > 0) return { kind: "problems", problems };
  return { kind: "rows", rows: rows.map(({ cells, source }) => ({ source, cells: named(header.cells, cells) })) };
}

/** The names in the first line of a CSV; none when it cannot be read. */
export function csvHeader(text: string): readonly string[] {
  const [first = ""] = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/, 1);
  const lines = splitCsv(first);
  return typeof lines === "number" ? [] : (lines[0]?.cells ?? []);
}

function headerProblems(header: readonly string[], file: string, names: readonly string[]): string[] {
  const unknown = header.filter((name) => !names.includes(name));
  const twice = header.filter((name, at) => header.indexOf(name) < at);
  return [
    ...unknown.map(
      (name) => `${file}:1:1: the header has the unknown column ${show(name)}; known are ${names.join(", ")}`,
    ),
    ...twice.map((name) => `${file}:1:1: the header has the column ${show(name)} twice`),
  ];
}

function named(header: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""]).filter(([, cell]) => cell !== ""));
}

interface CsvLine {
  readonly cells: readonly string[];
  readonly line: number;
}

// The lines, or the number of the one that cannot be read.
function splitCsv(text: string): readonly CsvLine[] | number {
  const lines: CsvLine[] = [];
  const delimiter = /^[^\r\n]*;/.test(text) ? ";" : ",";
  const cell = CELLS[delimiter];
  let cells: string[] = [];
  let line = 1;
  let start = 1;
  cell.lastIndex = 0;
  while (cell.lastIndex < text.length || cells.length > 0) {
    const match = cell.exec(text);
    if (!match) return line;
    const [whole, quoted, plain = "", end = ""] = match;
    cells.push((quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim());
    line += whole.split(/\r\n|\r|\n/).length - 1;
    if (end === delimiter) continue;
    lines.push({ cells, line: start });
    cells = [];
    start = line;
  }
  return lines;
}
