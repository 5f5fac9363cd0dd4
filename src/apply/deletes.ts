import { accountIdOf, type LiveEntry, type LiveScope, type PlateKey, quoted, withCommas } from "../allowlist/index.ts";
import { type Change, correctionTwins, looksOf, type ScopePlan } from "../plan/index.ts";
import { alarm, takenCars, takenInWords } from "./run/alarms.ts";
import type { ApplyRun } from "./run/apply-run.ts";
import type { ChangeTracker } from "./run/change-tracker.ts";
import { holdBackExempt } from "./run/change-tracker.ts";
import { startScope } from "./run/scope-run.ts";
import { isUndecided, PENDING, type TrackedChange } from "./run/tracked-change.ts";
import { converge } from "./verify/converge.ts";
import { isListed } from "./verify/proof.ts";

const NOT_SHOWN = "not sent: the newest reading of the list does not show it; the next run sends it if it is there";

/**
 * Deletes one car, alone, and checks that this car went and no other: a delete whose parameter the server reads
 * otherwise may do nothing, or empty the list. Halts the run unless one car of one of the lists went as it should.
 * One reading that shows all other cars is enough for that. Where more deletes follow on the list, the equal readings that
 * prove those prove the canary, too. That a car is off the list proves nothing of a delete where it was not shown before:
 * deletes of such cars are held back unless a delete of another car has gone well.
 */
export async function runCanaryDelete(deleting: readonly ChangeTracker[], run: ApplyRun): Promise<void> {
  const trackers = deleting.filter(({ isRead }) => isRead);
  const { firstDelete } = run.options;
  const isWaiting = deleting.some((tracker) => tracker.hasAny("planned"));
  if (firstDelete && isWaiting && !(await firstDelete.begin(trackers.length > 0))) return;
  const turns = [false, true].flatMap((hadNoEffect) => trackers.map((tracker) => ({ tracker, hadNoEffect })));
  for (const { tracker, hadNoEffect } of turns) {
    while (run.gate.stopReason(tracker.scope) === undefined) {
      const canary = canaryOf(tracker, hadNoEffect, run);
      if (!canary) break;
      if (await deleteAlone(canary, tracker, run)) {
        if (run.gate.stopReason() === undefined) await firstDelete?.wentWell();
        return;
      }
      run.gate.countRefusedDelete();
    }
  }
  const open = trackers.filter(({ scope }) => run.gate.stopReason(scope) === undefined);
  for (const tracker of open) tracker.giveUpUnsent(NOT_SHOWN);
}

// A delete that had no effect before says nothing of the others.
function canaryOf(tracker: ChangeTracker, hadNoEffect: boolean, run: ApplyRun): TrackedChange | undefined {
  holdBackExempt(tracker, run);
  const live = run.lastLive.get(tracker.scope);
  const isMeant = ({ past }: TrackedChange) => past.hadNoEffectBefore === hadNoEffect;
  return live && tracker.first("planned", (item) => isMeant(item) && isListed(item, live));
}

async function deleteAlone(canary: TrackedChange, tracker: ChangeTracker, run: ApplyRun): Promise<boolean> {
  const { licenseNumber, plateKey } = canary.change;
  tracker.set(canary, PENDING);
  const before = run.lastLive.get(tracker.scope);
  const goneWithIt = (live: LiveScope | undefined) => collateralDeletes(new Set([plateKey]), before, live);
  const isProvenLater = tracker.hasAny("planned");
  await converge(startScope(tracker, run), (live) => isProvenLater && goneWithIt(live).length === 0);
  haltIfTaken(goneWithIt(run.lastLive.get(tracker.scope)), `deleting ${quoted(licenseNumber)} alone`, tracker, run);
  const { state } = canary.mark;
  const first = `the first delete, ${quoted(licenseNumber)}, could not be verified`;
  if (isUndecided(canary)) run.gate.halt(alarm("delete-not-confirmed", first, { scope: tracker.scope }));
  return state === "verified" || state === "acknowledged";
}

/** The cars that were there before and are gone, apart from those that were meant to go. */
export function collateralDeletes(
  meant: ReadonlySet<PlateKey>,
  before: LiveScope | undefined,
  after: LiveScope | undefined,
): LiveEntry[] {
  if (!before) return [];
  const gone: LiveEntry[] = [];
  const left = after?.entries.keys();
  let next = left?.next().value;
  for (const [plateKey, entry] of before.entries) {
    // Most lists keep their order: nothing need be looked up.
    if (plateKey === next) next = left?.next().value;
    else if (!meant.has(plateKey) && !after?.entries.has(plateKey)) gone.push(entry);
  }
  return gone;
}

/** Sends the deletes of a list that are left, and looks whether other cars went with them. */
export async function deleteRest(tracker: ChangeTracker, run: ApplyRun): Promise<void> {
  const before = run.lastLive.get(tracker.scope);
  tracker.release();
  await converge(startScope(tracker, run));
  const after = run.lastLive.get(tracker.scope);
  if (after === before) return;
  const meant = new Set(tracker.items().map(({ change }) => change.plateKey));
  const cars = withCommas(tracker.items("verified", "acknowledged", "unknown").length);
  haltIfTaken(collateralDeletes(meant, before, after), `deleting ${cars} cars`, tracker, run);
}

