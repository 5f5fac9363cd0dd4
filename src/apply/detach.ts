import type { LiveScope, PlateKey } from "../allowlist/index.ts";
import { grouped } from "../grouped.ts";
import type { ScopePlan } from "../plan/index.ts";
import { sideBySide } from "../side-by-side.ts";
import { type ApplyOptions, type ApplyRun, SCOPES_AT_ONCE } from "./apply-run.ts";
import { lostBeside } from "./canary.ts";
import { carryOut } from "./carry-out.ts";
import { Ledger } from "./ledger.ts";
import { look } from "./read-back.ts";
import { freshWriteState } from "./write-pending.ts";

/** What one account's list loses, and what its parking users do: a ledger for each of them. */
export interface DetachWork {
  readonly deletes: Ledger;
  readonly detaches: readonly Ledger[];
}

/** A ledger for every parking user that the plan takes cars from. */
export function detachLedgers({ scope, changes }: ScopePlan, { settings }: ApplyOptions): Ledger[] {
  const byUser = grouped(
    changes.filter(({ action }) => action === "detach"),
    ({ parkingUser = "" }) => parkingUser,
  );
  return [...byUser].map(([parkingUser, some]) => new Ledger({ scope, parkingUser, action: "detach" }, some, settings));
}

/**
 * Takes the cars that are about to be deleted from the parking users who hold them. It comes before the delete: while a
 * car is on its list, the next run finds it again, and with it who still holds it. A car that somebody may still hold
 * keeps its place on the list until then; one that the server refuses to take away does not.
 */
export async function detachEverywhere(works: readonly DetachWork[], run: ApplyRun): Promise<void> {
  const detaching = works.filter(({ detaches }) => detaches.length > 0);
  await sideBySide(detaching, SCOPES_AT_ONCE, async ({ deletes, detaches }) => {
    const doomed = new Set(deletes.items("planned").map(({ plateKey }) => plateKey));
    for (const ledger of detaches) await detachFromUser(ledger, doomed, run);
    holdBackHeld(deletes, detaches);
  });
}

async function detachFromUser(ledger: Ledger, doomed: ReadonlySet<PlateKey>, run: ApplyRun): Promise<void> {
  if (run.stopReason(ledger.scope) !== undefined) return;
  release(ledger, doomed);
  if (ledger.items("pending").length === 0) return;
  const before = await look(ledger, run);
  if (before.kind === "failed")
    return ledger.leaveUnsent(`not sent: the parking user could not be read: ${before.why}`);
  await carryOut(ledger, oneAtATime(run), run);
  if (ledger.items("verified").length > 0) await watchTheOthers(ledger, before.live, run);
}

function release(ledger: Ledger, doomed: ReadonlySet<PlateKey>): void {
  for (const { change, plateKey } of ledger.items("planned")) {
    if (doomed.has(plateKey)) ledger.mark(change.licenseNumber, "pending");
    else ledger.mark(change.licenseNumber, "not-sent", { error: "held back: the car is not deleted from its list" });
  }
}

// The interface takes one car from a user at a time (4.5).
function oneAtATime(run: ApplyRun): ReturnType<typeof freshWriteState> {
  const state = freshWriteState(run);
  return { ...state, limits: { ...state.limits, cars: 1 } };
}

// A server that reads the parameter otherwise may take all cars from a user.
async function watchTheOthers(ledger: Ledger, before: LiveScope, run: ApplyRun): Promise<void> {
  const seen = await look(ledger, run);
  if (seen.kind === "failed") return;
  const ours = new Set(ledger.items().map(({ plateKey }) => plateKey));
  const lost = lostBeside(ours, before, seen.live).map(({ plateKey }) => plateKey);
  if (lost.length === 0) return;
  run.halt(
    `taking cars from parking user ${ledger.carsOf.parkingUser} took ${lost.length} more away (${lost.slice(0, 5).join(", ")}): ` +
      "either someone else does, or the server reads the request otherwise; nothing more is sent",
  );
}

function holdBackHeld(deletes: Ledger, detaches: readonly Ledger[]): void {
  const holders = new Map(
    // Of several, the first is named.
    detaches
      .toReversed()
      .flatMap((ledger) =>
        ledger.items("planned", "unknown", "not-sent").map(({ plateKey, change }) => [plateKey, change.parkingUser]),
      ),
  );
  for (const { change, plateKey } of deletes.items("planned")) {
    if (!holders.has(plateKey)) continue;
    const error = `held back: parking user ${holders.get(plateKey)} may still hold it; run again`;
    deletes.mark(change.licenseNumber, "not-sent", { error });
  }
}
