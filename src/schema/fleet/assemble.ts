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
import type { DiagnosticCollector } from "../diagnostic-collector.ts";
import type { Lists } from "../lists/load-lists.ts";
import { CarCollector, FeaturePool, NO_FEATURES } from "./car-collector.ts";
import { checkAcknowledgements } from "./check-acknowledgements.ts";
import { type FleetPart, isWritten, locate, locateKey, referencesAt } from "./fleet-part.ts";
import { AbsentCars } from "./read-absent.ts";
import type { CarModels } from "./read-cars.ts";
import { type HolderContext, readHolder } from "./read-holder.ts";
import { type AccountCars, readListedCars } from "./read-listed-cars.ts";
import { type ComparedCars, createComparedCars, warnOfSeries } from "./series-doubts.ts";
import { mergeSettings, type Settings } from "./settings.ts";
import type { ReadableAccount, ReadableFleet } from "./shape.ts";
import { watchedLists } from "./watched-lists.ts";

interface Assembly {
  readonly parts: readonly FleetPart[];
  readonly lists: Lists;
  readonly settings: Settings;
  readonly pool: FeaturePool;
  readonly models: CarModels;
  readonly compared: ComparedCars;
  readonly diagnostics: DiagnosticCollector;
}

/**
 * Joins the fleet files and their lists into one desired state, and reports what conflicts or is missing. `now`, in
 * milliseconds since the epoch, decides which acceptances of warnings have ended.
 */
export function assemble(
  parts: readonly FleetPart[],
  lists: Lists,
  diagnostics: DiagnosticCollector,
  now = Date.now(),
): Omit<DesiredState, "files"> {
  const settings = mergeSettings(parts, diagnostics);
  const acceptances = new Acceptances(settings.policy.accept, settings.interface, dayIn(settings.timeZone, now));
  diagnostics.accept(acceptances);
  const compared = createComparedCars(acceptances);
  const assembly = {
    parts,
    lists,
    settings,
    pool: new FeaturePool(diagnostics),
    models: new Map(),
    compared,
    diagnostics,
  };
  const scopes = settings.mode === "global" ? [globalScope(assembly)] : accountScopes(assembly);
  warnOfSeries(compared, acceptances, diagnostics);
  checkAcknowledgements(settings, scopes, diagnostics);
  diagnostics.warnOfAcceptances();
  return { ...settings, scopes: scopes.sort((left, right) => compareScopes(left.scope, right.scope)) };
}

function createCars(scope: Scope | undefined, { settings, diagnostics, compared }: Assembly): CarCollector {
  return new CarCollector({ rules: settings.interface, scope, diagnostics }, compared);
}

function globalScope(assembly: Assembly): DesiredScope {
  const { parts, diagnostics } = assembly;
  const cars = createCars("global", assembly);
  const absent = new AbsentCars(assembly.settings.interface, diagnostics);
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
    const number = readHolder(part.fleet, [], {
      ...createHolderContext(assembly, part, features),
      cars,
      mayBeBare: false,
    });
    checkCount(part, [], part.fleet.count, number, diagnostics);
    absent.add(part.fleet.absent, part, []);
  }
  const source = parts[0] ? locateKey(parts[0], [], "cars") : { file: "", line: 1, column: 1 };
  const entries = cars.finish();
  const references = parts.flatMap((part) => referencesAt(part, [], part.fleet.carsFrom));
  const lists = watchedLists(references, assembly.lists, entries, assembly.settings.timeZone);
  return { scope: "global", source, entries, ...absent.finish(entries), ...lists };
}

