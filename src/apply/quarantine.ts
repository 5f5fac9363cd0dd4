import {
  type PlateKey,
  type PlateRules,
  quarantineReason,
  type RepeatedChange,
  RUNS_TO_QUARANTINE,
  readPlate,
} from "../allowlist/index.ts";
import type { Change, Plan } from "../plan/index.ts";
import type { JournalEntry, Memory, RememberedScope } from "../ports.ts";
import type { Ledger } from "./ledger.ts";
import type { ChangeResult, ScopeReport } from "./report.ts";

/** Takes the cars out of a ledger that earlier runs changed in vain: they are reported, and not sent. */
export function quarantine(ledger: Ledger, repeated: ReadonlyMap<PlateKey, RepeatedChange> | undefined): void {
  if (!repeated || ledger.action === "detach") return;
  for (const { change, plateKey } of ledger.items("planned")) {
    const reason = quarantineReason(repeated.get(plateKey), ledger.action);
    if (reason === undefined) continue;
    const error = `${reason}. Find out who or what undoes it; one run in which it is not planned, or shows as done, lifts this`;
    ledger.mark(change.licenseNumber, "rejected", { error, vanished: true });
  }
}

/**
 * What the state should remember of changes that do not last: for each scope that has or had such, all of them, counted
 * on from what was known before the run. Runs that could not tell do not count.
 */
export function repeatedEntries(
  plan: Plan,
  reports: readonly ScopeReport[],
  memory: Memory,
  rules: PlateRules,
): JournalEntry[] {
  const resultsOf = new Map(reports.map(({ scope, results }) => [scope, results]));
  return plan.scopes.flatMap(({ scope, changes }): JournalEntry[] => {
    const results = resultsOf.get(scope) ?? [];
    const known = memory.get(scope);
    const planned = new Map(changes.map((change) => [identity(change), change]));
    const cars = results.flatMap((result): RepeatedChange[] => {
      if (result.action === "detach") return [];
      const change = planned.get(identity(result));
      const runs = change ? runsInRow(change, result, known, rules) : 0;
      const action = result.action === "delete" ? "delete" : "add";
      return runs === 0 ? [] : [{ licenseNumber: result.licenseNumber, action, runs }];
    });
    return cars.length > 0 || known?.repeated ? [{ kind: "repeated", scope, cars }] : [];
  });
}

function runsInRow(
  change: Change,
  { outcome }: ChangeResult,
  known: RememberedScope | undefined,
  rules: PlateRules,
): number {
  const reading = readPlate(change.licenseNumber, rules);
  if (reading.kind !== "plate") return 0;
  const earlier = known?.repeated?.get(reading.plateKey);
  const isSame = (earlier?.action === "delete") === (change.action === "delete");
  const runs = isSame ? (earlier?.runs ?? 0) : 0;
  if (outcome === "unknown" || outcome === "not-sent") return runs;
  if (runs > 0 || outcome === "rejected" || change.action === "delete") return Math.min(runs + 1, RUNS_TO_QUARANTINE);
  // An add is the first of its kind, unless the state says that we put the very same there before.
  const before = known?.entries.get(reading.plateKey);
  const isRepeated = before && !before.uncertain && sameFeatures(before.features, change.features?.to ?? []);
  return isRepeated ? 2 : 0;
}

function identity({ action, licenseNumber }: Pick<Change, "action" | "licenseNumber">): string {
  return `${action} ${licenseNumber}`;
}

function sameFeatures(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((feature, at) => feature === right[at]);
}
