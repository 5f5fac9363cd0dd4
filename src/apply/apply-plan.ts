import { type LiveScope, type PlateKey, quoted, type Scope, type ScopeMemory, withCommas } from "../allowlist/index.ts";
import type { Change, Plan, ScopePlan } from "../plan/index.ts";
import { groupBy } from "../runtime/group-by.ts";
import { MOST_AT_ONCE, mapConcurrent } from "../runtime/map-concurrent.ts";
import { blockDeletes, blockHeldDeletes, collateralDeletes, runCanaryDelete } from "./deletes.ts";
import { type ApplyOptions, type ApplyPorts, type ApplyRun, startRun } from "./run/apply-run.ts";
import { ChangeTracker, type Marked } from "./run/change-tracker.ts";
import { readBack, type ScopeRun, startScope } from "./run/scope-run.ts";
import { type ApplyResult, type ChangeResult, PENDING, type ScopeReport, sumOutcomes } from "./run/tracked-change.ts";
import { converge } from "./verify/converge.ts";
import { holds } from "./verify/proof.ts";

interface ScopeWork extends DetachWork {
  readonly plan: ScopePlan;
  readonly adds: ChangeTracker;
}

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
  const works: ScopeWork[] = [];
  for (const scope of plan.scopes) works.push(workOf(scope, options));
  const total = plan.scopes.reduce((sum, { changes }) => sum + changes.length, 0);
  const run = startRun(ports, options, live, total);
  await addEverywhere(works, run);
  blockDeletes(works, run);
  await detachEverywhere(works, run);
  await deleteEverywhere(works, run);
  const scopes: ScopeReport[] = [];
  for (const work of works) scopes.push(reportOf(work, run));
  return {
    scopes,
    interrupted: run.gate.interrupted,
    haltReason: run.gate.stopReason(),
    lastLive: run.lastLive,
  };
}

async function addEverywhere(works: readonly ScopeWork[], run: ApplyRun): Promise<void> {
  const adding = works.map(({ adds }) => adds).filter(({ size }) => size > 0);
  await releaseAll(adding, run);
}

async function deleteEverywhere(works: readonly ScopeWork[], run: ApplyRun): Promise<void> {
  const deleting = works.map(({ deletes }) => deletes).filter((tracker) => tracker.hasAny("planned"));
  await runCanaryDelete(
    deleting.filter(({ isRead }) => isRead),
    run,
  );
  await releaseAll(deleting, run);
}

async function releaseAll(trackers: readonly ChangeTracker[], run: ApplyRun): Promise<void> {
  await mapConcurrent(trackers, run.options.listsAtOnce ?? MOST_AT_ONCE, async (tracker) => {
    tracker.release();
    await converge(startScope(tracker, run));
  });
}

function workOf(plan: ScopePlan, { memory }: ApplyOptions): ScopeWork {
  const { scope, changes, live } = plan;
  const isRead = live.source === "list";
  const adds = new ChangeTracker({ scope, action: "add", isRead });
  const deletes = new ChangeTracker({ scope, action: "delete", isRead });
  const withoutEffect = memory.get(scope)?.withoutEffect;
  const detaches: Change[] = [];
  for (const change of changes) {
    if (change.action === "detach") detaches.push(change);
    else track(change, change.action === "delete" ? deletes : adds, withoutEffect);
  }
  return { plan, adds, deletes, detaches: detachTrackers(scope, detaches) };
}

function track(change: Change, tracker: ChangeTracker, withoutEffect: ScopeMemory["withoutEffect"]): void {
  const item = tracker.track(change);
  const earlier = withoutEffect?.get(change.plateKey);
  if (earlier?.action === tracker.action) tracker.recall(item, earlier);
}

// A car that was verified and that the newest reading does not show any more: somebody took it off meanwhile, or a delete did.
function markGoneUnknown(adds: ChangeTracker, run: ApplyRun): void {
  const live = run.lastLive.get(adds.scope);
  if (!live) return;
  const error = "it was on the list, and the last reading does not show it";
  const gone = adds.items("verified").filter((item) => !holds(item, live));
  adds.mark(gone.map((item) => [item, { state: "unknown", error }]));
}

