import { formatSource, type Source } from "../diagnostics/diagnostic.ts";
import type { PlateKey } from "../values/plate.ts";
import { accountIdOf, accountScope, compareScopes, type Scope } from "../values/scope.ts";
import type { InterfaceSettings } from "./interface-settings.ts";
import type { SkippedRows, UnclearRow, WatchedList } from "./list-file.ts";
import type { LiveState, ScopeMemory } from "./live-state.ts";
import type { Policy } from "./policy.ts";

/** Whose lists are kept: the one global list, with features, or those of billing accounts (interface 3). */
export type Mode = "global" | "billing-account";

/** What a fleet file may say of a car beside its plate and features. Each key has a row in `schema/values/car-fields.ts`. */
export interface CarValues {
  /** Where the car is registered, ISO 3166-1 alpha-2: its own or the file's default. Never sent, and no part of a difference. */
  readonly country?: string;
  /** First day on the list, YYYY-MM-DD in the file's time zone. */
  readonly validFrom?: string;
  /** Last day on the list, YYYY-MM-DD in the file's time zone. */
  readonly validUntil?: string;
  readonly note?: string;
}

/** One car that should be on a list. */
export interface DesiredEntry extends CarValues {
  /** The plate as written. */
  readonly licenseNumber: string;
  readonly plateKey: PlateKey;
  /** Sorted, without duplicates; always empty in billing-account mode, which knows no features. */
  readonly features: readonly string[];
  readonly source: Source;
}

/** One car that must not be on a list. */
export interface AbsentCar {
  /** The plate as written. */
  readonly licenseNumber: string;
  readonly plateKey: PlateKey;
  readonly source: Source;
  /** First day from which it must not be there, YYYY-MM-DD in the file's time zone; at once when absent. */
  readonly since?: string;
  readonly reason?: string;
}

/** The cars that should be on one list. */
export interface DesiredScope {
  readonly scope: Scope;
  /** The account's name in the fleet file. */
  readonly name?: string;
  readonly source: Source;
  readonly entries: ReadonlyMap<PlateKey, DesiredEntry>;
  /** Cars that must not be on it, also when somebody else put them there; none of them is in `entries`. */
  readonly absent?: ReadonlyMap<PlateKey, AbsentCar>;
  /** Its list files that are compared with what they held in earlier runs. */
  readonly lists?: readonly WatchedList[];
  /** Rows of its lists that may be cars of it, and are not as far as is known: they hold deletes. */
  readonly unclear?: readonly UnclearRow[];
}

/** A file that the desired state was read from. */
export interface DesiredFile {
  /** As the user named it, with forward slashes. */
  readonly path: string;
  /** Hex digest of the bytes. */
  readonly sha256: string;
}

/**
 * Gives the desired state with the rows for which something speaks as cars and the others as unclear, and what is wrong with a
 * list of which too many are.
 */
export type RowJudge = (
  desired: DesiredState,
  live: Pick<LiveState, "scopes" | "memory">,
) => { readonly desired: DesiredState; readonly wrongList?: string };

/** All that the fleet files say. Scopes are in the order of `compareScopes`. */
export interface DesiredState {
  readonly mode: Mode;
  readonly scopes: readonly DesiredScope[];
  readonly policy: Policy;
  readonly interface: InterfaceSettings;
  /** IANA name; decides when a day starts for `validFrom`, `validUntil` and `until`. */
  readonly timeZone: string;
  /** What was left out of list files; absent when nothing was. */
  readonly skippedRows?: readonly SkippedRows[];
  /** Judges the rows of lists again by what is known of the live lists; absent where there is no list. */
  readonly judge?: RowJudge;
  /** Rows of lists that are not cars as far as is known; absent when there are none. */
  readonly unclear?: readonly UnclearRow[];
  readonly files: readonly DesiredFile[];
  /** The other lists of the files, where a run looks at some only. */
  readonly notLookedAt?: OtherLists;
}

/** Lists that the files declare and a run does not look at: only which cars they want today is known here. */
export interface OtherLists {
  readonly scopes: ReadonlySet<Scope>;
  readonly wanted: ReadonlyMap<PlateKey, Scope>;
}

/** The desired state of a run that looks at some lists on that day (YYYY-MM-DD). */
export function limitedTo(desired: DesiredState, chosen: readonly Scope[], day: string): DesiredState {
  const isChosen = new Set(chosen);
  const others = desired.scopes.filter(({ scope }) => !isChosen.has(scope));
  if (others.length === 0) return desired;
  const notLookedAt = { scopes: new Set(others.map(({ scope }) => scope)), wanted: wantedOn(others, day) };
  return { ...desired, scopes: desired.scopes.filter(({ scope }) => isChosen.has(scope)), notLookedAt };
}

