import { z } from "zod";
import { type Alarm, compareScopes, type PlateKey, type Scope } from "../../allowlist/index.ts";
import { countOutcomes, type OutcomeCounts, sumOutcomes } from "../../apply/index.ts";
import { type ReportDocument, reportDocumentSchema } from "../../documents/index.ts";
import type { Change, ScopePlan } from "../../plan/index.ts";
import { groupBy } from "../../run/collections.ts";
import { EXIT, exitCodeOfParts } from "../../run/exit-code.ts";
import type { RememberedScope } from "../../run/ports/index.ts";
import type { RunResult } from "../../run/reconcile.ts";
import { type ListOutcome, type PlanEnd, type PlanOutcome, StateError } from "../../state/index.ts";
import { changesIn, type ListPart, openPart, type PublishedPlan, parsedJson } from "./published-plan.ts";

/** A turn of a list as it is kept beside the plan, with its times in UTC. */
const listRunSchema = reportDocumentSchema
  .pick({ startedAt: true, finishedAt: true, exitCode: true })
  .extend({ list: reportDocumentSchema.shape.scopes.element, alarms: reportDocumentSchema.shape.alarms });

const sizeSchema = z.object({ list: z.object({ results: z.array(z.unknown()) }) });

/**
 * The turns of a list as they are kept. Nothing seals them: each has the form of one, and no more results than the list has changes.
 * @throws StateError for any other
 */
export function turnsOf(plan: PublishedPlan, scope: Scope, reports: readonly string[]): readonly ListRun[] {
  return reports.map((text) => {
    const value = parsedJson(text);
    const size = sizeSchema.safeParse(value).data?.list.results.length ?? Number.POSITIVE_INFINITY;
    const turn = size <= changesIn(plan, scope) ? listRunSchema.safeParse(value).data : undefined;
    if (turn?.list.scope === scope) return turn;
    const why = `The report of ${scope} in the published plan ${plan.hash} was altered after it was written, or another version of platectl wrote it.`;
    throw new StateError("altered", `${why} Find out who writes to the state, and run plan to compare the lists.`);
  });
}

/** What was known of a list before a turn: its earlier turns, and what the journal says. */
interface Known {
  readonly earlier: readonly ListRun[];
  readonly memory: RememberedScope | undefined;
}

/** When a turn began and ended, in milliseconds since the epoch. */
interface Times {
  readonly from: number;
  readonly to: number;
}

/** What a turn of one list has done: an outcome for each approved change that no earlier turn has reported. */
export type ListRun = Omit<z.infer<typeof listRunSchema>, "alarms"> & Pick<ReportDocument, "alarms">;

/** A run that could read its list. */
type ReadRun = Exclude<RunResult, { readonly kind: "unreadable" }>;

/**
 * What a run of a list has done of the list's part, after earlier turns. What was approved and is not in the plan any more was
 * done by a worker that died, or by somebody else: the reading, or where there is none the journal, says that it is so. What waits
 * for a move has a second turn, and no third.
 */
export function listRunOf(part: ListPart, { earlier, memory }: Known, run: ReadRun, times: Times): ListRun {
  const { scope } = part.desired;
  const due = dueOf(part, earlier);
  const [plan] = run.plan.scopes;
  const report = run.kind === "applied" ? run.result.scopes.find((one) => one.scope === scope) : undefined;
  const waiting = waitingIn(plan);
  const planned = new Set(plan?.changes.map(identityOf));
  const isStale = run.kind !== "applied";
  const why = run.kind === "stale" ? run.reasons.join("; ") : "stopped before it was sent";
  const others = due.flatMap((change): Result[] => {
    const error = isStale ? why : waiting.get(change.plateKey);
    if (error === undefined)
      return planned.has(identityOf(change)) ? [] : [{ ...namesOf(change), ...knownOf(change, plan, memory) }];
    return isStale || earlier.length > 0 ? [{ ...namesOf(change), outcome: "not-sent", error }] : [];
  });
  const results = [...(report?.results ?? []), ...others];
  const counts = countOutcomes(results);
  const { changedMeanwhile, baseline } = report ?? {};
  const isInterrupted = run.kind === "applied" && run.result.interrupted;
  const alarms = run.kind === "applied" ? run.result.alarms : [];
  return {
    startedAt: new Date(times.from).toISOString(),
    finishedAt: new Date(times.to).toISOString(),
    exitCode: isInterrupted
      ? EXIT.interrupted
      : isStale
        ? EXIT.stale
        : exitCodeOf(counts, changedMeanwhile !== undefined || alarms.length > 0),
    ...(alarms.length > 0 && { alarms: alarms.map(shortened) }),
    list: {
      scope,
      results,
      counts,
      ...(baseline && { baseline }),
      ...(changedMeanwhile && { changedMeanwhile: changedMeanwhile.slice(0, MOST_KEPT) }),
    },
  };
}

