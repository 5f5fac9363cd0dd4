import type { Scope } from "../values/scope.ts";
import { quoted } from "../values/text.ts";
import type { ErrorCode, WarningCode } from "./diagnostic-codes.ts";

/** A place in a file that the user wrote; line and column count from 1, the column in characters. */
export interface Source {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** In a workbook, the cell as Excel names it: `Cars!B17`. */
  readonly cell?: string;
}

/** Why a warning is accepted, and the last day on which it is. */
export interface AcceptedBy {
  readonly reason: string;
  readonly until?: string;
}

/** Something the user should know or fix. Collected, never thrown one by one. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** Stable, for filters and tests: `duplicate-plate`, `unknown-key`, … */
  readonly code: ErrorCode | WarningCode;
  /** What is wrong, in one sentence that names the offender. */
  readonly message: string;
  readonly source?: Source;
  /** The car that it is about, as written, where it is about one. */
  readonly licenseNumber?: string;
  /** The list that it is about, where it is about one. */
  readonly scope?: Scope;
  /** Warnings only: the reviewed file accepts it (`policy.accept`). */
  readonly accepted?: AcceptedBy;
  /** What to write or do instead. */
  readonly fix?: string;
}

/** `fleet.yaml:12:5`, or `leasing.xlsx:Cars!B17`. */
export function formatSource({ file, line, column, cell }: Source): string {
  // Two pieces, the second of which is short: such a text of each of many cars takes half of the time and memory.
  return file + (cell === undefined ? `:${line}:${column}` : `:${cell}`);
}

/** A row of the server's that cannot be judged: where it is, and why. */
export interface RowSetAside {
  /** The page that it stands on, as the server counts; absent where it was asked for by its id. */
  readonly page?: number;
  /** Id of the record or the parking user; empty where it cannot be read. */
  readonly id: string;
  /** Empty where it cannot be read, and for rows that name none. */
  readonly licensePlate: string;
  readonly reason: string;
}

/** ``page 3, record 323, plate `AB12345`: currency is not an object``; foreign text. */
export function setAsideInWords(what: string, { page, id, licensePlate, reason }: RowSetAside): string {
  const where = [
    ...(page === undefined ? [] : [`page ${page}`]),
    id === "" ? `a ${what} without an id` : `${what} ${id}`,
    ...(licensePlate === "" ? [] : [`plate ${quoted(licensePlate)}`]),
  ];
  return `${where.join(", ")}: ${reason}`;
}

/** Rows that could not be judged, the first of them by name. */
export interface RowsSetAside {
  count: number;
  readonly rows: RowSetAside[];
}

/** So many rows are named; a server all of whose rows are odd must not fill the memory. */
const MOST_NAMED = 100;

/** Counts a row that cannot be judged, and names it while there are few. */
export function setAside(all: RowsSetAside, row: RowSetAside): void {
  all.count += 1;
  if (all.rows.length < MOST_NAMED) all.rows.push(row);
}
