import { type PlateRules, plateKeyOf } from "../values/plate.ts";
import type { Scope } from "../values/scope.ts";
import { quoted } from "../values/text.ts";
import type { AcceptableCode, ErrorCode, WarningCode } from "./diagnostic-codes.ts";

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
  /** The page that it is on, as the server counts; absent where it was asked for by its id. */
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

/** At most this many rows are named; a server all of whose rows are odd must not fill the memory. */
const MOST_NAMED = 100;

/** Counts a row that cannot be judged, and names it while there are few. */
export function setAside(all: RowsSetAside, row: RowSetAside): void {
  all.count += 1;
  if (all.rows.length < MOST_NAMED) all.rows.push(row);
}

/** A warning, or a finding of an audit, that somebody has looked at, in the reviewed file (`policy.accept`, `policy.audit.accept`): it does not count, until a day. */
export interface Acceptance<Code extends string = AcceptableCode> {
  /** Of the warning, or the rule of the finding. */
  readonly code: Code;
  /** Only for this car, in any spelling. */
  readonly licenseNumber?: string;
  /** Only for this list. */
  readonly scope?: Scope;
  /** Last day on which it holds, YYYY-MM-DD in the file's time zone. */
  readonly until?: string;
  readonly reason: string;
  readonly source: Source;
}

/** What a warning is about, as far as an acceptance can name it. */
export type AboutWarning = Pick<Diagnostic, "licenseNumber" | "scope"> & { readonly code: string };

/** Finds the acceptance that a warning or finding falls under, and remembers which ones were found. */
export class Acceptances<Code extends string = AcceptableCode> {
  readonly #byTarget = new Map<string, Acceptance<Code>>();
  readonly #codes: ReadonlySet<string>;
  readonly #rules: PlateRules;
  readonly #found = new Set<Acceptance<Code>>();
  readonly #all: readonly Acceptance<Code>[];
  readonly #day: string;

  /** Those whose last day is before `day` are not found. */
  constructor(all: readonly Acceptance<Code>[], rules: PlateRules, day: string) {
    this.#all = all;
    this.#day = day;
    this.#rules = rules;
    this.#codes = new Set(all.map(({ code }) => code));
    // Of two for the same target, the one that holds longer.
    for (const one of all) {
      const target = this.#targetOf(one.code, one.licenseNumber, one.scope);
      const other = this.#byTarget.get(target);
      if (!other || isPast(other, day)) this.#byTarget.set(target, one);
    }
  }

  /** The acceptance of such a warning: one that names the car before one for all cars. */
  find({ code, licenseNumber, scope }: AboutWarning): Acceptance<Code> | undefined {
    if (!this.#codes.has(code)) return undefined;
    const plates = licenseNumber === undefined ? [undefined] : [licenseNumber, undefined];
    const scopes = scope === undefined ? [undefined] : [scope, undefined];
    const found = plates.flatMap((plate) =>
      scopes.flatMap((list) => this.#byTarget.get(this.#targetOf(code, plate, list)) ?? []),
    );
    for (const one of found) this.#found.add(one);
    return found.find((one) => !isPast(one, this.#day));
  }

  /** The warning, marked where it is accepted. */
  mark<Warning extends AboutWarning>(warning: Warning): Warning & { readonly accepted?: AcceptedBy } {
    const accepted = this.acceptedBy(warning);
    return accepted ? { ...warning, accepted } : warning;
  }

  /** Why such a warning is accepted; undefined when it is not. */
  acceptedBy(warning: AboutWarning): AcceptedBy | undefined {
    const found = this.find(warning);
    return found && { reason: found.reason, ...(found.until !== undefined && { until: found.until }) };
  }

  /** Those that no warning fell under, and those that have ended although warnings still fall under them. */
  outdated(isJudged: (one: Acceptance<Code>) => boolean): readonly OutdatedAcceptance<Code>[] {
    return this.#all.filter(isJudged).flatMap((acceptance): OutdatedAcceptance<Code>[] => {
      if (!this.#found.has(acceptance)) return [{ acceptance, why: "unused" }];
      return isPast(acceptance, this.#day) ? [{ acceptance, why: "past" }] : [];
    });
  }

  #targetOf(code: string, licenseNumber: string | undefined, scope: Scope | undefined): string {
    if (licenseNumber === undefined) return `${code} ${scope ?? ""}`;
    return `${code} ${scope ?? ""} ${plateKeyOf(licenseNumber, this.#rules) ?? `as written ${licenseNumber}`}`;
  }
}

/** An acceptance that should be removed, or looked at again. */
export interface OutdatedAcceptance<Code extends string = AcceptableCode> {
  readonly acceptance: Acceptance<Code>;
  readonly why: "unused" | "past";
}

/** What to say of it: "The acceptance of `plate-series` for AB1 matches no warning any more." */
export function outdatedText({ acceptance, why }: OutdatedAcceptance): string {
  const { code, licenseNumber, scope, until = "" } = acceptance;
  const car = licenseNumber === undefined ? "" : ` for \`${licenseNumber}\``;
  const list = scope === undefined ? "" : ` on ${scope}`;
  const what = `The acceptance of \`${code}\`${car}${list}`;
  return why === "past"
    ? `${what} ended on ${until}; its warnings are shown again.`
    : `${what} matches no warning (any more).`;
}

function isPast({ until }: Pick<Acceptance, "until">, day: string): boolean {
  return until !== undefined && until < day;
}
