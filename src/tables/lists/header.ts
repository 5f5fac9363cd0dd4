import { readPlate } from "../../allowlist/index.ts";
import { type CarField, COLUMN_FIELDS, isCarField, valueForAll } from "../../schema/values/index.ts";
import { filledWidth, nameIn, type Row } from "../spreadsheet/cell.ts";
import type { ListReference } from "./list-shape.ts";
import { isNameOfPerson, isPlateColumnName } from "./plate-words.ts";

/** The keys of a `carsFrom` item that name a column. */
export type ColumnKey = ValueColumn | `where ${string}`;
/** Those of a value of the car. */
export type ValueColumn = "column" | CarField | "account";
const COLUMN_KEYS: readonly ValueColumn[] = ["column", ...COLUMN_FIELDS, "account"];

/** Which column each key names, from 0. */
export type Columns = ReadonlyMap<ColumnKey, number>;

/** The columns that a `carsFrom` item names. A value that holds for all cars names none. */
export function namedColumns(reference: ListReference): readonly (readonly [ColumnKey, string])[] {
  const conditions = Object.keys({ ...reference.where, ...reference.whereNot });
  const values = COLUMN_KEYS.flatMap((key): [ColumnKey, string][] => {
    const name = reference[key];
    return name === undefined || (isCarField(key) && valueForAll(key, name) !== undefined) ? [] : [[key, name]];
  });
  return [...values, ...conditions.map((name): [ColumnKey, string] => [`where ${name}`, name])];
}

/** The name of a column without what people change in it: case and blanks. */
export function looseName(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/\s+/g, "");
}

/** Whether a cell of the first row is rather a plate than the name of a column. */
export function looksLikePlate(cell: string): boolean {
  const isOneCase = cell === cell.toUpperCase() || cell === cell.toLowerCase();
  const digits = cell.replace(/\P{Nd}/gu, "").length;
  const isMixed = digits > (cell === cell.toUpperCase() ? 0 : 1) && (cell.length > 4 || /\p{L}/u.test(cell));
  return isOneCase && isMixed && readPlate(cell, { foldLookalikes: false }).kind === "plate";
}

/** How many rows that are not empty may hold the names of the columns, where no row is named. */
const HEADER_ROWS = 20;
/** The rows that a list is judged by before its cars are read: the farthest header that `header` can name, and what is below. */
export const HEAD_ROWS = 125;
/** How many rows below the header are looked at for what they hold. */
const SAMPLE_ROWS = 20;

/** Where the names of the columns are, and what they are. */
export interface Header {
  /** One row or two; none where the first row is a car already. */
  readonly rows: readonly Row[];
  readonly names: readonly string[];
  /** The names by row where there are two, each of which names a column, too. */
  readonly otherNames: readonly (readonly string[])[];
}

/** Which row has the names that a list is read by. */
export interface HeaderFinding {
  /** The likely one where none has all names. */
  readonly header: Header;
  readonly hasAll: boolean;
  /** The rows of other headers that have all names and differ. */
  readonly rivals: readonly number[];
}

/**
 * Finds the names of the columns in the first rows of a list: in the row that `header` names, else in the one of the first 20
 * that has all columns that are named, or the column of plates where it is not. A title and other words may be above it.
 */
export function findHeader(head: readonly Row[], reference: ListReference): HeaderFinding {
  const { header: place } = reference;
  const names = namedColumns(reference).map(([, name]) => name);
  const hasAll = (header: Header) =>
    names.every((name) => indexesOf(name, header, reference).length > 0) &&
    (reference.column !== undefined || header.names.some(isPlateColumnName));
  if (place === false) return sole(withoutHeader(head), hasAll);
  if (place !== undefined) return sole(headerAt(head, indexOfLine(head, place), reference), hasAll);
  const tops = head.slice(0, HEADER_ROWS);
  const tried = tops.map((_, at) => headerAt(head, at, reference));
  const found = tried.filter(hasAll);
  const pairs = found.length > 0 ? [] : tops.slice(1).map((_, at) => pairAt(tops, at));
  const [header, ...rivals] = likeliest([...found, ...pairs.filter(hasAll)], head);
  if (header) return { header, hasAll: true, rivals: rivals.map(({ rows }) => rows[0]?.line ?? 0) };
  return sole(tried.find((one) => hasPlates(one, reference)) ?? widest(tried), hasAll);
}

