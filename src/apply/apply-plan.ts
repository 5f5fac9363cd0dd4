import { accountIdOf, type LiveScope, type PlateKey, type Scope } from "../allowlist/index.ts";
import { type Change, type Plan, type ScopePlan, settingsDigest, undoneBefore } from "../plan/index.ts";
import { mapConcurrent } from "../runtime/map-concurrent.ts";
import { type ApplyOptions, type ApplyPorts, ApplyRun, SCOPES_AT_ONCE } from "./apply-run.ts";
import { runCanaryDelete } from "./canary.ts";
import { ChangeTracker } from "./change-tracker.ts";
import { converge } from "./converge.ts";
import { type DetachWork, detachEverywhere, detachTrackers } from "./detach.ts";
import { countOutcomes, type ScopeReport } from "./report.ts";
import { holds } from "./verify-adds.ts";
import { freshWriteState } from "./write-pending.ts";

/** What came of a plan. */
export interface ApplyResult {
  readonly scopes: readonly ScopeReport[];
  readonly interrupted: boolean;
  /** Why the run stopped sending before its end, if it did. */
  readonly haltReason: string | undefined;
  /** The newest reading of every scope that has a list. */
  readonly lastLive: ReadonlyMap<Scope, LiveScope>;
}

interface ScopeWork extends DetachWork {
  readonly plan: ScopePlan;
  readonly adds: ChangeTracker;
}

/**
 * Carries a plan out: all adds and feature updates, then what parking users lose, then one delete as a canary, then the
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
  const run = new ApplyRun(ports, options, live, total);
  await addEverywhere(works, run);
  holdBackDeletes(works);
  await detachEverywhere(works, run);
  await deleteEverywhere(works, run);
  return {
    scopes: works.map((work) => reportOf(work, run)),
    interrupted: run.interrupted,
    haltReason: run.haltReason,
    lastLive: run.lastLive,
  };
}

async function addEverywhere(works: readonly ScopeWork[], run: ApplyRun): Promise<void> {
  const adding = works.filter(({ adds }) => adds.size > 0);
  await mapConcurrent(adding, SCOPES_AT_ONCE, async ({ adds }) => {
    release(adds);
    await converge(adds, freshWriteState(run), run);
  });
}

async function deleteEverywhere(works: readonly ScopeWork[], run: ApplyRun): Promise<void> {
  const deleting = works.filter(({ deletes }) => deletes.items("planned").length > 0);
  const listed = deleting.filter(({ deletes }) => deletes.isRead);
  await runCanaryDelete(
    listed.map(({ deletes }) => deletes),
    run,
  );
  await mapConcurrent(deleting, SCOPES_AT_ONCE, async ({ deletes }) => {
    release(deletes);
    await converge(deletes, freshWriteState(run), run);
  });
}

function workOf(plan: ScopePlan, options: ApplyOptions): ScopeWork {
  const { scope, changes } = plan;
  const isRead = plan.live.source === "list";
  const trackerFor = (action: "add" | "delete", some: readonly Change[]): ChangeTracker => {
    const tracker = new ChangeTracker({ scope, action, isRead }, some);
    recall(tracker, options);
    return tracker;
  };
  const deletes = changes.filter(({ action }) => action === "delete");
  const adds = changes.filter(({ action }) => action === "add" || action === "update");
  return {
    plan,
    adds: trackerFor("add", adds),
    deletes: trackerFor("delete", deletes),
    detaches: detachTrackers(plan),
  };
}

// What the plan skips is reported, and not sent.
function recall(tracker: ChangeTracker, { settings, memory }: ApplyOptions): void {
  const history = { memory: memory.get(tracker.scope), settings: settingsDigest(settings) };
  for (const { change } of tracker.items()) {
    const earlier = undoneBefore(change, history);
    if (earlier) tracker.recall(change.licenseNumber, earlier);
    if (change.skipped !== undefined) tracker.mark(change.licenseNumber, "rejected", { error: change.skipped });
  }
}

function release(tracker: ChangeTracker): void {
  for (const { change } of tracker.items("planned")) tracker.mark(change.licenseNumber, "pending");
}

// A car must never be on no list because of us: what is not known to be added keeps its delete from being sent.
function holdBackDeletes(works: readonly ScopeWork[]): void {
  const unconfirmed = new Map<PlateKey, ChangeTracker>();
  for (const { adds } of works) {
    for (const { change } of adds.items("planned", "pending", "not-sent", "rejected", "unknown"))
      unconfirmed.set(change.plateKey, adds);
  }
  for (const { adds, deletes } of works) {
    if (adds.items("unknown").length > 0) {
      deletes.leaveUnsent("held back: not every add of this list is confirmed; run again");
      continue;
    }
    holdBackTwins(adds, deletes);
    for (const { change } of deletes.items("planned")) {
      const destination = unconfirmed.get(change.plateKey);
      if (destination === undefined) continue;
      deletes.mark(change.licenseNumber, "not-sent", { error: heldBackMove(change.licenseNumber, destination) });
    }
  }
}

function heldBackMove(licenseNumber: string, { scope, isRead }: ChangeTracker): string {
  const error = `held back: its move to ${scope} is not confirmed`;
  if (isRead) return error;
  const adopt = `platectl state adopt ${licenseNumber} --account ${accountIdOf(scope)}`;
  return `${error}; if it is on that list already, \`${adopt}\` says so`;
}

// A car that the server confirmed and does not list may be there under the server's spelling, which no file knows: a row
// that came with it must not be deleted (reliability E3).
function holdBackTwins(adds: ChangeTracker, deletes: ChangeTracker): void {
  for (const { change, twin, state } of adds.items()) {
    if (twin === undefined || state === "verified" || deletes.item(twin)?.state !== "planned") continue;
    const error = `held back: it may be the server's spelling of ${change.licenseNumber}, which was added and does not show`;
    deletes.mark(twin, "not-sent", { error });
  }
}

// A car that was seen and that the newest reading does not show any more: somebody took it off meanwhile, or a delete did.
function doubtWhatIsGone(adds: ChangeTracker, run: ApplyRun): void {
  const live = run.lastLive.get(adds.scope);
  for (const item of adds.items("verified")) {
    if (!live || holds(item, live)) continue;
    adds.mark(item.change.licenseNumber, "unknown", {
      error: "it was on the list, and the last reading does not show it",
    });
  }
}

function reportOf({ plan, adds, deletes, detaches }: ScopeWork, run: ApplyRun): ScopeReport {
  if (adds.isRead) doubtWhatIsGone(adds, run);
  const reason = run.stopReason(plan.scope) ?? "not sent";
  const trackers = [adds, deletes, ...detaches];
  for (const tracker of trackers) tracker.leaveUnsent(reason);
  const results = trackers.flatMap((tracker) => tracker.results());
  const { baseline } = plan.live;
  const noEffect = [...adds.noEffect(), ...deletes.noEffect()];
  return { scope: plan.scope, results, counts: countOutcomes(results), noEffect, ...(baseline && { baseline }) };
}
