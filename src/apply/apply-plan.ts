import type { Alarm, LiveScope, PlateKey, Scope } from "../allowlist/index.ts";
import type { ChangeAction, Plan, ScopePlan } from "../plan/index.ts";
import { groupBy, MOST_AT_ONCE, mapConcurrent } from "../run/collections.ts";
import {
  blockDeletes,
  blockHeldDeletes,
  collateralDeletes,
  deleteRest,
  type ListWork,
  runCanaryDelete,
} from "./deletes.ts";
import { alarm, takenCars, takenInWords } from "./run/alarms.ts";
import { type ApplyOptions, type ApplyPorts, type ApplyRun, DEADLINE_OVER, startRun } from "./run/apply-run.ts";
import { ChangeTracker } from "./run/change-tracker.ts";
import { readBack, type ScopeRun, startScope } from "./run/scope-run.ts";
import { type ApplyResult, type ChangeResult, countOutcomes, PENDING, type ScopeReport } from "./run/tracked-change.ts";
import { converge } from "./verify/converge.ts";
import { isShownAsDone } from "./verify/proof.ts";

/**
 * Applies a plan: all adds and feature updates, then what parking users lose, then one delete as a canary, then the
 * other deletes. Never throws for what a server does; every change gets exactly one outcome.
 */
export async function applyPlan(
  plan: Plan,
  live: ReadonlyMap<Scope, LiveScope>,
  ports: ApplyPorts,
  options: ApplyOptions,
): Promise<ApplyResult> {
  const works = plan.scopes.map((scope) => workOf(scope, options));
  const total = plan.scopes.reduce((sum, { changes }) => sum + changes.length, 0);
  const run = startRun(ports, options, live, total);
  const adding = works.map(({ adds }) => adds);
  const deleting = works.map(({ deletes }) => deletes);
  await eachList(adding, run, addAll);
  blockDeletes(works, run);
  await detachEverywhere(works, run);
  await runCanaryDelete(deleting, run);
  await eachList(deleting, run, deleteRest);
  const scopes = works.map((work) => reportOf(work, run));
  return { scopes, interrupted: run.gate.interrupted, alarms: alarmsOf(scopes, run), lastLive: run.lastLive };
}

async function eachList<List>(
  lists: readonly List[],
  run: ApplyRun,
  work: (list: List, run: ApplyRun) => Promise<void>,
): Promise<void> {
  await mapConcurrent(lists, run.options.writesAtOnce ?? MOST_AT_ONCE, (list) => work(list, run));
}

async function addAll(tracker: ChangeTracker, run: ApplyRun): Promise<void> {
  tracker.release();
  await converge(startScope(tracker, run));
}

// A deadline that cut nothing off is none.
function alarmsOf(scopes: readonly ScopeReport[], { gate }: ApplyRun): readonly Alarm[] {
  const isCutOff = scopes.some(({ results }) => results.some(({ error }) => error === DEADLINE_OVER));
  return isCutOff ? [...gate.alarms, alarm("deadline", DEADLINE_OVER)] : gate.alarms;
}

/** The changes of one list, by what is done; of those that parking users lose, a tracker for each of these. */
function workOf(plan: ScopePlan, { memory }: ApplyOptions): ListWork {
  const { scope, changes, live } = plan;
  const isRead = live.source === "list";
  const withoutEffect = memory.get(scope)?.withoutEffect;
  const some = (...actions: readonly ChangeAction[]) => changes.filter(({ action }) => actions.includes(action));
  const byUser = groupBy(some("detach"), ({ parkingUser = "" }) => parkingUser);
  return {
    plan,
    adds: new ChangeTracker({ scope, action: "add", isRead }, some("add", "update"), withoutEffect),
    deletes: new ChangeTracker({ scope, action: "delete", isRead }, some("delete"), withoutEffect),
    detaches: [...byUser].map(([parkingUser, own]) => new ChangeTracker({ scope, parkingUser, action: "detach" }, own)),
  };
}

