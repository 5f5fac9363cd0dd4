import type { Plan, PlanToCompare } from "../plan/index.ts";
import type { ApplyResult } from "./apply-plan.ts";
import { type ChangeResult, countOutcomes, type ScopeReport } from "./report.ts";

/** The same with an outcome for each approved delete that waits until a list outside this run holds its car. */
export function withHeldMoves(result: ApplyResult, plan: Plan, approved: PlanToCompare): ApplyResult {
  const planned = new Map(approved.scopes.map(({ scope, changes }) => [scope, changes]));
  const scopes = result.scopes.map((report, at): ScopeReport => {
    const waiting = plan.scopes[at]?.exempt.filter(({ rule }) => rule === "waits-for-move") ?? [];
    if (waiting.length === 0) return report;
    const changes = planned.get(report.scope) ?? [];
    const deletes = new Set(changes.flatMap(({ action, licenseNumber }) => (action === "delete" ? licenseNumber : [])));
    const held = waiting.filter(({ licenseNumber }) => deletes.has(licenseNumber));
    return withResults(
      report,
      held.map(({ licenseNumber, reason }) => ({
        action: "delete",
        licenseNumber,
        outcome: "not-sent",
        error: `held back: ${reason}, which another part of the plan does; run again after that`,
      })),
    );
  });
  return { ...result, scopes };
}

/** Two runs of one plan, the second after the first, as one: of each change, the second one's outcome holds. */
export function joinResults(first: ApplyResult, second: ApplyResult): ApplyResult {
  const later = new Map(second.scopes.map((report) => [report.scope, report]));
  const scopes = first.scopes.map(({ changedMeanwhile: _, ...report }) => {
    const { results = [], changedMeanwhile } = later.get(report.scope) ?? {};
    return { ...withResults(report, results), ...(changedMeanwhile && { changedMeanwhile }) };
  });
  return { ...second, scopes };
}

function withResults(report: ScopeReport, more: readonly ChangeResult[]): ScopeReport {
  if (more.length === 0) return report;
  const identity = ({ action, licenseNumber, parkingUser = "" }: ChangeResult) =>
    `${action} ${parkingUser} ${licenseNumber}`;
  const replaced = new Set(more.map(identity));
  const results = [...report.results.filter((result) => !replaced.has(identity(result))), ...more];
  return { ...report, results, counts: countOutcomes(results) };
}