// The likeliest cause of cars that go together with those that we delete is the delete.
function haltIfTaken(gone: readonly LiveEntry[], deleting: string, { scope }: ChangeTracker, run: ApplyRun): void {
  if (gone.length === 0) return;
  run.taken.set(scope, new Set([...(run.taken.get(scope) ?? []), ...gone.map(({ plateKey }) => plateKey)]));
  const taken = takenCars(gone, (entry) => run.options.exemption(scope, entry));
  run.gate.halt(alarm("delete-took-more", `${deleting} ${takenInWords(taken, "off the list")}`, { scope, taken }));
}

/** What one list gets, what it loses, and what its parking users do: a tracker for each of them. */
export interface ListWork {
  readonly plan: ScopePlan;
  readonly adds: ChangeTracker;
  readonly deletes: ChangeTracker;
  readonly detaches: readonly ChangeTracker[];
}

/** Blocks deletes that adds do not allow yet: a car must never be on no list because of us. Every add is over by then. */
export function blockDeletes(lists: readonly ListWork[], run: ApplyRun): void {
  const unconfirmed = new Map<PlateKey, ChangeTracker>();
  for (const { adds } of lists) {
    const open = adds.items("planned", "pending", "not-sent", "rejected", "unknown");
    for (const { change } of open) unconfirmed.set(change.plateKey, adds);
  }
  for (const { adds, deletes } of lists) {
    holdBackExempt(deletes, run);
    if (adds.items("unknown").some(isUndecided)) {
      deletes.giveUpUnsent("held back: not every add of this list is confirmed; run again");
      continue;
    }
    blockTwins(adds, deletes);
    blockCorrections(adds, deletes, run);
    if (unconfirmed.size > 0) blockMoves(deletes, unconfirmed);
  }
}

/** Blocks deletes of cars that parking users may still hold. */
export function blockHeldDeletes({ deletes, detaches }: ListWork): void {
  const holdings = new Map(
    // Of several, the first is named.
    detaches.toReversed().flatMap((tracker) => {
      const left = [...tracker.items("planned", "not-sent"), ...tracker.items("unknown").filter(isUndecided)];
      return left.map(({ change: { plateKey, parkingUser } }) => [plateKey, parkingUser] as const);
    }),
  );
  holdBack(deletes, ({ plateKey }) => {
    const user = holdings.get(plateKey);
    return user === undefined ? undefined : `parking user ${user} may still hold it; run again`;
  });
}

// A car that moves stays until the other list holds it.
function blockMoves(deletes: ChangeTracker, unconfirmed: ReadonlyMap<PlateKey, ChangeTracker>): void {
  holdBack(deletes, ({ plateKey, licenseNumber }) => {
    const destination = unconfirmed.get(plateKey);
    if (destination === undefined) return undefined;
    const why = `its move to ${destination.scope} is not confirmed`;
    if (destination.isRead) return why;
    const adopt = `platectl state adopt ${licenseNumber} --account ${accountIdOf(destination.scope)}`;
    return `${why}; if it is on that list already, run ${quoted(adopt)}`;
  });
}

// A car that the server confirmed and does not list may be there under the server's spelling, which no file knows: a row
// that came with it must not be deleted, nor one that is the same without letters beyond ASCII (reliability E3).
function blockTwins(adds: ChangeTracker, deletes: ChangeTracker): void {
  const open = adds.items("planned", "pending", "acknowledged", "not-sent", "rejected", "unknown");
  if (open.length === 0) return;
  const twins = new Map(open.map(({ change, past }) => [past.twin, change.licenseNumber]));
  const ignored = open.filter(({ past }) => past.hadNoEffect || past.hadNoEffectBefore);
  const looks = new Map(
    ignored.flatMap(({ change }) =>
      looksOf(change.plateKey)
        .slice(1)
        .map((look) => [look, change.licenseNumber] as const),
    ),
  );
  holdBack(deletes, ({ licenseNumber, plateKey }) => {
    const added = twins.get(licenseNumber) ?? looks.get(looksOf(plateKey)[0] ?? "");
    if (added === undefined) return undefined;
    return `it may be the server's spelling of ${quoted(added)}, which was added and does not show on the list`;
  });
}

// A car that one typing error would explain may be an add of the same plan, corrected. That is a guess, and a car that was
// sold must not stay for ever because one like it is refused: a run that was not the first to try the add deletes it (V20).
function blockCorrections(adds: ChangeTracker, deletes: ChangeTracker, run: ApplyRun): void {
  const triedBefore = run.options.memory.get(adds.scope)?.notAdded;
  const there = run.lastLive.get(adds.scope)?.entries;
  // Of a car in doubt, a run that died may have sent nothing.
  const missing = adds
    .items("planned", "pending", "not-sent", "rejected", "unknown")
    .map(({ change }) => change)
    .filter(
      ({ plateKey }) => !triedBefore?.has(plateKey) && (there?.get(plateKey)?.uncertain ?? !there?.has(plateKey)),
    );
  if (missing.length === 0) return;
  const open = deletes.items("planned").map(({ change }) => change);
  const twins = correctionTwins(missing, open);
  holdBack(deletes, ({ plateKey }) => {
    const twin = twins.get(plateKey);
    if (twin === undefined) return undefined;
    return `${quoted(twin)}, which may be its correction, could not be added; the next run deletes this car even so`;
  });
}

/** Gives up the deletes for which there is a reason. */
function holdBack(deletes: ChangeTracker, whyOf: (change: Change) => string | undefined): void {
  deletes.markEach(deletes.items("planned"), ({ change }) => {
    const why = whyOf(change);
    return why === undefined ? undefined : { state: "not-sent", error: `held back: ${why}` };
  });
}
