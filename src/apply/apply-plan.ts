import type { LiveScope, PlateKey, Scope } from "../allowlist/index.ts";
import type { Plan, ScopePlan } from "../plan/index.ts";
import { sideBySide } from "../side-by-side.ts";
import { type ApplyOptions, type ApplyPorts, ApplyRun, SCOPES_AT_ONCE } from "./apply-run.ts";
import { flyCanary } from "./canary.ts";
import { carryOut } from "./carry-out.ts";
import { type DetachWork, detachEverywhere, detachLedgers } from "./detach.ts";
import { Ledger, type LedgerItem } from "./ledger.ts";
import { quarantine } from "./quarantine.ts";
import { countOutcomes, type ScopeReport } from "./report.ts";
import { respellings } from "./respelled.ts";
import { holds } from "./settle-adds.ts";
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
  readonly adds: Ledger;
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
  const run = new ApplyRun(ports, options, live, {
    total: plan.scopes.reduce((sum, { changes }) => sum + changes.length, 0),
    doomed: new Map(works.map(({ deletes }) => [deletes.scope, keysOf(deletes.items())])),
  });
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
  await sideBySide(adding, SCOPES_AT_ONCE, async ({ adds, plan }) => {
    release(adds);
    await carryOut(adds, freshWriteState(run), plan.live.source, run);
  });
}

async function deleteEverywhere(works: readonly ScopeWork[], run: ApplyRun): Promise<void> {
  const deleting = works.filter(({ deletes }) => deletes.items("planned").length > 0);
  const listed = deleting.filter(({ plan }) => plan.live.source === "list");
  await flyCanary(
    listed.map(({ deletes }) => deletes),
    run,
  );
  await sideBySide(deleting, SCOPES_AT_ONCE, async ({ deletes, plan }) => {
    release(deletes);
    await carryOut(deletes, freshWriteState(run), plan.live.source, run);
  });
}

function workOf(plan: ScopePlan, options: ApplyOptions): ScopeWork {
  const { settings, repeated } = options;
  const { scope, changes } = plan;
  const deletes = changes.filter(({ action }) => action === "delete");
  const adds = changes.filter(({ action }) => action === "add" || action === "update");
  const work = {
    plan,
    adds: new Ledger({ scope }, "add", adds, settings),
    deletes: new Ledger({ scope }, "delete", deletes, settings),
    detaches: detachLedgers(plan, options),
  };
  for (const ledger of [work.adds, work.deletes]) quarantine(ledger, repeated(plan.scope));
  return work;
}

function release(ledger: Ledger): void {
  for (const { change } of ledger.items("planned")) ledger.mark(change.licenseNumber, "pending");
}

// A car must never be on no list because of us: what is not known to be added keeps its delete from being sent.
function holdBackDeletes(works: readonly ScopeWork[]): void {
  const unconfirmed = new Map<PlateKey, Scope>();
  for (const { adds } of works) {
    for (const { plateKey } of adds.items("planned", "pending", "not-sent", "rejected", "unknown"))
      unconfirmed.set(plateKey, adds.scope);
  }
  for (const { adds, deletes } of works) {
    if (adds.items("unknown").length > 0) {
      deletes.leaveUnsent("held back: not every add of this list is confirmed; run again");
      continue;
    }
    holdBackTwins(adds, deletes);
    for (const { change, plateKey } of deletes.items("planned")) {
      const destination = unconfirmed.get(plateKey);
      if (destination === undefined) continue;
      deletes.mark(change.licenseNumber, "not-sent", {
        error: `held back: its move to ${destination} is not confirmed`,
      });
    }
  }
}

// A car that the server confirmed and does not list may be there under the server's spelling, which no file knows: that
// row must not be deleted while we cannot tell (reliability E3).
function holdBackTwins(adds: Ledger, deletes: Ledger): void {
  const vanished = adds.items("rejected").filter((item) => item.vanished);
  if (vanished.length === 0) return;
  const rows = deletes.items("planned");
  for (const [plateKey, { change }] of respellings([...keysOf(vanished)], rows)) {
    const error = `held back: it may be the server's spelling of ${plateKey}, which was added and does not show`;
    deletes.mark(change.licenseNumber, "not-sent", { error });
  }
}

// A car that was seen and that the newest reading does not show any more: somebody took it off meanwhile, or a delete did.
function doubtWhatIsGone(adds: Ledger, run: ApplyRun): void {
  const live = run.lastLive.get(adds.scope);
  for (const item of adds.items("verified")) {
    if (!live || holds(item, live)) continue;
    adds.mark(item.change.licenseNumber, "unknown", {
      error: "it was on the list, and the last reading does not show it",
    });
  }
}

function keysOf(items: readonly LedgerItem[]): ReadonlySet<PlateKey> {
  return new Set(items.map(({ plateKey }) => plateKey));
}

function reportOf({ plan, adds, deletes, detaches }: ScopeWork, run: ApplyRun): ScopeReport {
  if (plan.live.source === "list") doubtWhatIsGone(adds, run);
  const reason = run.stopReason(plan.scope) ?? "not sent";
  const ledgers = [adds, deletes, ...detaches];
  for (const ledger of ledgers) ledger.leaveUnsent(reason);
  const results = ledgers.flatMap((ledger) => ledger.results());
  return { scope: plan.scope, results, counts: countOutcomes(results) };
}
