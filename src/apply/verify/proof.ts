import { isSpelledAs, type LiveEntry, type LiveScope, listDigest, type PlateKey } from "../../allowlist/index.ts";
import { haveSameFeatures } from "../../plan/index.ts";
import { countUp } from "../../run/collections.ts";
import type { ChangeTracker } from "../run/change-tracker.ts";
import type { ScopeRun } from "../run/scope-run.ts";
import {
  type ChangeMark,
  isUndecided,
  mayTryAgain,
  type TrackedChange,
  type UnsentResult,
} from "../run/tracked-change.ts";
import { knownTwin, respelled, respelledHint } from "./respelled.ts";

/** Equal sweeps in a row that prove a delete; one more does against the server's own refusal. */
const SWEEPS_OF_PROOF = 2;
const SWEEPS_AGAINST_REFUSAL = 3;

/** How the last readings of a list agreed. */
export interface Sweeps {
  readonly digest: string | undefined;
  /** How many readings in a row were equal. */
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
    if (isShownAsDone(item, live)) verified.push(item);
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
function isAwaited(item: TrackedChange): boolean {
  const { state } = item.mark;
  return state === "acknowledged" || isUndecided(item) || (state === "rejected" && item.past.maybeApplied);
}

/** Whether the list shows the add or feature update as done. Changes name features in global mode only. */
export function isShownAsDone({ change }: TrackedChange, live: LiveScope): boolean {
  const there = live.entries.get(change.plateKey);
  if (!there) return false;
  return change.features === undefined || haveSameFeatures(change.features.to, there.features);
}

/** Whether the very spelling of a change is on the list. */
export function isListed({ change }: TrackedChange, live: LiveScope): boolean {
  const row = live.entries.get(change.plateKey);
  return row !== undefined && isSpelledAs(row, change.licenseNumber);
}

const ADVICE = {
  add: "the base address may point to something that is not the fleet interface",
  detach: "the parameter that names the car may be another one here, see interface.userCarParam",
  delete: "the delete parameter may have another name here, see interface.globalDelete and interface.accountDelete",
} as const;

/** No list shows so late what was confirmed, milliseconds. */
const LONGEST_LAG_MS = 10 * 60_000;

/** A change and its state from now on. */
type Marked = readonly [TrackedChange, ChangeMark];

/** What follows from changes that the server confirmed and that the list does not show. */
export interface NoEffectJudgement {
  readonly marks: readonly Marked[];
  /** Most cars in a request from now on. */
  readonly batchSize: number;
  /** Batches that count against the server, and what to check then. */
  readonly batches: number;
  readonly advice: string;
}

/**
 * Judges cars that the server confirmed and that the settle time did not show as done. A batch of which a part was done
 * was cut short by the server: it is sent again in smaller ones. Batches of which nothing was done count against the
 * server. A car may be shown later, so it is unknown, unless another row came instead or an earlier run sent it in vain.
 */
export function judgeNoEffect(scopeRun: ScopeRun): NoEffectJudgement {
  const { tracker, pace } = scopeRun;
  const within = `within ${scopeRun.run.options.settleMs / 1000} s (--settle-time)`;
  const unseen = tracker.action === "add" ? "did not list it" : "still listed it";
  const advice = `${within}: the list may be late, or ${ADVICE[tracker.action]}`;
  const confirmed = tracker.items("acknowledged");
  if (confirmed.length === 0) return { marks: [], batchSize: pace.mostCars, batches: 0, advice };
  const otherwise = new Set(confirmed.filter((item) => isNewWithOtherFeatures(item, scopeRun)));
  const done = countByBatch([...tracker.items("verified"), ...otherwise]);
  const missing = confirmed.filter((item) => !otherwise.has(item));
  const twins =
    tracker.action === "add" && missing.length > 0 ? respelled(missing, scopeRun) : new Map<PlateKey, LiveEntry>();
  const withoutEffect = new Set<number>();
  let batchSize = pace.mostCars;
  const marks = missing.map((item): Marked => {
    const doneBeside = item.batch === undefined ? 0 : (done.get(item.batch) ?? 0);
    const row = ownRow(item, scopeRun);
    const twin = row ? undefined : (twins.get(item.change.plateKey)?.licenseNumber ?? knownTwin(item, scopeRun));
    const error = row ? `${otherFeatures(item, row)}, ${within}` : `the server confirmed it and ${unseen} ${within}`;
    const outcome = undone(item, error, scopeRun);
    if (row && doneBeside === 0) return [item, outcome];
    if (twin !== undefined) return rejected(item, respelledHint(item.change.licenseNumber, twin), twin);
    if (doneBeside > 0) batchSize = Math.min(batchSize, doneBeside);
    else if (item.batch !== undefined && !item.past.hadNoEffectBefore) withoutEffect.add(item.batch);
    // A car that had no effect before, and has none again, gets one attempt a run.
    const isWorthIt = doneBeside > 0 || !item.past.hadNoEffectBefore;
    return [item, isWorthIt && mayTryAgain(item) ? { state: "pending", fallback: outcome } : outcome];
  });
  const batches = done.size === 0 ? withoutEffect.size : 0;
  const others = [...otherwise].map((item) => rejected(item, otherFeatures(item, ownRow(item, scopeRun))));
  return { marks: [...others, ...marks], batchSize, batches, advice };
}

function rejected(item: TrackedChange, error: string, twin?: string): Marked {
  return [item, { state: "rejected", error, hadNoEffect: true, ...(twin !== undefined && { twin }) }];
}

function undone({ past: { triedBefore } }: TrackedChange, error: string, { run }: ScopeRun): UnsentResult {
  const isOverdue = triedBefore !== undefined && run.ports.clock.now() - triedBefore > LONGEST_LAG_MS;
  if (!isOverdue) return { state: "unknown", error, hadNoEffect: true };
  return { state: "rejected", error: `${error}, as in an earlier run`, hadNoEffect: true };
}

/** How many of these changes each batch carried last. */
export function countByBatch(items: readonly TrackedChange[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { batch } of items) if (batch !== undefined) countUp(counts, batch);
  return counts;
}

// A confirmed car that is on the list under its own plate is there, whatever features the server gave it.
function ownRow({ change }: TrackedChange, { tracker: { action, scope }, run }: ScopeRun): LiveEntry | undefined {
  return action === "add" ? run.lastLive.get(scope)?.entries.get(change.plateKey) : undefined;
}

// One that came with this run is the server's doing: the add had an effect.
function isNewWithOtherFeatures(item: TrackedChange, scopeRun: ScopeRun): boolean {
  const before = scopeRun.run.liveBefore.get(scopeRun.tracker.scope);
  return ownRow(item, scopeRun) !== undefined && !before?.entries.has(item.change.plateKey);
}

function otherFeatures({ change }: TrackedChange, row: LiveEntry | undefined): string {
  return `it is on the list with other features: has ${named(row?.features ?? [])}; wanted ${named(change.features?.to ?? [])}`;
}

function named(features: readonly string[]): string {
  return features.length === 0 ? "none" : features.join(", ");
}
