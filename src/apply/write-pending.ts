import type { CarToWrite, Reply, WriteRequest } from "../ports/index.ts";
import { retryDelay } from "../runtime/retry-policy.ts";
import type { ApplyRun } from "./apply-run.ts";
import { type BatchLimits, firstBatch } from "./batches.ts";
import type { ChangeTracker } from "./change-tracker.ts";
import type { JournalWriter, WrittenIntent } from "./journal-writer.ts";
import { recordReply, type Sent } from "./record-reply.ts";
import { SendQueue } from "./send-queue.ts";

/** This many cars in a row refused by several requests, with none accepted: the request is refused, not the cars. */
export const MAX_REFUSALS_IN_ROW = 20;
const MOST_REFUSED_REQUESTS = 2;

const FIRST_GAP_MS = 250;
const LONGEST_GAP_MS = 10_000;
const GAP_STEP_MS = 50;

/** What writing one tracker has taught us: sizes, pace and refusals. Outlives a read-back. */
export interface WriteState {
  limits: BatchLimits;
  gapMs: number;
  /** Cars, and requests, refused since the last one that was accepted. */
  refused: { readonly cars: number; readonly requests: number };
  /** Why nothing more may be sent for this tracker, if so. */
  closed: string | undefined;
}

const NONE = { cars: 0, requests: 0 };

/** A fresh start with the configured sizes. */
export function freshWriteState({ options }: ApplyRun): WriteState {
  const { batchSize, requestHeadBytes } = options.settings;
  return { limits: { cars: batchSize, headBytes: requestHeadBytes }, gapMs: 0, refused: NONE, closed: undefined };
}

/**
 * Sends all pending cars of a tracker, one request at a time. Every one of them leaves with an outcome; the last of these
 * may be on their way to the journal still.
 */
export async function writePending(
  tracker: ChangeTracker,
  state: WriteState,
  books: JournalWriter,
  run: ApplyRun,
): Promise<void> {
  const waiting = new SendQueue(tracker.pendingCars());
  const announceNext = (): WrittenIntent | undefined => {
    const group = waiting.first();
    if (!group) return undefined;
    const whole: WriteRequest = { action: tracker.action, ...tracker.carsOf, cars: group.cars };
    return books.writeIntent(firstBatch(whole, group.from, state.limits, (one) => run.ports.writer.headBytes(one)));
  };
  for (let next = announceNext(); next !== undefined; ) {
    const reason = await whyNotNow(next, books, tracker, state, run);
    if (reason !== undefined) {
      tracker.leaveUnsent(reason);
      await books.cancelIntent(next);
      break;
    }
    const { reply } = await sendOff(next.request, run);
    waiting.take(next.request.cars.length);
    // While a request is under way the journal takes in what came of the one before and what comes after it, so that an
    // answer is followed by the next request without delay.
    const ahead = announceNext();
    const sent = recordReply(tracker, next, await reply, run);
    books.writeOutcome(sent.outcome);
    countSend(tracker, next.request.cars, sent, run);
    // Any other answer may be followed by a pause, and its outcome is not to wait that long.
    if (sent.verdict !== "answered") await books.flush();
    const again = await judge(tracker, next.request, sent, state, run);
    if (again.length === 0) run.report(next.request.cars.length);
    else if (ahead) await books.cancelIntent(ahead);
    for (const cars of again.toReversed()) waiting.putFirst(cars);
    next = again.length === 0 ? ahead : announceNext();
    if (state.gapMs > 0) await run.pause(state.gapMs);
  }
  void books.flush();
}

/** Sends a request and waits until it has left: what is done before would hold it up. The reply is still to come then. */
async function sendOff(request: WriteRequest, run: ApplyRun): Promise<{ readonly reply: Promise<Reply> }> {
  let onLeft = () => {};
  const left = new Promise<void>((resolve) => {
    onLeft = resolve;
  });
  const reply = run.ports.writer.send(request, run.options.cancel, onLeft);
  await Promise.race([left, reply]);
  return { reply };
}

/** Waits until the announced request may leave; gives the reason when it may not. */
async function whyNotNow(
  { recorded }: WrittenIntent,
  books: JournalWriter,
  tracker: ChangeTracker,
  state: WriteState,
  run: ApplyRun,
): Promise<string | undefined> {
  await recorded;
  await run.paced(() => books.flush());
  return run.stopReason(tracker.scope) ?? state.closed;
}