function reportOf({ plan, adds, deletes, detaches }: ScopeWork, run: ApplyRun): ScopeReport {
  if (adds.isRead) markGoneUnknown(adds, run);
  const reason = run.gate.stopReason(plan.scope) ?? "not sent";
  const trackers = [adds, deletes, ...detaches];
  for (const tracker of trackers) tracker.giveUpUnsent(reason);
  let results: ChangeResult[] = [];
  for (const tracker of trackers) results = results.concat(tracker.results());
  const { baseline } = plan.live;
  const counts = sumOutcomes(trackers.map((tracker) => tracker.outcomes()));
  const twins = adds.items("rejected").flatMap(({ past: { twin } }) => twin ?? []);
  return { scope: plan.scope, results, counts, twins, ...(baseline && { baseline }) };
}

/** How many cars a message names that were taken away besides. */
const MOST_NAMED = 5;

/** The interface takes one car from a user at a time (4.5). */
const CARS_IN_A_DETACH = 1;

/** What one account's list loses, and what its parking users do: a tracker for each of them. */
export interface DetachWork {
  readonly deletes: ChangeTracker;
  readonly detaches: readonly ChangeTracker[];
}

/** A tracker for every parking user whom cars are taken from. */
export function detachTrackers(scope: Scope, detaches: readonly Change[]): ChangeTracker[] {
  const byUser = groupBy(detaches, ({ parkingUser = "" }) => parkingUser);
  return [...byUser].map(([parkingUser, some]) => new ChangeTracker({ scope, parkingUser, action: "detach" }, some));
}

/**
 * Takes the cars that are about to be deleted from the parking users who hold them. It comes before the delete: while a
 * car is on its list, the next run finds it again, and with it who still holds it. A car that somebody may still hold
 * stays on the list until then; one that the server refuses to take away does not.
 */
export async function detachEverywhere(works: readonly DetachWork[], run: ApplyRun): Promise<void> {
  const detaching = works.filter(({ detaches }) => detaches.length > 0);
  await mapConcurrent(detaching, run.options.listsAtOnce ?? MOST_AT_ONCE, async ({ deletes, detaches }) => {
    const plannedDeletes = new Set(deletes.items("planned").map(({ change }) => change.plateKey));
    for (const tracker of detaches) await detachFromUser(tracker, plannedDeletes, run);
    blockHeldDeletes(deletes, detaches);
  });
}

async function detachFromUser(
  tracker: ChangeTracker,
  plannedDeletes: ReadonlySet<PlateKey>,
  run: ApplyRun,
): Promise<void> {
  if (run.gate.stopReason(tracker.scope) !== undefined) return;
  tracker.mark(released(tracker, plannedDeletes));
  if (!tracker.hasAny("pending")) return;
  const scopeRun = startScope(tracker, run, CARS_IN_A_DETACH);
  const before = await readBack(scopeRun);
  if (before.kind === "failed")
    return tracker.giveUpUnsent(`not sent: the parking user could not be read: ${before.why}`);
  await converge(scopeRun);
  if (tracker.hasAny("verified")) await checkOtherCars(scopeRun, before.live);
}

function released(tracker: ChangeTracker, plannedDeletes: ReadonlySet<PlateKey>): Marked[] {
  const error = "held back: the car is not deleted from its list";
  return tracker.items("planned").map((item) => {
    const { plateKey } = item.change;
    if (plannedDeletes.has(plateKey)) return [item, PENDING];
    return [item, { state: "not-sent", error }];
  });
}

// A server that reads the parameter otherwise may take all cars from a user.
async function checkOtherCars(scopeRun: ScopeRun, before: LiveScope): Promise<void> {
  const { tracker, run } = scopeRun;
  const reading = await readBack(scopeRun);
  if (reading.kind === "failed") return;
  const ours = new Set(tracker.items().map(({ change }) => change.plateKey));
  const others = collateralDeletes(ours, before, reading.live).map(({ plateKey }) => plateKey);
  if (others.length === 0) return;
  run.gate.halt(
    `taking cars from parking user ${tracker.carsOf.parkingUser} took ${withCommas(others.length)} more away (${others.slice(0, MOST_NAMED).map(quoted).join(", ")}): ` +
      "either someone else does, or the server reads the request otherwise; nothing more is sent",
  );
}
