import type { Scope } from "../values/scope.ts";
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