/** The columns that a name means: those of exactly that name, else those that differ in case and blanks. */
export function indexesOf(name: string, { names, otherNames }: Header, { header }: ListReference): readonly number[] {
  if (header === false) return /^[1-9]\d{0,4}$/.test(name) && Number(name) <= names.length ? [Number(name) - 1] : [];
  const loose = looseName(name);
  for (const among of [names, ...otherNames]) {
    for (const matches of [(one: string) => one === name, (one: string) => looseName(one) === loose]) {
      const found = among.flatMap((one, at) => (matches(one) ? [at] : []));
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** Rows below a header, as many as are looked at for what they hold, or another number. */
export function rowsBelow(header: Header, head: readonly Row[], most = SAMPLE_ROWS): readonly Row[] {
  const last = header.rows.at(-1)?.line ?? 0;
  return head.filter((row) => row.line > last && !isHeaderAgain(row, header)).slice(0, most);
}

/** Whether a row repeats the header, as those of printed pages do. */
export function isHeaderAgain({ cells }: Row, { rows }: Header): boolean {
  return rows.some((line) => line.cells.every((cell, at) => nameIn(cell) === nameIn(cells[at] ?? "")));
}

function indexOfLine(head: readonly Row[], wanted: number): number {
  return head.findIndex(({ line }) => line === wanted);
}

function sole(header: Header, hasAll: (header: Header) => boolean): HeaderFinding {
  return { header, hasAll: hasAll(header), rivals: [] };
}

function withoutHeader([first]: readonly Row[]): Header {
  return { rows: [], names: (first?.cells ?? []).map(nameIn), otherNames: [] };
}

function headerAt(head: readonly Row[], at: number, reference: ListReference): Header {
  const row = head[at];
  const next = head[at + 1];
  if (!row) return { rows: [], names: [], otherNames: [] };
  const names = namesIn(row);
  const header = { rows: [row], names, otherNames: [] };
  const plate = names.findIndex((name) => isPlateColumn(name, reference));
  return next && plate >= 0 && isSecondLine(namesIn(next), names, plate) ? pairAt(head, at) : header;
}

// What a group of columns is called is in the upper line, above its first column; what is merged has its name there, too.
function pairAt(head: readonly Row[], at: number): Header {
  const rows = head.slice(at, at + 2);
  const [upper = [], lower = []] = rows.map(namesIn);
  const width = Math.max(upper.length, lower.length);
  if (lower.some((name) => /\p{Nd}/u.test(name))) return { rows, names: [], otherNames: [] };
  const isGroup = (column: number) => (upper[column + 1] ?? "") === "" && (lower[column + 1] ?? "") !== "";
  const names: string[] = [];
  for (let column = 0; column < width; column += 1) {
    const [above = "", below = ""] = [upper[column], lower[column]];
    names.push(above === "" || (below !== "" && isGroup(column)) ? below : above);
  }
  const groupOf = (column: number) => upper.slice(0, column + 1).findLast((name) => name !== "") ?? "";
  const distinct = names.map((name, column) =>
    name !== "" && names.indexOf(name) !== names.lastIndexOf(name) ? `${groupOf(column)} ${name}` : name,
  );
  return { rows, names: distinct, otherNames: [upper, lower] };
}

// Units, the same names in another language, or the names of columns below those of groups. No car is lost: such a row has no plate.
function isSecondLine(names: readonly string[], above: readonly string[], plate: number): boolean {
  const filled = names.filter((name) => !/^-*$/.test(name));
  const inPlates = names[plate] === "-" ? "" : (names[plate] ?? "");
  if (names.every((name) => name === "") || filled.some((name) => /\p{Nd}/u.test(name))) return false;
  if (inPlates !== "" && !isUnit(inPlates)) return isPlateColumnName(inPlates);
  return (
    filled.filter(isUnit).length * 2 >= filled.length ||
    names.some((name, at) => name !== "" && (above[at] ?? "") === "")
  );
}

const UNIT = "km|kw|ps|kr|eur|dkk|sek|nok|pln|zł|gbp|chf|[€£%]";
/** In brackets, a unit by itself or for another, the form of days, or what kind of value is below. */
const UNITS = new RegExp(
  `^(?:[([].*[)\\]]|(?:in )?(?:${UNIT})(?: ?/ ?\\p{L}+)?|\\p{L}{1,4}(?:[./-]\\p{L}{1,4}){2}|text|tekst|texte|testo|string|datum|date|zahl|number)$`,
  "iu",
);

// Also words for parts of names: `Name, Vorname` below `Fahrer`.
function isUnit(name: string): boolean {
  return UNITS.test(name) || name.split(/[,/ ]+/).every(isNameOfPerson);
}

function isPlateColumn(name: string, { column }: ListReference): boolean {
  return column === undefined ? isPlateColumnName(name) : looseName(name) === looseName(column);
}

function hasPlates({ names }: Header, reference: ListReference): boolean {
  return names.some((name) => isPlateColumn(name, reference));
}

// Of several, those that are as wide as the rows below them; a header that is repeated on each page is one.
function likeliest(headers: readonly Header[], head: readonly Row[]): readonly Header[] {
  const [first, ...others] = headers.filter(({ rows: [row] }) => !headers.some(({ rows }) => rows[1] === row));
  if (!first || others.length === 0) return first ? [first] : [];
  const wide = [first, ...others].filter((one) =>
    rowsBelow(one, head).every(({ cells }) => filledWidth(cells) <= one.names.length),
  );
  const [likely = first, ...rivals] = wide.length > 0 ? wide : [first, ...others];
  return [likely, ...rivals.filter(({ names }) => names.join("\n") !== likely.names.join("\n"))];
}

function widest(headers: readonly Header[]): Header {
  const width = Math.max(0, ...headers.map(({ names }) => names.length));
  return headers.find(({ names }) => names.length === width) ?? { rows: [], names: [], otherNames: [] };
}

function namesIn({ cells }: Row): readonly string[] {
  return cells.slice(0, filledWidth(cells)).map(nameIn);
}
