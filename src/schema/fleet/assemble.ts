import {
  Acceptances,
  accountScope,
  compareScopes,
  type DesiredScope,
  type DesiredState,
  dayIn,
  formatSource,
  type Scope,
  type Source,
} from "../../allowlist/index.ts";
import { type JudgedRows, judgeRows, type PlateColumn, wrongListInWords } from "../../plate-series/index.ts";
import type { Lists, PlacedReference } from "../../tables/index.ts";
import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { CarCollector, FeaturePool, NO_FEATURES, SkippedCounter } from "./car-collector.ts";
import { type FleetPart, isWritten, locate, locateKey, referencesAt } from "./fleet-part.ts";
import { readAbsent, readCarsSection, type SectionContext } from "./read-cars.ts";
import { type AccountCars, type RepeatReport, readListedCars } from "./read-listed-cars.ts";
import { warnOfSeries } from "./series-doubts.ts";
import { checkAcknowledgements, mergeSettings, type Settings, watchedLists } from "./settings.ts";
import type { ReadableAccount, ReadableFleet } from "./shape.ts";

interface Assembly {
  readonly parts: readonly FleetPart[];
  readonly lists: Lists;
  /** The `carsFrom` items at the top of all files. */
  readonly references: readonly PlacedReference[];
  readonly settings: Settings;
  readonly pool: FeaturePool;
  /** Today in the files' time zone, YYYY-MM-DD. */
  readonly day: string;
  readonly skipped: SkippedCounter;
  readonly columns: PlateColumn[];
  readonly repeats: RepeatReport[];
  readonly diagnostics: DiagnosticCollector;
}

/**
 * Joins the fleet files and their lists into one desired state, and reports what conflicts or is missing. `now`, in
 * milliseconds since the epoch, decides which acceptances of warnings have ended, and which of several rows of a car holds.
 */
export function assemble(
  files: readonly FleetPart[],
  lists: Lists,
  diagnostics: DiagnosticCollector,
  now = Date.now(),
): Omit<DesiredState, "files"> {
  const settings = mergeSettings(files, diagnostics);
  // A file of the other mode is wrong as a whole: what is said of its keys would be wrong advice.
  const parts = files.filter(({ fleet: { mode = settings.mode } }) => mode === settings.mode);
  const day = dayIn(settings.timeZone, now);
  diagnostics.accept(new Acceptances(settings.policy.accept, settings.interface, day));
  const assembly: Assembly = {
    parts,
    lists,
    references: parts.flatMap((part) => referencesAt(part, [], part.fleet.carsFrom)),
    settings,
    pool: new FeaturePool(diagnostics),
    day,
    skipped: new SkippedCounter(),
    columns: [],
    repeats: [],
    diagnostics,
  };
  const read = settings.mode === "global" ? [globalScope(assembly)] : accountScopes(assembly);
  const judged: JudgedRows =
    assembly.columns.length > 0 ? judgeRows(read, assembly.columns) : { scopes: read, unclear: [], wrongLists: [] };
  const { scopes, unclear, judge } = judged;
  const said = reportJudged(judged, assembly);
  warnOfSeries(scopes, diagnostics);
  checkAcknowledgements(settings, scopes, diagnostics);
  diagnostics.warnOfAcceptances();
  const skippedRows = assembly.skipped.all();
  return {
    ...settings,
    scopes: [...scopes].sort((left, right) => compareScopes(left.scope, right.scope)),
    ...(skippedRows.length > 0 && { skippedRows }),
    ...(judge && { judge }),
    ...(unclear.length > 0 && { unclear: unclear.filter((row) => !said.has(row)) }),
  };
}

/** Reports lists that are wrong, and repeated plates whose rows are cars. Gives the rows of which all is said. */
function reportJudged({ scopes, wrongLists }: JudgedRows, { repeats, diagnostics }: Assembly) {
  const cars = new Map(scopes.map((one) => [one.scope, one.entries]));
  for (const { plateKey, scope, report } of repeats) if (cars.get(scope)?.has(plateKey)) report();
  for (const list of wrongLists)
    diagnostics.explained({ code: "unclear-list", ...wrongListInWords(list) }, list.unclear[0].source);
  return new Set(wrongLists.flatMap((list) => list.unclear));
}

function createCars(scope: Scope | undefined, { settings, diagnostics }: Assembly): CarCollector {
  return new CarCollector({ rules: settings.interface, scope, diagnostics });
}

function globalScope(assembly: Assembly): DesiredScope {
  const { parts, diagnostics } = assembly;
  const cars = createCars("global", assembly);
  const defaults = defaultsOf(parts)?.features ?? [];
  for (const part of parts) {
    forbid(
      part,
      "accounts",
      "`accounts` belongs to billing-account mode.",
      "Write `cars:`, or change `mode`.",
      diagnostics,
    );
    const features = assembly.pool.of(defaults, locateKey(part, [], "defaults"));
    const number = readCarsSection(part.fleet, [], cars, createSectionContext(assembly, part, features, false));
    checkCount(part, [], part.fleet.count, number, diagnostics);
  }
  const source = parts[0] ? locateKey(parts[0], [], "cars") : { file: "", line: 1, column: 1 };
  const { entries } = cars;
  const sections = parts.map((part) => ({ written: part.fleet.absent, part, path: [] }));
  const absent = readAbsent(sections, entries, assembly.settings.interface, diagnostics);
  const lists = watchedLists(assembly.references, assembly.lists, entries, aboutLists(assembly));
  return { scope: "global", source, entries, ...absent, ...lists };
}

