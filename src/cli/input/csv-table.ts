import { formatSource, type Source } from "../../allowlist/index.ts";
import { quoteText } from "../../schema/quote-text.ts";
import type { Row } from "../../schema/spreadsheet/cell.ts";
import { explainMalformed, readDelimited } from "../../schema/spreadsheet/delimited-text.ts";

/** A row of a CSV by the names of its header; cells that are empty are left out. */
export interface CsvRecord {
  readonly source: Source;
  readonly cells: Readonly<Record<string, string>>;
}

/** The rows of a CSV that can be read, and what is wrong with the others. */
export interface CsvReading {
  readonly rows: readonly CsvRecord[];
  readonly problems: readonly string[];
}

/** What our own CSV puts before a cell that a spreadsheet would take for a formula, such as a phone number. */
const FORMULA_MARK = /^'(?=[=+\-@])/;

/** Reads a CSV with a header of these names, in any case and with any blanks; columns that are ignored may stand beside them. */
export function readCsvTable(
  text: string,
  file: string,
  columns: readonly string[],
  ignored: readonly string[] = [],
): CsvReading {
  const all: Row[] = [];
  const reading = readDelimited(text, columns, (row) => all.push(row));
  const problems: string[] = [];
  if (reading.kind !== "read") {
    const { message, fix } = explainMalformed(reading);
    problems.push(`${file}:${reading.line}:${reading.column}: ${message} ${fix}`);
  }
  const [header, ...below] = all;
  if (!header) return { rows: [], problems: [...problems, `${file}: the file is empty; expected a header`] };
  const names = header.cells.map((cell) => nameOf(cell, columns, ignored));
  problems.push(...headerProblems(header, names, file, columns));
  if (problems.length > 0) return { rows: [], problems };
  const rows = below.flatMap(({ cells, line }): CsvRecord[] => {
    const source = { file, line, column: 1 };
    if (cells.length === names.length) return [{ source, cells: named(names, cells) }];
    problems.push(`${formatSource(source)}: the row has ${cells.length} cells, the header has ${names.length}`);
    return [];
  });
  return { rows, problems };
}

// The name that is meant, an empty one for a column that is passed over, and undefined for one that is not known.
function nameOf(
  cell: Row["cells"][number],
  columns: readonly string[],
  ignored: readonly string[],
): string | undefined {
  const meant = looseName(String(cell));
  const isMeant = (name: string) => looseName(name) === meant;
  return columns.find(isMeant) ?? (ignored.some(isMeant) ? "" : undefined);
}

function looseName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function headerProblems(
  { cells, line }: Row,
  names: readonly (string | undefined)[],
  file: string,
  columns: readonly string[],
): string[] {
  const place = `${file}:${line}:1`;
  const unknown = cells.filter((_, at) => names[at] === undefined).map(String);
  const known = names.filter((name) => name !== undefined && name !== "");
  const twice = known.filter((name, at) => known.indexOf(name) !== at);
  return [
    ...unknown.map(
      (name) => `${place}: the header has the unknown column ${quoteText(name)}; known are ${columns.join(", ")}`,
    ),
    ...twice.map((name) => `${place}: the header has the column ${quoteText(name ?? "")} twice`),
  ];
}

function named(names: readonly (string | undefined)[], cells: Row["cells"]): Record<string, string> {
  const pairs = names.map((name = "", at) => [name, String(cells[at] ?? "").replace(FORMULA_MARK, "")] as const);
  return Object.fromEntries(pairs.filter(([name, cell]) => name !== "" && cell !== ""));
}