function accountScopes(assembly: Assembly): DesiredScope[] {
  const { parts, diagnostics } = assembly;
  const seen = new Map<string, Source>();
  // Where no list has rows for several accounts, each account is complete once it was read.
  const open = parts.some(({ fleet }) => fleet.carsFrom?.length) ? new Map<string, OpenAccount>() : undefined;
  const totals = new Map<FleetPart, number>();
  const scopes = parts.flatMap((part) => {
    checkAccountKeys(part, diagnostics);
    return scopesOfPart(part, seen, open, totals, assembly);
  });
  for (const part of parts) {
    if (!open) break;
    const context = createHolderContext(assembly, part, undefined);
    const rows = readListedCars(part.fleet.carsFrom, [], { ...context, target: open });
    totals.set(part, (totals.get(part) ?? 0) + rows);
  }
  for (const part of parts) checkCount(part, [], part.fleet.count, totals.get(part) ?? 0, diagnostics);
  return [...scopes, ...[...(open?.values() ?? [])].map((one) => finishAccount(one, assembly))];
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
  readonly account: ReadableAccount & { readonly baId: string };
  readonly part: FleetPart;
  readonly path: readonly (string | number)[];
}

function scopesOfPart(
  part: FleetPart,
  seen: Map<string, Source>,
  open: Map<string, OpenAccount> | undefined,
  totals: Map<FleetPart, number>,
  assembly: Assembly,
): DesiredScope[] {
  const scopes: DesiredScope[] = [];
  let total = 0;
  (part.fleet.accounts ?? []).forEach((account, at) => {
    const path = ["accounts", at];
    const cars = createCars(account.baId === undefined ? undefined : accountScope(account.baId), assembly);
    const context = { ...createHolderContext(assembly, part, undefined), cars, mayBeBare: open !== undefined };
    const written = readHolder(account, path, context);
    total += written;
    const { baId } = account;
    if (baId === undefined) {
      // What is wrong with its cars is told once they are complete.
      cars.finish();
      checkCount(part, path, account.count, written, assembly.diagnostics);
      return;
    }
    reportRepeatedAccount(baId, locate(part, [...path, "baId"]), seen, assembly.diagnostics);
    const one = { account: { ...account, baId }, part, path, cars, written };
    if (open && !open.has(baId)) open.set(baId, one);
    else scopes.push(finishAccount(one, assembly));
  });
  totals.set(part, total);
  return scopes;
}

function finishAccount({ account, part, path, cars, written }: OpenAccount, assembly: Assembly): DesiredScope {
  checkCount(part, path, account.count, written, assembly.diagnostics);
  const entries = cars.finish();
  const absent = account.absent && new AbsentCars(assembly.settings.interface, assembly.diagnostics);
  absent?.add(account.absent, part, path);
  const name = account.name === undefined ? {} : { name: account.name };
  const source = locate(part, [...path, "baId"]);
  const own = referencesAt(part, path, account.carsFrom);
  const shared = assembly.parts.flatMap((one) => referencesAt(one, [], one.fleet.carsFrom));
  const lists = watchedLists([...own, ...shared], assembly.lists, entries, assembly.settings.timeZone);
  return { scope: accountScope(account.baId), source, entries, ...name, ...absent?.finish(entries), ...lists };
}

function createHolderContext(
  assembly: Assembly,
  part: FleetPart,
  features: readonly string[] | undefined,
): Omit<HolderContext, "cars" | "mayBeBare"> {
  const country = defaultsOf(assembly.parts)?.country;
  return {
    part,
    lists: assembly.lists,
    lines: part.lines,
    diagnostics: assembly.diagnostics,
    pool: assembly.pool,
    models: assembly.models,
    features,
    defaults: { features: features ?? NO_FEATURES, ...(country !== undefined && { country }) },
  };
}

function defaultsOf(parts: readonly FleetPart[]): ReadableFleet["defaults"] {
  return parts.find((part) => part.fleet.defaults)?.fleet.defaults;
}

function reportRepeatedAccount(
  baId: string,
  source: Source,
  seen: Map<string, Source>,
  diagnostics: DiagnosticCollector,
): void {
  const first = seen.get(baId);
  if (!first) seen.set(baId, source);
  else {
    const message = `The account ${baId} is already at ${formatSource(first)}.`;
    diagnostics.error("duplicate-account", message, source, "Put all cars of an account in one place.");
  }
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