function accountScopes(assembly: Assembly): DesiredScope[] {
  const { parts, diagnostics } = assembly;
  const accounts = parts.flatMap((part) => readAccounts(part, assembly));
  const ownCars = new Map<FleetPart, number>();
  const byId = new Map<string, OpenAccount>();
  for (const one of accounts) {
    ownCars.set(one.part, (ownCars.get(one.part) ?? 0) + one.written);
    const { baId } = one.account;
    const first = baId === undefined ? undefined : byId.get(baId);
    if (first) reportRepeatedAccount(one, first, diagnostics);
    else if (baId !== undefined) byId.set(baId, one);
  }
  for (const part of parts) {
    const context = createSectionContext(assembly, part, undefined, true);
    const rows = readListedCars(part.fleet.carsFrom, [], { ...context, target: byId });
    checkCount(part, [], part.fleet.count, (ownCars.get(part) ?? 0) + rows, diagnostics);
  }
  return accounts.flatMap((one) => finishAccount(one, assembly));
}

function checkAccountKeys(part: FleetPart, diagnostics: DiagnosticCollector): void {
  for (const key of ["cars", "absent"]) {
    const fix = "Put the cars under an account in `accounts:`, or change `mode`.";
    forbid(part, key, `\`${key}\` at the top belongs to global mode.`, fix, diagnostics);
  }
  if (isWritten(part, ["defaults", "features"])) {
    const source = locateKey(part, ["defaults"], "features");
    const fix = "Remove it; in billing-account mode the interface accepts plates only.";
    diagnostics.error("features-not-accepted", "`features` is not allowed here.", source, fix);
  }
  if (!isWritten(part, ["accounts"])) {
    const fix = "Write `accounts:` with a `baId` and its cars, or `accounts: []` for none.";
    diagnostics.error("not-specified", "The file has no `accounts`.", locate(part, []), fix);
  }
}

/** An account whose own cars were read, and to which rows of lists may be added. */
interface OpenAccount extends AccountCars {
  readonly account: ReadableAccount;
  readonly source: Source;
  readonly part: FleetPart;
  readonly path: readonly (string | number)[];
}

function readAccounts(part: FleetPart, assembly: Assembly): OpenAccount[] {
  checkAccountKeys(part, assembly.diagnostics);
  const context = createSectionContext(assembly, part, undefined, assembly.references.length > 0);
  return (part.fleet.accounts ?? []).map((account, at) => {
    const path = ["accounts", at];
    const cars = createCars(account.baId === undefined ? undefined : accountScope(account.baId), assembly);
    const written = readCarsSection(account, path, cars, context);
    return { account, source: locate(part, [...path, "baId"]), part, path, cars, written };
  });
}

// None for an account without an id, which was reported.
function finishAccount(one: OpenAccount, assembly: Assembly): DesiredScope[] {
  const { account, source, part, path, cars, written } = one;
  checkCount(part, path, account.count, written, assembly.diagnostics);
  const { baId, name } = account;
  if (baId === undefined) return [];
  const { entries } = cars;
  const plain = { scope: accountScope(baId), source, entries, ...(name !== undefined && { name }) };
  // Hundreds of thousands of accounts are nothing else.
  if (!account.absent && !account.carsFrom && assembly.references.length === 0) return [plain];
  const { settings, diagnostics } = assembly;
  const absent = readAbsent([{ written: account.absent, part, path }], entries, settings.interface, diagnostics);
  const references = [...referencesAt(part, path, account.carsFrom), ...assembly.references];
  const lists = watchedLists(references, assembly.lists, entries, aboutLists(assembly));
  return [{ ...plain, ...absent, ...lists }];
}

function aboutLists({ settings, skipped }: Assembly) {
  return { timeZone: settings.timeZone, skipped };
}

function createSectionContext(
  assembly: Assembly,
  part: FleetPart,
  features: readonly string[] | undefined,
  mayBeBare: boolean,
): SectionContext {
  const country = defaultsOf(assembly.parts)?.country;
  return {
    ...assembly,
    part,
    rules: assembly.settings.interface,
    lines: part.lines,
    features,
    defaults: { features: features ?? NO_FEATURES, ...(country !== undefined && { country }) },
    mayBeBare,
  };
}

function defaultsOf(parts: readonly FleetPart[]): ReadableFleet["defaults"] {
  return parts.find((part) => part.fleet.defaults)?.fleet.defaults;
}

function reportRepeatedAccount({ account, source }: OpenAccount, first: OpenAccount, diagnostics: DiagnosticCollector) {
  const message = `The account ${account.baId} is already at ${formatSource(first.source)}.`;
  diagnostics.error("duplicate-account", message, source, "Put all cars of an account in one place.");
}

function forbid(part: FleetPart, key: string, message: string, fix: string, diagnostics: DiagnosticCollector): void {
  if (isWritten(part, [key])) diagnostics.error("wrong-mode", message, locateKey(part, [], key), fix);
}

function checkCount(
  part: FleetPart,
  path: readonly (string | number)[],
  declared: number | undefined,
  actual: number,
  diagnostics: DiagnosticCollector,
): void {
  if (declared === undefined || declared === actual) return;
  const message = `\`count\` is ${declared}, but there are ${actual} cars.`;
  const fix = "If the list is complete, correct `count`; otherwise the file was cut off or cars were lost.";
  diagnostics.error("count-differs", message, locate(part, [...path, "count"]), fix);
}
