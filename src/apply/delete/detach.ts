import { type LiveScope, type PlateKey, quoted, type Scope, withCommas } from "../../allowlist/index.ts";
import type { Change } from "../../plan/index.ts";
import { groupBy } from "../../runtime/group-by.ts";
import { MOST_AT_ONCE, mapConcurrent } from "../../runtime/map-concurrent.ts";
import type { ApplyRun } from "../run/apply-run.ts";
import { ChangeTracker, type Marked } from "../run/change-tracker.ts";
import { readBack, type ScopeRun, startScope } from "../run/scope-run.ts";
import { PENDING } from "../run/tracked-change.ts";
import { converge } from "../verify/converge.ts";
import { blockHeldDeletes } from "./blocked-deletes.ts";
import { collateralDeletes } from "./canary.ts";

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
