import { type LiveScope, quoted } from "../../allowlist/index.ts";
import { retryDelay } from "../../run/pace.ts";
import type { ApplyRun } from "../run/apply-run.ts";
import type { ChangeTracker } from "../run/change-tracker.ts";
import { holdBackExempt, newExemptions } from "../run/change-tracker.ts";
import { readBack, type ScopeRun } from "../run/scope-run.ts";
import { type ChangeMark, isUndecided, mayTryAgain, type TrackedChange, VERIFIED } from "../run/tracked-change.ts";
import { sendPending } from "../send/send-pending.ts";
import { areConfirmedAndGone, countByBatch, judgeNoEffect, NO_SWEEPS, type Proof, proofOf } from "./proof.ts";

/** A write that may have happened costs the budget this much when it is sent again. */
const COST_OF_UNKNOWN = 2;

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;

/** Whether a reading of a list is enough for now, so that proof can wait for the readings of later changes. */
export type IsEnoughForNow = (live: LiveScope) => boolean;

/**
 * Sends the pending cars of a list, reads back, and sends what is missing again, until nothing is pending. Without a
 * list there is nothing to read back: the server's answer counts, and what is unknown stays so for the next run.
 * `isEnough` says of a first reading that shows all as done that the proof may wait for the changes that follow.
 */
export async function converge(scopeRun: ScopeRun, isEnough?: IsEnoughForNow): Promise<void> {
  const { tracker, journal, run } = scopeRun;
  for (let round = 1; tracker.hasAny("pending"); round += 1) {
    if (round > 1 && run.gate.stopReason() === undefined) await run.gate.pause(retryDelay(round, run.ports.random));
    holdBackExempt(tracker, run);
    const stopped = run.gate.stopReason(tracker.scope);
    if (stopped === undefined) await sendPending(scopeRun);
    else tracker.giveUpUnsent(stopped);
    if (!tracker.isRead) return await journal.flush();
    tracker.recordAnswers();
    await verify(scopeRun, isEnough);
    await journal.writeReadBack(tracker);
  }
}

/**
 * Decides what sent changes came to by reading the list back, until nothing is left to wait for or the settle time is
 * over. Cars that should show, or may, are waited for, as a replica may lag: an add that is sent again too early would be on
 * a list without a unique key twice. Unknown ones that are not done after that are sent again. Confirmed
 * deletes stay as confirmed where the first reading shows none of them and is enough for now.
 */
async function verify(scopeRun: ScopeRun, isEnough?: IsEnoughForNow): Promise<void> {
  const { tracker, run } = scopeRun;
  if (run.gate.interrupted) return await markUnconfirmed(tracker, "the run was interrupted");
  if (!tracker.hasAny("acknowledged", "unknown", "rejected")) return;
  const started = run.ports.clock.monotonic();
  let sweeps = NO_SWEEPS;
  for (let readings = 1; ; readings += 1) {
    const reading = await readBack(scopeRun);
    const delay = verifyDelay(readings, started, run);
    if (reading.kind === "failed") {
      if (delay === undefined || reading.isFinal) return await abandonVerification(scopeRun, reading.why);
      sweeps = NO_SWEEPS;
    } else {
      const mayBeEnough = isEnough && readings === 1 && areConfirmedAndGone(tracker, reading.live);
      if (mayBeEnough && isEnough(reading.live)) return;
      const proof = proofOf(tracker, reading.live, sweeps);
      tracker.shownIn = tracker.hasAny("verified") ? undefined : reading.live;
      tracker.markEach(proof.verified, () => VERIFIED);
      if (proof.next === "done") return await conclude(scopeRun, proof);
      sweeps = proof.sweeps;
      if (proof.next === "read-again" && !run.gate.interrupted) continue;
      if (delay === undefined) return await conclude(scopeRun, proof);
    }
    await run.gate.pause(delay);
  }
}

// Milliseconds until the next reading of a list that may lag behind; undefined when the settle time is used up.
function verifyDelay(readings: number, started: number, { ports, options, gate }: ApplyRun): number | undefined {
  const left = options.settleMs - (ports.clock.monotonic() - started);
  if (gate.interrupted || left <= 0) return undefined;
  return Math.min(left, LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (readings - 1));
}

// Reading again cannot prove more.
async function conclude(scopeRun: ScopeRun, { gone, isStill }: Proof): Promise<void> {
  const { tracker, pace, run } = scopeRun;
  const error = "it is off the list, which kept changing while it was read back";
  if (!isStill) tracker.markEach(gone, () => ({ state: "unknown", error }));
  if (run.gate.interrupted) return await markUnconfirmed(tracker, "the run was interrupted");
  const { marks, batchSize, batches, advice } = judgeNoEffect(scopeRun);
  pace.mostCars = batchSize;
  run.gate.countNoEffect(batches, advice);
  for (const [item, mark] of marks) tracker.set(item, mark);
  if (isStill) sendUnknownAgain(scopeRun);
}

// Unknown cars that the list does not show as done wait to be sent again, while attempts and budget last. A request of which
// nothing was done goes in halves. Where it may have been too large for the server, that is free: it is not a retry.
function sendUnknownAgain({ tracker, pace, run }: ScopeRun): void {
  const { gate, size } = run;
  const unknown = tracker.items("unknown").filter(isUndecided);
  if (unknown.length === 0) return;
  const exemptions = newExemptions(tracker, run);
  const sizes = countByBatch(unknown);
  const done = countByBatch(tracker.items("verified"));
  const largest = [...sizes].reduce((most, [batch, cars]) => (done.has(batch) ? most : Math.max(most, cars)), 0);
  if (largest > 1) pace.mostCars = Math.min(pace.mostCars, Math.ceil(largest / 2));
  const isAffordable = new Map<number | undefined, boolean>();
  // What is not sent is not counted as an attempt: it would wait to be sent again without end (V14).
  const isOver = (gate.stopReason(tracker.scope) ?? pace.closed) !== undefined;
  tracker.markEach(unknown, (item) => {
    const { mark, batch } = item;
    const { error = "no definite answer" } = mark;
    if (isOver || !mayTryAgain(item) || exemptions.has(item.change.plateKey)) return undefined;
    const isTooLarge = batch !== undefined && (sizes.get(batch) ?? 0) > size.cars;
    const isAfforded = isAffordable.get(batch) ?? (isTooLarge || gate.budget.spend(COST_OF_UNKNOWN));
    isAffordable.set(batch, isAfforded);
    return isAfforded ? { state: "pending", fallback: { state: "unknown", error } } : undefined;
  });
}

// Gives up reading back: nothing is proven, and nothing more is sent to this list.
async function abandonVerification({ tracker, run }: ScopeRun, why: string): Promise<void> {
  await markUnconfirmed(tracker, why);
  run.gate.close(tracker.scope, `not sent: the list could not be read back: ${why}`);
}

// What the server confirmed, or refused after a lost request, and no reading showed is unknown.
async function markUnconfirmed(tracker: ChangeTracker, why: string): Promise<void> {
  const unconfirmed = tracker
    .items("acknowledged", "rejected")
    .filter(({ mark, past }) => mark.state === "acknowledged" || past.maybeApplied);
  const markOf = ({ mark: { state, error = "for no stated reason" } }: TrackedChange): ChangeMark => {
    const answer = state === "rejected" ? `the server refused it (${quoted(error)})` : "the server confirmed it";
    return { state: "unknown", error: `${answer}, and the list could not be read back: ${why}` };
  };
  tracker.markEach(unconfirmed, markOf);
}
