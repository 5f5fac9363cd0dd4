import type { LiveEntry, PlateKey } from "../allowlist/index.ts";
import type { ApplyRun } from "./apply-run.ts";
import type { ChangeTracker, TrackedChange } from "./change-tracker.ts";
import { markUnconfirmed } from "./read-back.ts";
import { respellings } from "./respelled.ts";
import type { WriteState } from "./write-pending.ts";

const ADVICE = {
  add: "the base address may point to something that is not the fleet interface",
  detach: "the parameter that names the car may be another one here, see interface.userCarParam",
  delete: "the delete parameter may have another name here, see interface.globalDelete and interface.accountDelete",
} as const;

/**
 * Judges cars that the server confirmed and that the settle time did not show as done. A batch of which a part was done
 * was cut short by the server: it is sent again in smaller ones. Where nothing was done at all the batches count against
 * the server, and two of them end the run.
 */
export function checkNoEffect(tracker: ChangeTracker, state: WriteState, run: ApplyRun): void {
  if (run.interrupted) markUnconfirmed(tracker, "the run was interrupted");
  const done = countByBatch([...tracker.items("verified"), ...rejectNewWithOtherFeatures(tracker, run)]);
  const missing = tracker.items("acknowledged");
  if (missing.length === 0) return;
  const twins = tracker.action === "add" ? respelled(tracker, missing, run) : new Map<PlateKey, LiveEntry>();
  const sizes = countByBatch(tracker.items());
  const idle = new Set<number>();
  for (const item of missing) {
    const { licenseNumber } = item.change;
    const doneBeside = item.batch === undefined ? 0 : (done.get(item.batch) ?? 0);
    const row = ownRow(item, tracker, run);
    const twin = row ? undefined : twins.get(item.change.plateKey)?.licenseNumber;
    // Cars that were ignored before may stand in front of others in a batch that the server cuts short.
    const isCrowded = item.wasIdle && (sizes.get(item.batch ?? 0) ?? 0) > 1;
    if (row && doneBeside === 0 && !isCrowded) {
      tracker.mark(licenseNumber, "rejected", { error: otherFeatures(item, row), hadNoEffect: true });
    } else if (twin !== undefined) {
      const error = `the server seems to keep it as ${JSON.stringify(twin)}`;
      tracker.mark(licenseNumber, "rejected", { error, hadNoEffect: true, twin });
    } else {
      if (doneBeside > 0) state.limits = { ...state.limits, cars: Math.min(state.limits.cars, doneBeside) };
      else if (isCrowded) halve(state, sizes.get(item.batch ?? 0) ?? 0);
      else if (item.batch !== undefined && !item.wasIdle) idle.add(item.batch);
      sendAgain(tracker, item, row, doneBeside > 0 || isCrowded || !item.wasIdle);
    }
  }
  // A server that has done something for this list does not merely nod.
  if (done.size === 0) for (const _ of idle) run.countIdle(ADVICE[tracker.action]);
}

function halve(state: WriteState, cars: number): void {
  state.limits = { ...state.limits, cars: Math.min(state.limits.cars, Math.ceil(cars / 2)) };
}

function countByBatch(items: readonly TrackedChange[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { batch } of items) if (batch !== undefined) counts.set(batch, (counts.get(batch) ?? 0) + 1);
  return counts;
}

// A confirmed car that is on the list under its own plate is there, whatever features the server gave it.
function ownRow({ change }: TrackedChange, { action, scope }: ChangeTracker, run: ApplyRun): LiveEntry | undefined {
  return action === "add" ? run.lastLive.get(scope)?.entries.get(change.plateKey) : undefined;
}

// One that came with this run is the server's doing: it was not passed over.
function rejectNewWithOtherFeatures(tracker: ChangeTracker, run: ApplyRun): TrackedChange[] {
  const before = run.liveBefore(tracker.scope);
  return tracker.items("acknowledged").filter((item) => {
    const row = ownRow(item, tracker, run);
    if (!row || before?.entries.has(item.change.plateKey)) return false;
    tracker.mark(item.change.licenseNumber, "rejected", { error: otherFeatures(item, row), hadNoEffect: true });
    return true;
  });
}

function otherFeatures({ change }: TrackedChange, { features }: LiveEntry): string {
  return `it is on the list with other features: has ${named(features)}; wanted ${named(change.features?.to ?? [])}`;
}

function named(features: readonly string[]): string {
  return features.length === 0 ? "none" : features.join(", ");
}

// `isWorthIt`: a car that was ignored before, and is again, gets one attempt a run.
function sendAgain(tracker: ChangeTracker, item: TrackedChange, row: LiveEntry | undefined, isWorthIt: boolean): void {
  const { licenseNumber } = item.change;
  const unseen = `the server confirmed it and ${tracker.action === "add" ? "does not list it" : "still lists it"}`;
  const error = row ? otherFeatures(item, row) : unseen;
  if (isWorthIt && tracker.mayTryAgain(licenseNumber))
    tracker.requeue(licenseNumber, { state: "rejected", error, hadNoEffect: true });
  else tracker.mark(licenseNumber, "rejected", { error, hadNoEffect: true });
}

// A row that came with this run and that nobody planned may be our car.
function respelled(
  tracker: ChangeTracker,
  missing: readonly TrackedChange[],
  run: ApplyRun,
): ReadonlyMap<PlateKey, LiveEntry> {
  const before = run.liveBefore(tracker.scope);
  const now = run.lastLive.get(tracker.scope);
  if (!now || !before) return new Map();
  const planned = new Set(tracker.items().map(({ change }) => change.plateKey));
  const strangers = [...now.entries.values()].filter(
    ({ plateKey }) => !planned.has(plateKey) && !before.entries.has(plateKey),
  );
  const keys = missing.map(({ change }) => change.plateKey);
  return strangers.length === 0 ? new Map() : respellings(keys, strangers);
}
