import { isSpelledAs, type LiveScope, listDigest } from "../../allowlist/index.ts";
import type { ChangeTracker } from "../run/change-tracker.ts";
import type { TrackedChange } from "../run/tracked-change.ts";

/** Equal sweeps in a row that prove a delete, and one more against the server's own word that it refused. */
const SWEEPS_OF_PROOF = 2;
const SWEEPS_AGAINST_REFUSAL = 3;

/** How the last readings of a list agreed. */
export interface Sweeps {
  readonly digest: string | undefined;
  /** So many readings in a row were equal. */
  readonly equal: number;
}

/** What one reading of a list proves, and whether another one is needed. */
export interface Proof {
  readonly verified: readonly TrackedChange[];
  /** Whether equal readings followed each other; else the absence of a car proves nothing. */
  readonly isStill: boolean;
  readonly gone: readonly TrackedChange[];
  /** Nothing is left to wait for; a reading is missing, however short the settle time; or the list may lag behind. */
  readonly next: "done" | "read-again" | "wait";
  readonly sweeps: Sweeps;
}

/** Before the first reading, and after one that failed. */
export const NO_SWEEPS: Sweeps = { digest: undefined, equal: 0 };

/** What a reading proves of the changes that were sent. */
export function proofOf(tracker: ChangeTracker, live: LiveScope, sweeps: Sweeps): Proof {
  return tracker.action === "add" ? proofOfAdds(tracker, live, sweeps) : proofOfDeletes(tracker, live, sweeps);
}

// A row proves an add, whatever the server answered.
function proofOfAdds(tracker: ChangeTracker, live: LiveScope, sweeps: Sweeps): Proof {
  const verified: TrackedChange[] = [];
  let isLagging = false;
  for (const item of tracker.items("acknowledged", "unknown", "rejected")) {
    if (holds(item, live)) verified.push(item);
    else isLagging ||= isAwaited(item);
  }
  return { verified, gone: [], isStill: true, next: isLagging ? "wait" : "done", sweeps };
}

// Not seeing a car is weak evidence: a page may have shifted, or come from a replica that lags. Only absence from equal
// sweeps in a row proves a delete.
function proofOfDeletes(tracker: ChangeTracker, live: LiveScope, before: Sweeps): Proof {
  const digest = listDigest(live.entries.values());
  const gone: TrackedChange[] = [];
  let isLagging = false;
  for (const item of tracker.items("acknowledged", "unknown", "rejected")) {
    if (!isListed(item, live)) gone.push(item);
    else isLagging ||= isAwaited(item);
  }
  const equal = digest === before.digest ? before.equal + 1 : 1;
  const isStill = equal >= SWEEPS_OF_PROOF;
  const isProven = equal >= (gone.some(isRefused) ? SWEEPS_AGAINST_REFUSAL : SWEEPS_OF_PROOF);
  const verified = isProven ? gone : isStill ? gone.filter((item) => !isRefused(item)) : [];
  const isReadingMissing = (before.digest === undefined || isStill) && !isLagging;
  return {
    verified,
    gone,
    isStill,
    next: isProven && !isLagging ? "done" : isReadingMissing ? "read-again" : "wait",
    sweeps: { digest, equal },
  };
}

/** Whether the server confirmed every delete that was sent, and the list shows none of their cars. */
export function areConfirmedAndGone(tracker: ChangeTracker, live: LiveScope): boolean {
  if (tracker.hasAny("unknown", "rejected")) return false;
  return tracker.items("acknowledged").every((item) => !isListed(item, live));
}

function isRefused({ mark }: TrackedChange): boolean {
  return mark.state === "rejected";
}

/** Whether a lagging list may yet show the change: it was confirmed, or a send of it without a definite answer may have worked. */
function isAwaited({ mark: { state }, past }: TrackedChange): boolean {
  return state === "acknowledged" || state === "unknown" || (state === "rejected" && past.maybeApplied);
}

/** Whether the list shows the add or feature update as done. Changes name features in global mode only. */
export function holds({ change }: TrackedChange, live: LiveScope): boolean {
  const there = live.entries.get(change.plateKey);
  if (!there) return false;
  const wanted = change.features?.to;
  return (
    wanted === undefined ||
    (wanted.length === there.features.length && wanted.every((feature, at) => feature === there.features[at]))
  );
}

/** Whether the very spelling of a change is on the list. */
export function isListed({ change }: TrackedChange, live: LiveScope): boolean {
  const row = live.entries.get(change.plateKey);
  return row !== undefined && isSpelledAs(row, change.licenseNumber);
}
