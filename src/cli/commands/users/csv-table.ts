import { formatSource, type Source } from "../../../allowlist/index.ts";
import { type Cell, cellReference, quoteText, type Row, readRows, type TableDecoding } from "../../../schema/index.ts";
import { fixByOption } from "../../input/fix-by-option.ts";

/** A row of a table by the names of its header; cells that are empty are left out. */
export interface CsvRecord {
  readonly source: Source;
  readonly cells: Readonly<Record<string, string>>;
}

/** The rows of a table that can be read, and what is wrong with the others. */
export interface CsvReading {
  readonly rows: readonly CsvRecord[];
  readonly problems: readonly string[];
}

/** What our own CSV puts before a cell that a spreadsheet would take for a formula, such as a phone number. */
const FORMULA_MARK = /^'(?=[=+\-@])/;

/**
 * Reads a CSV or a workbook with a header of these names, in any case and with any blanks; columns that are ignored may stand
 * beside them.
 */
export async function readCsvTable(
  bytes: Buffer,
  file: string,
  decoding: TableDecoding,
  columns: readonly string[],
  ignored: readonly string[] = [],
): Promise<CsvReading> {
  const all: Row[] = [];
  const { sheet, problem } = await readRows(bytes, file, decoding, columns, (row) => all.push(row));
  const problems = problem
    ? [`${file}:${problem.line}:${problem.column}: ${problem.message} ${fixByOption(problem.fix)}`]
    : [];
  const [header, ...below] = all;
  if (!header) return { rows: [], problems: problem ? problems : [`${file}: the file is empty; expected a header`] };
  const names = header.cells.map((cell) => nameOf(cell, columns, ignored));
  problems.push(...headerProblems(header, names, file, columns));
  if (problems.length > 0) return { rows: [], problems };
  const rows = below.flatMap(({ cells, line }): CsvRecord[] => {
    const source = { file, line, column: 1, ...(sheet !== undefined && { cell: cellReference(sheet, line, 0) }) };
    const wrong = cells.findIndex((cell) => typeof cell !== "string" && cell.kind !== "number");
    const isWhole = sheet === undefined ? cells.length === names.length : cells.length <= names.length;
    if (isWhole && wrong < 0) return [{ source, cells: named(names, cells) }];
    problems.push(
      isWhole
        ? `${formatSource(source)}: the cell of the column ${quoteText(names[wrong] ?? "")} holds no text; format it as Text and type it again`
        : `${formatSource(source)}: the row has ${cells.length} cells, the header has ${names.length}`,
    );
    return [];
  });
  return { rows, problems };
}

function textOf(cell: Cell = ""): string {
  if (typeof cell === "string") return cell;
  return cell.kind === "number" ? cell.stored : "";
}

// The name that is meant, an empty one for a column that is passed over, and undefined for one that is not known.
function nameOf(
  cell: Row["cells"][number],
  columns: readonly string[],
  ignored: readonly string[],
): string | undefined {
  const meant = looseName(textOf(cell));
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
  const unknown = cells.filter((_, at) => names[at] === undefined).map(textOf);
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
  const pairs = names.map((name = "", at) => [name, textOf(cells[at]).replace(FORMULA_MARK, "")] as const);
  return Object.fromEntries(pairs.filter(([name, cell]) => name !== "" && cell !== ""));
}