/** Deals with one reply; gives the groups of cars that are to be sent again, in order. */
async function judge(
  tracker: ChangeTracker,
  request: WriteRequest,
  { verdict, reply, text }: Sent,
  state: WriteState,
  run: ApplyRun,
): Promise<readonly (readonly CarToWrite[])[]> {
  const { cars } = request;
  switch (verdict) {
    case "answered":
      // Without a list, every car may be refused for being as it should be: the next one need not be.
      if (tracker.isRead) countRefused(tracker, cars, state, text);
      run.budget.earn();
      state.gapMs = Math.max(0, state.gapMs - GAP_STEP_MS);
      return [];
    case "unknown":
      return [];
    case "pause":
      state.gapMs = Math.min(LONGEST_GAP_MS, Math.max(FIRST_GAP_MS, state.gapMs * 2));
      if (await mayRetry(tracker, cars, run)) return [cars];
      run.halt(`the server keeps asking for fewer requests (${text}); run again later`);
      return giveUp(tracker, cars, text);
    case "retry":
      return (await mayRetry(tracker, cars, run)) ? [cars] : giveUp(tracker, cars, text);
    case "split":
    case "bisect":
      return smaller(tracker, cars, verdict, text, state);
    case "stop-scope":
      run.close(tracker.scope, `not sent after ${text}`);
      return refuse(tracker, cars, text, reply);
    case "stop-run":
      run.halt(text);
      if (reply.kind === "not-sent") return giveUp(tracker, cars, text);
      return refuse(tracker, cars, text, reply);
  }
}

// Splitting a request is no retry: it does not use up the cars' attempts.
function countSend(
  tracker: ChangeTracker,
  cars: readonly CarToWrite[],
  { verdict, reply, text }: Sent,
  run: ApplyRun,
): void {
  if (verdict !== "split" && verdict !== "bisect")
    for (const { licenseNumber } of cars) tracker.countAttempt(licenseNumber);
  if (verdict === "unknown" || verdict === "retry") run.countIndefinite(text);
  else run.countDefinite();
  if ((verdict === "pause" || verdict === "unknown") && reply.kind === "response") run.holdFor(reply.retryAfter ?? 0);
}

function smaller(
  tracker: ChangeTracker,
  cars: readonly CarToWrite[],
  verdict: "split" | "bisect",
  text: string,
  state: WriteState,
): readonly (readonly CarToWrite[])[] {
  const middle = Math.ceil(cars.length / 2);
  if (cars.length > 1) {
    if (verdict === "split") state.limits = { ...state.limits, cars: middle };
    return [cars.slice(0, middle), cars.slice(middle)];
  }
  refuse(tracker, cars, text);
  countRefused(tracker, cars, state, text);
  return [];
}

function countRefused(tracker: ChangeTracker, cars: readonly CarToWrite[], state: WriteState, text: string): void {
  const isRefused = cars.every(({ licenseNumber }) => tracker.item(licenseNumber)?.state === "rejected");
  if (!isRefused) {
    state.refused = NONE;
    return;
  }
  const refused = { cars: state.refused.cars + cars.length, requests: state.refused.requests + 1 };
  state.refused = refused;
  if (refused.cars < MAX_REFUSALS_IN_ROW || refused.requests < MOST_REFUSED_REQUESTS) return;
  state.closed = `not sent: the server refused every one of the last ${refused.cars} cars (${text})`;
}

async function mayRetry(tracker: ChangeTracker, cars: readonly CarToWrite[], run: ApplyRun): Promise<boolean> {
  const first = cars[0];
  if (!first || !tracker.mayTryAgain(first.licenseNumber) || run.haltReason !== undefined || !run.budget.spend(1))
    return false;
  const attempt = (tracker.item(first.licenseNumber)?.attempts ?? 1) + 1;
  await run.pause(retryDelay(attempt, run.ports.random));
  return true;
}

function giveUp(tracker: ChangeTracker, cars: readonly CarToWrite[], error: string): readonly [] {
  for (const { licenseNumber } of cars) tracker.leave(licenseNumber, error);
  return [];
}

function refuse(tracker: ChangeTracker, cars: readonly CarToWrite[], error: string, reply?: Reply): readonly [] {
  const traceId = reply?.kind === "response" ? reply.traceId : undefined;
  for (const { licenseNumber } of cars)
    tracker.mark(licenseNumber, "rejected", { error, ...(traceId !== undefined && { traceId }) });
  return [];
}
