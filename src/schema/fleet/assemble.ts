import {
  accountScope,
  compareScopes,
  type DesiredScope,
  type DesiredState,
  formatSource,
  type Scope,
  type Source,
} from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostic-collector.ts";
import type { Lists } from "../lists/load-lists.ts";
import { CarCollector, FeaturePool } from "./car-collector.ts";
import { type FleetPart, isWritten, keyPlaceOf, placeOf } from "./fleet-part.ts";
import { AbsentCars } from "./read-absent.ts";
import { countCars, type HolderContext } from "./read-holder.ts";
import { type Settings, settingsOf } from "./settings.ts";

interface Assembly {
  readonly parts: readonly FleetPart[];
  readonly lists: Lists;
  readonly settings: Settings;
  readonly pool: FeaturePool;
  readonly problems: DiagnosticCollector;
}

/** Joins the fleet files and their lists into one desired state; whatever speaks against it is reported. */
export function assemble(
  parts: readonly FleetPart[],
  lists: Lists,
  problems: DiagnosticCollector,
): Omit<DesiredState, "files"> {
  const settings = settingsOf(parts, problems);
  const assembly = { parts, lists, settings, pool: new FeaturePool(problems), problems };
  const scopes = settings.mode === "global" ? [globalScope(assembly)] : accountScopes(assembly);
  checkAcknowledgements(settings, scopes, problems);
  return { ...settings, scopes: scopes.sort((left, right) => compareScopes(left.scope, right.scope)) };
}

function globalScope(assembly: Assembly): DesiredScope {
  const { parts, problems } = assembly;
  const cars = new CarCollector(assembly.settings.interface, problems);
  const absent = new AbsentCars(assembly.settings.interface, problems);
  const defaults = parts.find((part) => part.fleet.defaults)?.fleet.defaults?.features ?? [];
  for (const part of parts) {
    forbid(
      part,
      "accounts",
      "`accounts` belongs to billing-account mode.",
      "Write `cars:`, or change `mode`.",
      problems,
    );
    const features = assembly.pool.of(defaults, keyPlaceOf(part, [], "defaults"));
    const number = countCars(part.fleet, [], contextOf(assembly, part, cars, features));
    checkCount(part, [], part.fleet.count, number, problems);
    absent.add(part.fleet.absent, part, []);
  }
  const source = parts[0] ? keyPlaceOf(parts[0], [], "cars") : { file: "", line: 1, column: 1 };
  const entries = cars.finish();
  return { scope: "global", source, entries, ...absent.finish(entries) };
}

function accountScopes(assembly: Assembly): DesiredScope[] {
  const seen = new Map<string, Source>();
  return assembly.parts.flatMap((part) => {
    const { problems } = assembly;
    for (const key of ["cars", "carsFrom", "absent"]) {
      const fix = "Put the cars under an account in `accounts:`, or change `mode`.";
      forbid(part, key, `\`${key}\` at the top belongs to global mode.`, fix, problems);
    }
    if (isWritten(part, ["defaults", "features"])) {
      const source = keyPlaceOf(part, ["defaults"], "features");
      const fix = "Remove it; in billing-account mode the interface takes plates only.";
      problems.error("features-not-accepted", "`features` cannot be given here.", source, fix);
    }
    if (!isWritten(part, ["accounts"])) {
      const fix = "Write `accounts:` with a `baId` and its cars, or `accounts: []` for none.";
      problems.error("not-specified", "The file names no `accounts`.", placeOf(part, []), fix);
    }
    return scopesOfPart(part, seen, assembly);
  });
}

function scopesOfPart(part: FleetPart, seen: Map<string, Source>, assembly: Assembly): DesiredScope[] {
  const { problems } = assembly;
  const scopes: DesiredScope[] = [];
  let total = 0;
  (part.fleet.accounts ?? []).forEach((account, at) => {
    const path = ["accounts", at];
    const cars = new CarCollector(assembly.settings.interface, problems);
    const number = countCars(account, path, contextOf(assembly, part, cars, undefined));
    checkCount(part, path, account.count, number, problems);
    const entries = cars.finish();
    total += number;
    if (account.baId === undefined) return;
    const source = placeOf(part, [...path, "baId"]);
    reportRepeatedAccount(account.baId, source, seen, problems);
    const scope = accountScope(account.baId);
    const absent = new AbsentCars(assembly.settings.interface, problems);
    absent.add(account.absent, part, path);
    const name = account.name === undefined ? {} : { name: account.name };
    scopes.push({ scope, source, entries, ...name, ...absent.finish(entries) });
  });
  checkCount(part, [], part.fleet.count, total, problems);
  return scopes;
}

function contextOf(
  assembly: Assembly,
  part: FleetPart,
  cars: CarCollector,
  features: readonly string[] | undefined,
): HolderContext {
  return {
    part,
    lists: assembly.lists,
    lines: part.lines,
    problems: assembly.problems,
    pool: assembly.pool,
    cars,
    features,
  };
}

function reportRepeatedAccount(
  baId: string,
  source: Source,
  seen: Map<string, Source>,
  problems: DiagnosticCollector,
): void {
  const first = seen.get(baId);
  if (!first) seen.set(baId, source);
  else {
    const message = `The account ${baId} is already at ${formatSource(first)}.`;
    problems.error("duplicate-account", message, source, "Put all cars of an account in one place.");
  }
}

function forbid(part: FleetPart, key: string, message: string, fix: string, problems: DiagnosticCollector): void {
  if (isWritten(part, [key])) problems.error("wrong-mode", message, keyPlaceOf(part, [], key), fix);
}

function checkCount(
  part: FleetPart,
  path: readonly (string | number)[],
  declared: number | undefined,
  actual: number,
  problems: DiagnosticCollector,
): void {
  if (declared === undefined || declared === actual) return;
  const message = `\`count\` says ${declared}, but ${actual} cars are written.`;
  const fix = "If the list is whole, correct `count`; else the file was cut or cars were lost.";
  problems.error("count-differs", message, placeOf(part, [...path, "count"]), fix);
}

function checkAcknowledgements(
  settings: Settings,
  scopes: readonly DesiredScope[],
  problems: DiagnosticCollector,
): void {
  const known = new Set<Scope>(scopes.map((one) => one.scope));
  for (const { scope, deletes, adds, source } of settings.policy.acknowledge) {
    if (deletes === undefined && adds === undefined) {
      const fix = "Write how many changes are expected, for example `deletes: 137`.";
      problems.error("missing-key", "This acknowledgement names neither `deletes` nor `adds`.", source, fix);
    }
    if (scope !== "all" && !known.has(scope)) {
      const message = `This acknowledgement is for ${scope}, which these files do not describe.`;
      problems.warning("unknown-scope", message, source, "Correct the scope, or remove the entry.");
    }
  }
}