/** Cars that went or came besides our changes that are kept of a turn: a list may have been emptied. */
const MOST_KEPT = 5000;

function shortened({ taken, ...alarm }: Alarm): Alarm {
  return { ...alarm, ...(taken && { taken: { ...taken, cars: taken.cars.slice(0, MOST_KEPT) } }) };
}

type Result = ListRun["list"]["results"][number];

function dueOf({ changes }: ListPart, turns: readonly ListRun[]): readonly Change[] {
  const told = new Set(turns.flatMap(({ list }) => list.results.map(identityOf)));
  return changes.filter((change) => !told.has(identityOf(change)));
}

/** The cars of a plan that stay until they are on the list that they move to, with the reason. */
export function waitingIn(plan: ScopePlan | undefined): ReadonlyMap<PlateKey, string> {
  const waiting = plan?.exempt.filter(({ rule }) => rule === "waits-for-move") ?? [];
  return new Map(waiting.map(({ plateKey, reason }) => [plateKey, reason]));
}

// Of a list that is not read, only the journal tells; where it knows nothing of the car, no one does.
function knownOf(
  { action, plateKey }: Change,
  plan: ScopePlan | undefined,
  memory: RememberedScope | undefined,
): Pick<Result, "outcome" | "error"> {
  if (plan?.live.source === "list") return { outcome: "verified" };
  const entry = memory?.entries.get(plateKey);
  const isDone = action === "delete" ? memory?.touched && !entry : entry && !entry.uncertain;
  return isDone
    ? { outcome: "acknowledged" }
    : { outcome: "unknown", error: "the list is not shown, and the state does not tell what became of it" };
}

function exitCodeOf({ unknown, rejected, notSent }: OutcomeCounts, isChanged: boolean): number {
  if (unknown > 0) return EXIT.unknown;
  return rejected + notSent > 0 || isChanged ? EXIT.partial : EXIT.ok;
}

/** What two outcomes of one change share. */
function identityOf({ action, licenseNumber, parkingUser }: Omit<Result, "outcome">): string {
  return JSON.stringify([action, licenseNumber, parkingUser]);
}

function namesOf({ action, licenseNumber, parkingUser }: Change): Omit<Result, "outcome"> {
  return { action, licenseNumber, ...(parkingUser !== undefined && { parkingUser }) };
}

/**
 * The one report of a published plan: what all workers have done so far, the lists that are not done, and the exit code that
 * one run would have had; that of an unknown outcome while lists are missing.
 * @throws StateError when what is kept of a list is not what a worker writes
 */
export function wholeReport(plan: PublishedPlan, { lists, ended }: PlanOutcome): ReportDocument {
  const runs = lists.flatMap(({ scope, reports }) => turnsOf(plan, scope, reports));
  const left = ended ? lists.flatMap((list) => leftOf(plan, list, ended, runs) ?? []) : [];
  const over = [...lists.filter(({ isEnded }) => isEnded), ...left.map(({ list }) => list)];
  const scopes = new Set<Scope>(over.map(({ scope }) => scope));
  const missing = [...plan.lists.keys()].filter((scope) => !scopes.has(scope)).sort(compareScopes);
  const report = reportOf(plan, [...runs, ...left]);
  const exitCode =
    missing.length > 0 ? exitCodeOfParts([report.exitCode, EXIT.unknown], report.counts) : report.exitCode;
  return { ...report, lists: { of: plan.lists.size, missing }, exitCode };
}

