import type { LiveScope, PlateKey } from "../allowlist/index.ts";
import type { ScopePlan } from "../plan/index.ts";
import { groupBy } from "../runtime/group-by.ts";
import { mapConcurrent } from "../runtime/map-concurrent.ts";
import { type ApplyRun, SCOPES_AT_ONCE } from "./apply-run.ts";
import { collateralDeletes } from "./canary.ts";
import { ChangeTracker } from "./change-tracker.ts";
import { converge } from "./converge.ts";
import { readBackOnce } from "./read-back.ts";
import { freshWriteState } from "./write-pending.ts";

/** What one account's list loses, and what its parking users do: a tracker for each of them. */
export interface DetachWork {
  readonly deletes: ChangeTracker;
  readonly detaches: readonly ChangeTracker[];
}

/** A tracker for every parking user that the plan takes cars from. */
export function detachTrackers({ scope, changes }: ScopePlan): ChangeTracker[] {
  const byUser = groupBy(
    changes.filter(({ action }) => action === "detach"),
    ({ parkingUser = "" }) => parkingUser,
  );
  return [...byUser].map(([parkingUser, some]) => new ChangeTracker({ scope, parkingUser, action: "detach" }, some));
}

/**
 * Takes the cars that are about to be deleted from the parking users who hold them. It comes before the delete: while a
 * car is on its list, the next run finds it again, and with it who still holds it. A car that somebody may still hold
 * keeps its place on the list until then; one that the server refuses to take away does not.
 */
export async function detachEverywhere(works: readonly DetachWork[], run: ApplyRun): Promise<void> {
  const detaching = works.filter(({ detaches }) => detaches.length > 0);
  await mapConcurrent(detaching, SCOPES_AT_ONCE, async ({ deletes, detaches }) => {
    const plannedDeletes = new Set(deletes.items("planned").map(({ change }) => change.plateKey));
    for (const tracker of detaches) await detachFromUser(tracker, plannedDeletes, run);
    holdBackHeld(deletes, detaches);
  });
}

async function detachFromUser(
  tracker: ChangeTracker,
  plannedDeletes: ReadonlySet<PlateKey>,
  run: ApplyRun,
): Promise<void> {
  if (run.stopReason(tracker.scope) !== undefined) return;
  release(tracker, plannedDeletes);
  if (tracker.items("pending").length === 0) return;
  const before = await readBackOnce(tracker, run);
  if (before.kind === "failed")
    return tracker.leaveUnsent(`not sent: the parking user could not be read: ${before.why}`);
  await converge(tracker, oneAtATime(run), run);
  if (tracker.items("verified").length > 0) await watchTheOthers(tracker, before.live, run);
}

function release(tracker: ChangeTracker, plannedDeletes: ReadonlySet<PlateKey>): void {
  for (const { change } of tracker.items("planned")) {
    if (plannedDeletes.has(change.plateKey)) tracker.mark(change.licenseNumber, "pending");
    else tracker.mark(change.licenseNumber, "not-sent", { error: "held back: the car is not deleted from its list" });
  }
}

// The interface takes one car from a user at a time (4.5).
function oneAtATime(run: ApplyRun): ReturnType<typeof freshWriteState> {
  const state = freshWriteState(run);
  return { ...state, limits: { ...state.limits, cars: 1 } };
}

// A server that reads the parameter otherwise may take all cars from a user.
async function watchTheOthers(tracker: ChangeTracker, before: LiveScope, run: ApplyRun): Promise<void> {
  const seen = await readBackOnce(tracker, run);
  if (seen.kind === "failed") return;
  const ours = new Set(tracker.items().map(({ change }) => change.plateKey));
  const lost = collateralDeletes(ours, before, seen.live).map(({ plateKey }) => plateKey);
  if (lost.length === 0) return;
  run.halt(
    `taking cars from parking user ${tracker.carsOf.parkingUser} took ${lost.length} more away (${lost.slice(0, 5).join(", ")}): ` +
      "either someone else does, or the server reads the request otherwise; nothing more is sent",
  );
}

function holdBackHeld(deletes: ChangeTracker, detaches: readonly ChangeTracker[]): void {
  const holders = new Map(
    // Of several, the first is named.
    detaches
      .toReversed()
      .flatMap((tracker) =>
        tracker.items("planned", "unknown", "not-sent").map(({ change }) => [change.plateKey, change.parkingUser]),
      ),
  );
  for (const { change } of deletes.items("planned")) {
    if (!holders.has(change.plateKey)) continue;
    const error = `held back: parking user ${holders.get(change.plateKey)} may still hold it; run again`;
    deletes.mark(change.licenseNumber, "not-sent", { error });
  }
}