/** All lists that the files declare. */
export function declaredScopes({ scopes, notLookedAt }: DesiredState): ReadonlySet<Scope> {
  return new Set([...scopes.map(({ scope }) => scope), ...(notLookedAt?.scopes ?? [])]);
}

/** Those of the server's billing accounts, by id, that no fleet file declares or ignores; each once. */
export function unmanagedAccounts(desired: DesiredState, baIds: readonly string[]): readonly string[] {
  const declared = declaredScopes(desired);
  const { ignoredAccounts } = desired.policy;
  return [...new Set(baIds)].filter((baId) => !declared.has(accountScope(baId)) && !ignoredAccounts.has(baId));
}

/** A list that no fleet file declares any more, and that held cars when it did. */
export interface ForgottenList {
  readonly scope: Scope;
  /** How many cars the state knows on it: those in doubt among them, and those that were there before platectl. */
  readonly cars: number;
}

/**
 * The lists that the state knows cars of and that no fleet file declares or ignores, in the order of scopes. Lists that are
 * declared and not part of this run are not among them.
 */
export function forgottenLists(
  desired: DesiredState,
  memory: ReadonlyMap<Scope, ScopeMemory>,
): readonly ForgottenList[] {
  const declared = declaredScopes(desired);
  return [...memory]
    .map(([scope, { entries, lastCount = 0 }]) => ({ scope, cars: Math.max(entries.size, lastCount) }))
    .filter(({ scope, cars }) => {
      const isIgnored = desired.policy.ignoredAccounts.has(accountIdOf(scope) ?? "");
      return cars > 0 && !declared.has(scope) && !isIgnored;
    })
    .sort((left, right) => compareScopes(left.scope, right.scope));
}

/** Whether the entry belongs on its list on that day (YYYY-MM-DD; such days order as text). */
export function isValidOn(entry: Pick<CarValues, "validFrom" | "validUntil">, day: string): boolean {
  return (
    (entry.validFrom === undefined || entry.validFrom <= day) &&
    (entry.validUntil === undefined || day <= entry.validUntil)
  );
}

/** The cars that these lists want on that day (YYYY-MM-DD), each with the first list that wants it. */
export function wantedOn(lists: readonly DesiredScope[], day: string): ReadonlyMap<PlateKey, Scope> {
  const wanted = new Map<PlateKey, Scope>();
  for (const { scope, entries } of lists)
    for (const entry of entries.values())
      if (isValidOn(entry, day) && !wanted.has(entry.plateKey)) wanted.set(entry.plateKey, scope);
  return wanted;
}

/** Cars of files that are not wanted on a day: their last day is over, or their first one is still to come. */
export interface CarsNotWantedToday {
  /** All cars of these files. */
  readonly cars: number;
  readonly ended: number;
  readonly notBegun: number;
}

/** What files hold beside the cars that are wanted on a day; nothing where they hold no more. */
export interface CarsAside {
  readonly notToday?: CarsNotWantedToday;
  readonly skippedRows?: readonly SkippedRows[];
  readonly unclearRows?: readonly UnclearInDocument[];
}

/** An unclear row as documents show it. */
export interface UnclearInDocument extends Pick<UnclearRow, "list" | "reason" | "remedy" | "scope"> {
  /** `FILE:LINE:COLUMN`, or the cell of a workbook. */
  readonly source: string;
  /** The cell as it is written. */
  readonly licenseNumber: string;
}

/** What is beside the cars that some lists of the files want on that day (YYYY-MM-DD). */
export function carsAside(
  { skippedRows, unclear }: Pick<DesiredState, "skippedRows" | "unclear">,
  lists: Iterable<Pick<DesiredScope, "entries">>,
  day: string,
): CarsAside {
  let [cars, ended, notBegun] = [0, 0, 0];
  for (const { entries } of lists) {
    cars += entries.size;
    for (const { validFrom, validUntil } of entries.values()) {
      if (validUntil !== undefined && validUntil < day) ended += 1;
      else if (validFrom !== undefined && day < validFrom) notBegun += 1;
    }
  }
  return {
    ...(ended + notBegun > 0 && { notToday: { cars, ended, notBegun } }),
    ...(skippedRows && { skippedRows }),
    ...(unclear && { unclearRows: unclear.map(inDocument) }),
  };
}

function inDocument({ source, list, text, reason, remedy, scope }: UnclearRow): UnclearInDocument {
  return { source: formatSource(source), list, licenseNumber: text, reason, remedy, ...(scope && { scope }) };
}