/** Why nothing more is done of a plan that was ended. */
export const PLAN_ENDED: Readonly<Record<PlanEnd, string>> = {
  "newer-plan": "a newer plan for this server was published, and the limits of this one were judged without it",
  "later-run": "a later run deleted cars, and the limits of this plan were judged without that",
  alarm: "an alarm stopped it",
};

/** What is left of a list that will not be taken any more, as the turn of a run that was stopped; undefined while a worker has it. */
function leftOf(
  plan: PublishedPlan,
  { scope, part: text }: ListOutcome,
  ended: PlanEnd,
  runs: readonly ListRun[],
): ListRun | undefined {
  const part = text === undefined ? undefined : openPart(plan, scope, text);
  if (!part) return undefined;
  const error = `not sent: the plan was ended: ${PLAN_ENDED[ended]}`;
  const own = runs.filter(({ list }) => list.scope === scope);
  const results = dueOf(part, own).map((change): Result => ({ ...namesOf(change), outcome: "not-sent", error }));
  const startedAt = runs[0]?.startedAt ?? plan.document.createdAt;
  const exitCode = ended === "alarm" ? EXIT.partial : EXIT.stale;
  return { startedAt, finishedAt: startedAt, exitCode, list: { scope, results, counts: countOutcomes(results) } };
}

/** The report of some turns of a published plan's lists. */
export function reportOf({ hash, document }: PublishedPlan, runs: readonly ListRun[]): ReportDocument {
  const { schemaVersion, tool, target, warnings, createdAt } = document;
  const { unclearRows } = document.desired;
  const byList = groupBy(runs, ({ list }) => list.scope);
  const scopes = [...byList.values()].map(joined).sort((left, right) => compareScopes(left.scope, right.scope));
  const alarms = alarmsOf(runs);
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
    ...(alarms.length > 0 && { alarms }),
    scopes,
    ...(unclearRows && { unclearRows }),
    ...(warnings.length > 0 && { warnings }),
    counts,
    exitCode: exitCodeOfParts([...runs.map((run) => run.exitCode), ...(unclearRows ? [EXIT.partial] : [])], counts),
    complete: true,
  };
}

/** The turns of one list as one; both were whole, so that what the last one tried again counts once. */
export function joinedTurns(earlier: readonly ListRun[], last: ListRun): ListRun {
  const turns = [...earlier, last];
  const list = joined(turns);
  const codes = turns.map(({ exitCode }) => exitCode);
  const [{ startedAt } = last] = earlier;
  const alarms = alarmsOf(turns);
  return {
    ...last,
    startedAt,
    list,
    ...(alarms.length > 0 && { alarms }),
    exitCode: exitCodeOfParts(codes, list.counts),
  };
}

// Lists that one worker had at the same time all know of an alarm that it raised.
function alarmsOf(runs: readonly ListRun[]): readonly Alarm[] {
  const alarms = runs.flatMap((run) => run.alarms ?? []);
  return [...new Map(alarms.map((one) => [JSON.stringify([one.code, one.scope, one.message]), one])).values()];
}

function joined(turns: readonly ListRun[]): ListRun["list"] {
  const lists = turns.map(({ list }) => list);
  const last = lists.at(-1);
  if (!last || lists.length === 1) return last ?? NOTHING;
  const changed = lists.flatMap(({ changedMeanwhile = [] }) => changedMeanwhile);
  // A second turn tries again what the first one could not do: its outcome is the last.
  const results = [...new Map(lists.flatMap((list) => list.results.map((one) => [identityOf(one), one]))).values()];
  return { ...last, results, counts: countOutcomes(results), ...(changed.length > 0 && { changedMeanwhile: changed }) };
}

const NOTHING: ListRun["list"] = { scope: "global", results: [], counts: sumOutcomes([]) };
