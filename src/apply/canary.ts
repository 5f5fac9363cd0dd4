import type { LiveEntry, LiveScope, PlateKey } from "../allowlist/index.ts";
import type { ApplyRun } from "./apply-run.ts";
import type { ChangeTracker, TrackedChange } from "./change-tracker.ts";
import { converge } from "./converge.ts";
import { freshWriteState } from "./write-pending.ts";

/** This many cars may be refused as canaries before the run gives up deleting. */
export const MAX_CANARIES = 3;

/** How many lost bystanders a message names. */
const MOST_NAMED = 5;

/**
 * Deletes one car, alone, and looks whether that car went and no other: a delete whose parameter the server reads
 * otherwise may do nothing, or empty the list. Halts the run unless one car of one of the trackers went as it should.
 */
export async function runCanaryDelete(trackers: readonly ChangeTracker[], run: ApplyRun): Promise<void> {
  let flown = 0;
  for (const tracker of trackers) {
    while (run.stopReason(tracker.scope) === undefined) {
      const [canary] = tracker.items("planned");
      if (!canary) break;
      if (await flyOne(canary, tracker, run)) return;
      flown += 1;
      if (flown >= MAX_CANARIES) run.halt(`none of the first ${MAX_CANARIES} deletes was accepted`);
    }
  }
}

async function flyOne(canary: TrackedChange, tracker: ChangeTracker, run: ApplyRun): Promise<boolean> {
  const { licenseNumber } = canary.change;
  tracker.mark(licenseNumber, "pending");
  const before = run.lastLive.get(tracker.scope);
  await converge(tracker, freshWriteState(run), run);
  const after = run.lastLive.get(tracker.scope);
  const names = collateralDeletes(new Set([canary.change.plateKey]), before, after).map((row) => row.licenseNumber);
  if (names.length > 0) run.halt(collateralMessage(licenseNumber, names));
  const state = tracker.item(licenseNumber)?.state;
  if (state === "unknown") run.halt(`the first delete, ${licenseNumber}, could not be verified`);
  return state === "verified";
}

/** The cars that were there before and are gone, besides those that were meant to go. */
export function collateralDeletes(
  meant: ReadonlySet<PlateKey>,
  before: LiveScope | undefined,
  after: LiveScope | undefined,
): LiveEntry[] {
  return [...(before?.entries.values() ?? [])].filter(
    ({ plateKey }) => !meant.has(plateKey) && !after?.entries.has(plateKey),
  );
}

function collateralMessage(licenseNumber: string, lost: readonly string[]): string {
  const names = lost.slice(0, MOST_NAMED).join(", ") + (lost.length > MOST_NAMED ? ", …" : "");
  return (
    `deleting ${licenseNumber} alone took ${lost.length} more off the list (${names}): either someone else is deleting, ` +
    "or the server reads the delete otherwise; nothing more is sent"
  );
}
