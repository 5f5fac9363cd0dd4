import { compareScopes, type Scope } from "../allowlist/index.ts";
import { sumOutcomes } from "../apply/index.ts";
import { EXIT, exitCodeOfParts } from "../exit-code.ts";
import { groupBy } from "../runtime/group-by.ts";
import type { ReportDocument } from "../schema/index.ts";
import type { ListOutcome } from "../state/index.ts";
import { countsOf, identityOf, type ListRun, listRunSchema } from "./list-run.ts";
import type { PublishedPlan } from "./published-plan.ts";

/**
 * The one report of a published plan: what all workers have done so far, the lists that are not done, and the exit code that
 * one run would have had; that of an unknown outcome while lists are missing.
 */
export function wholeReport(plan: PublishedPlan, outcomes: readonly ListOutcome[]): ReportDocument {
  const runs = outcomes.flatMap(({ reports }) => reports.map((text) => listRunSchema.parse(JSON.parse(text))));
  const ended = new Set<Scope>(outcomes.filter(({ isEnded }) => isEnded).map(({ scope }) => scope));
  const missing = [...plan.lists.keys()].filter((scope) => !ended.has(scope)).sort(compareScopes);
  const report = reportOf(plan, runs);
  const exitCode =
    missing.length > 0 ? exitCodeOfParts([report.exitCode, EXIT.unknown], report.counts) : report.exitCode;
  return { ...report, lists: { of: plan.lists.size, missing }, exitCode };
}

/** The report of some turns of a published plan's lists. */
export function reportOf({ hash, document }: PublishedPlan, runs: readonly ListRun[]): ReportDocument {
  const { schemaVersion, tool, target, warnings, createdAt } = document;
  const byList = groupBy(runs, ({ list }) => list.scope);
  const scopes = [...byList.values()].map(joined).sort((left, right) => compareScopes(left.scope, right.scope));
  const starts = runs.map(({ startedAt }) => startedAt).sort();
  const ends = runs.map(({ finishedAt }) => finishedAt).sort();
  const counts = sumOutcomes(scopes.map((one) => one.counts));
  return {
    kind: "platectl/report",
    schemaVersion,
    tool,
    startedAt: starts[0] ?? createdAt,
    finishedAt: ends.at(-1) ?? createdAt,
    target,
    planHash: hash,
    scopes,
    ...(warnings.length > 0 && { warnings }),
    counts,
    exitCode: exitCodeOfParts(
      runs.map((run) => run.exitCode),
      counts,
    ),
    complete: true,
  };
}

function joined(turns: readonly ListRun[]): ListRun["list"] {
  const lists = turns.map(({ list }) => list);
  const last = lists.at(-1);
  if (!last || lists.length === 1) return last ?? NOTHING;
  const changed = lists.flatMap(({ changedMeanwhile = [] }) => changedMeanwhile);
  // A second turn tries again what the first one could not do: its outcome is the last.
  const results = [...new Map(lists.flatMap((list) => list.results.map((one) => [identityOf(one), one]))).values()];
  return { ...last, results, counts: countsOf(results), ...(changed.length > 0 && { changedMeanwhile: changed }) };
}

const NOTHING: ListRun["list"] = { scope: "global", results: [], counts: sumOutcomes([]) };