// A car that was verified and that the newest reading does not show any more: somebody took it off meanwhile, or a delete did.
function markGoneUnknown(adds: ChangeTracker, run: ApplyRun): void {
  const live = run.lastLive.get(adds.scope);
  if (!live || live === adds.shownIn) return;
  const taken = run.taken.get(adds.scope);
  adds.markEach(adds.items("verified"), (item) => {
    if (isShownAsDone(item, live)) return undefined;
    const isTaken = taken?.has(item.change.plateKey) ?? false;
    const error = `it was on the list, and ${isTaken ? "went off it with a delete of this run" : "the last reading does not show it"}`;
    return { state: "unknown", error };
  });
}

function reportOf({ plan, adds, deletes, detaches }: ListWork, run: ApplyRun): ScopeReport {
  if (adds.isRead) markGoneUnknown(adds, run);
  const reason = run.gate.stopReason(plan.scope) ?? "not sent";
  const trackers = [adds, deletes, ...detaches];
  for (const tracker of trackers) tracker.giveUpUnsent(reason);
  const detached = detaches.flatMap((tracker): ChangeResult[] => tracker.results());
  const results = adds.results().concat(deletes.results(), detached);
  const { baseline } = plan.live;
  const twins = adds.items("rejected").flatMap(({ past: { twin } }) => twin ?? []);
  const taken = run.taken.get(plan.scope) ?? new Set();
  return { scope: plan.scope, results, counts: countOutcomes(results), twins, taken, ...(baseline && { baseline }) };
}

/** The interface takes one car from a user at a time (4.5). */
const CARS_IN_A_DETACH = 1;

/**
 * Takes the cars that are about to be deleted from the parking users who hold them. It comes before the delete: while a
 * car is on its list, the next run finds it again, and with it who still holds it. A car that somebody may still hold
 * stays on the list until then; one that the server refuses to take away does not.
 */
async function detachEverywhere(works: readonly ListWork[], run: ApplyRun): Promise<void> {
  const detaching = works.filter(({ detaches }) => detaches.length > 0);
  await eachList(detaching, run, async (work) => {
    const plannedDeletes = new Set(work.deletes.items("planned").map(({ change }) => change.plateKey));
    for (const tracker of work.detaches) await detachFromUser(tracker, plannedDeletes, run);
    blockHeldDeletes(work);
  });
}

async function detachFromUser(
  tracker: ChangeTracker,
  plannedDeletes: ReadonlySet<PlateKey>,
  run: ApplyRun,
): Promise<void> {
  if (run.gate.stopReason(tracker.scope) !== undefined) return;
  tracker.markEach(tracker.items("planned"), ({ change: { plateKey } }) => {
    if (plannedDeletes.has(plateKey)) return PENDING;
    return { state: "not-sent", error: "held back: the car is not deleted from its list" };
  });
  if (!tracker.hasAny("pending")) return;
  const scopeRun = startScope(tracker, run, CARS_IN_A_DETACH);
  const before = await readBack(scopeRun);
  if (before.kind === "failed")
    return tracker.giveUpUnsent(`not sent: the parking user could not be read: ${before.why}`);
  await converge(scopeRun);
  if (tracker.hasAny("verified")) await checkOtherCars(scopeRun, before.live);
}

// A server that reads the parameter otherwise may take all cars from a user.
async function checkOtherCars(scopeRun: ScopeRun, before: LiveScope): Promise<void> {
  const { tracker, run } = scopeRun;
  const reading = await readBack(scopeRun);
  if (reading.kind === "failed") return;
  const ours = new Set(tracker.items().map(({ change }) => change.plateKey));
  const others = collateralDeletes(ours, before, reading.live);
  if (others.length === 0) return;
  const { scope, parkingUser } = tracker.carsOf;
  const taken = takenCars(others, (entry) => run.options.exemption(scope, entry));
  const what = `taking cars from parking user ${parkingUser} ${takenInWords(taken, "away")}`;
  run.gate.halt(alarm("detach-took-more", what, { scope, taken }));
}
