import { type ApplyResult, type ChangeResult, sumOutcomes } from "../apply/index.ts";
import { type ReportDocument, SCHEMA_VERSION } from "../documents/index.ts";
import type { Plan, ScopePlan } from "../plan/index.ts";

/** What a report says about its run. Instants are UTC in ISO 8601; `planHash` is the SHA-256 of the approved plan's file. */
export interface ReportMeta extends Pick<ReportDocument, "tool" | "startedAt" | "finishedAt" | "exitCode"> {
  readonly planHash?: string | undefined;
}

/** The document of what an apply did: of each car that was not done also where the files name it, and which cars are held. */
export function reportDocument(
  { plan, result }: { readonly plan: Plan; readonly result: ApplyResult },
  { tool, startedAt, finishedAt, exitCode, planHash }: ReportMeta,
): ReportDocument {
  const planned = new Map(plan.scopes.map((one) => [one.scope, one]));
  return {
    kind: "platectl/report",
    schemaVersion: SCHEMA_VERSION,
    ...{ tool, startedAt, finishedAt, target: { ...plan.target } },
    ...(planHash !== undefined && { planHash }),
    ...(result.alarms.length > 0 && { alarms: [...result.alarms] }),
    scopes: result.scopes.map(({ scope, results, counts, baseline, changedMeanwhile }) => ({
      scope,
      results: withSources(results, planned.get(scope)),
      counts: { ...counts },
      ...(baseline && { baseline }),
      ...(changedMeanwhile && { changedMeanwhile: [...changedMeanwhile] }),
      ...heldOn(planned.get(scope)),
    })),
    ...(plan.desired.unclearRows && { unclearRows: [...plan.desired.unclearRows] }),
    ...(plan.warnings.length > 0 && { warnings: [...plan.warnings] }),
    counts: sumOutcomes(result.scopes.map(({ counts }) => counts)),
    exitCode,
    complete: true,
  };
}

function withSources(results: readonly ChangeResult[], plan: ScopePlan | undefined) {
  const isUndone = ({ outcome }: ChangeResult) => outcome !== "verified" && outcome !== "acknowledged";
  if (!plan || !results.some(isUndone)) return [...results];
  const sources = new Map(plan.changes.map((change) => [nameOf(change), change.source]));
  return results.map((one) => {
    const source = isUndone(one) ? sources.get(nameOf(one)) : undefined;
    return source === undefined ? one : { ...one, source };
  });
}

function nameOf({ action, licenseNumber, parkingUser = "" }: Omit<ChangeResult, "outcome">): string {
  return `${action} ${parkingUser} ${licenseNumber}`;
}

// Cars that no file names and that only an unclear row keeps: who corrects the row decides about them.
function heldOn(plan: ScopePlan | undefined) {
  const held = (plan?.exempt ?? []).filter(({ rule }) => rule === "unclear-row");
  return held.length > 0 && { held: held.map(({ licenseNumber, reason }) => ({ licenseNumber, reason })) };
}
