import { type LiveEntry, type LiveScope, type PlateKey, quoted, withCommas } from "../../allowlist/index.ts";
import type { ApplyRun } from "../run/apply-run.ts";
import type { ChangeTracker } from "../run/change-tracker.ts";
import { startScope } from "../run/scope-run.ts";
import { PENDING, type TrackedChange } from "../run/tracked-change.ts";
import { converge } from "../verify/converge.ts";
import { isListed } from "../verify/proof.ts";

/** This many cars may be refused as canaries before the run gives up deleting. */
const MAX_CANARIES = 3;

/** How many collateral deletes a message names. */
const MOST_NAMED = 5;

const NOT_SHOWN = "not sent: the newest reading of the list does not show it; the next run sends it if it is there";

/**
 * Deletes one car, alone, and checks that this car went and no other: a delete whose parameter the server reads
 * otherwise may do nothing, or empty the list. Halts the run unless one car of one of the lists went as it should.
 * One reading that shows all other cars is enough for that. Where more deletes follow on the list, the equal readings that
 * prove those prove the canary, too. That a car is off the list proves nothing of a delete where it was not shown before:
 * deletes of such cars are held back unless a delete of another car has gone well.
 */
export async function runCanaryDelete(trackers: readonly ChangeTracker[], run: ApplyRun): Promise<void> {
  let refused = 0;
  const turns = [false, true].flatMap((hadNoEffect) => trackers.map((tracker) => ({ tracker, hadNoEffect })));
  for (const { tracker, hadNoEffect } of turns) {
    while (run.gate.stopReason(tracker.scope) === undefined) {
      const canary = canaryOf(tracker, hadNoEffect, run);
      if (!canary) break;
      if (await deleteAlone(canary, tracker, run)) return;
      refused += 1;
      if (refused >= MAX_CANARIES) run.gate.halt(`none of the first ${MAX_CANARIES} deletes was accepted`);
    }
  }
  const open = trackers.filter(({ scope }) => run.gate.stopReason(scope) === undefined);
  for (const tracker of open) tracker.giveUpUnsent(NOT_SHOWN);
}

// A delete that had no effect before says nothing of the others.
function canaryOf(tracker: ChangeTracker, hadNoEffect: boolean, { lastLive }: ApplyRun): TrackedChange | undefined {
  const live = lastLive.get(tracker.scope);
  const isMeant = ({ past }: TrackedChange) => past.hadNoEffectBefore === hadNoEffect;
  return live && tracker.first("planned", (item) => isMeant(item) && isListed(item, live));
}

async function deleteAlone(canary: TrackedChange, tracker: ChangeTracker, run: ApplyRun): Promise<boolean> {
  const { licenseNumber, plateKey } = canary.change;
  tracker.set(canary, PENDING);
  const before = run.lastLive.get(tracker.scope);
  let checked: LiveScope | undefined;
  let collateral: readonly LiveEntry[] = [];
  const check = (live: LiveScope | undefined): void => {
    if (live !== checked) collateral = collateralDeletes(new Set([plateKey]), before, live);
    checked = live;
  };
  const isProvenLater = tracker.hasAny("planned");
  await converge(startScope(tracker, run), (live) => {
    if (isProvenLater) check(live);
    return isProvenLater && collateral.length === 0;
  });
  check(run.lastLive.get(tracker.scope));
  const names = collateral.map((row) => row.licenseNumber);
  if (names.length > 0) run.gate.halt(collateralMessage(licenseNumber, names));
  const { state } = canary.mark;
  if (state === "unknown") run.gate.halt(`the first delete, ${quoted(licenseNumber)}, could not be verified`);
  return state === "verified" || state === "acknowledged";
}

/** The cars that were there before and are gone, besides those that were meant to go. */
export function collateralDeletes(
  meant: ReadonlySet<PlateKey>,
  before: LiveScope | undefined,
  after: LiveScope | undefined,
): LiveEntry[] {
  if (!before) return [];
  const gone: LiveEntry[] = [];
  for (const [plateKey, entry] of before.entries) {
    if (!meant.has(plateKey) && !after?.entries.has(plateKey)) gone.push(entry);
  }
  return gone;
}

function collateralMessage(licenseNumber: string, gone: readonly string[]): string {
  const names = gone.slice(0, MOST_NAMED).map(quoted).join(", ") + (gone.length > MOST_NAMED ? ", …" : "");
  return (
    `deleting ${quoted(licenseNumber)} alone took ${withCommas(gone.length)} more off the list (${names}): either someone else is deleting, ` +
    "or the server reads the delete otherwise; nothing more is sent"
  );
}
