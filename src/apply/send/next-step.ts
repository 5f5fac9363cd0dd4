import { withCommas } from "../../allowlist/index.ts";
import { retryDelay } from "../../run/pace.ts";
import { alarm } from "../run/alarms.ts";
import type { ScopeRun, WritePace } from "../run/scope-run.ts";
import { type ChangeMark, mayTryAgain, type TrackedChange, unsentMark } from "../run/tracked-change.ts";
import { type Assessment, tracedBy } from "./assess-reply.ts";

/** This many cars in a row refused by several requests, with none accepted: the request is refused, not the cars. */
const MAX_REFUSALS_IN_ROW = 20;
const MAX_REFUSED_REQUESTS = 2;

const FIRST_GAP_MS = 250;
const LONGEST_GAP_MS = 10_000;
const GAP_STEP_MS = 50;

/** What follows from a reply. */
export interface NextStep {
  /** The states of the cars that the reply itself did not decide, in their order. */
  readonly marks: readonly ChangeMark[];
  /** Groups of them to send again, in order. */
  readonly resend: readonly (readonly TrackedChange[])[];
}

const NOTHING: NextStep = { marks: [], resend: [] };

/**
 * Decides what to do after a reply: go on, wait and send again, send in smaller requests, or stop, which a request does not that
 * was dropped because sending to its list had ended. `setbacks`: those of the list when the request left.
 */
export async function nextStep(
  scopeRun: ScopeRun,
  items: readonly TrackedChange[],
  assessment: Assessment,
  setbacks: number,
): Promise<NextStep> {
  const { tracker, pace, journal, run } = scopeRun;
  const { verdict, reply, text } = assessment;
  const isNews = setbacks === pace.setbacks;
  countReply(scopeRun, items, assessment, isNews);
  judgeSize(scopeRun, items.length, assessment);
  // An answer other than car by car may be followed by a pause, and its outcome is not to wait that long.
  if (verdict !== "per-car") await journal.flush();
  switch (verdict) {
    case "per-car":
      // Without a list, every car may be refused for being as it should be: the next one need not be.
      if (tracker.isRead) countRefused(pace, assessment.marks, text);
      run.gate.budget.earn();
      pace.gapMs = Math.max(0, pace.gapMs - GAP_STEP_MS);
      return NOTHING;
    case "unknown":
      return NOTHING;
    case "pause":
      if (isNews) pace.gapMs = Math.min(LONGEST_GAP_MS, Math.max(FIRST_GAP_MS, pace.gapMs * 2));
      if (await mayRetry(scopeRun, items)) return { marks: [], resend: [items] };
      run.gate.halt(alarm("server-busy", `the server keeps asking for fewer requests (${text}); run again later`));
      return giveUp(items, text);
    case "retry":
      return (await mayRetry(scopeRun, items)) ? { marks: [], resend: [items] } : giveUp(items, text);
    case "split":
    case "bisect":
      return sendSmaller(pace, items, assessment);
    case "stop-scope":
      run.gate.close(tracker.scope, `not sent after ${text}`);
      return refuse(items, assessment);
    case "stop-run":
      if (run.gate.stopReason(tracker.scope) === undefined) run.gate.halt(alarm("refused", text));
      return reply.kind === "not-sent" ? giveUp(items, text) : refuse(items, assessment);
  }
}

// Splitting a request is not a retry: it does not use up the cars' attempts. One without an answer that may have been too
// large says nothing of the server yet: the next one is smaller. What is sent side by side fails together: that is one setback,
// and after it a request alone has to be confirmed first (`isNews`: it left after the last one).
function countReply(
  { tracker, pace, run }: ScopeRun,
  items: readonly TrackedChange[],
  { verdict, reply, text, marks }: Assessment,
  isNews: boolean,
): void {
  if (isNews) pace.isTrusted = marks.some(({ state }) => state === "acknowledged");
  if (isNews && verdict !== "per-car") pace.setbacks += 1;
  const isTooLarge = verdict === "unknown" && run.size.mayBeTooLarge(items.length);
  if (verdict !== "split" && verdict !== "bisect" && !isTooLarge) tracker.countAttempts(items);
  const indefinite = verdict === "unknown" || verdict === "retry" ? text : undefined;
  if (!isTooLarge && (isNews || indefinite === undefined)) run.gate.countReply(indefinite);
  if ((verdict === "pause" || verdict === "unknown") && reply.kind === "response")
    run.gate.applyRetryAfter(reply.retryAfter ?? 0);
}

function judgeSize({ run: { size } }: ScopeRun, cars: number, { verdict }: Assessment): void {
  if (verdict === "per-car" || verdict === "bisect") size.recordAnswered(cars);
  if (verdict === "unknown" && size.mayBeTooLarge(cars)) size.halve(cars);
}

async function mayRetry({ run }: ScopeRun, items: readonly TrackedChange[]): Promise<boolean> {
  const [first] = items;
  if (!first || !mayTryAgain(first) || run.gate.stopReason() !== undefined || !run.gate.budget.spend(1)) return false;
  await run.gate.pause(retryDelay(first.attempts + 1, run.ports.random));
  return true;
}

function sendSmaller(pace: WritePace, items: readonly TrackedChange[], assessment: Assessment): NextStep {
  const middle = Math.ceil(items.length / 2);
  if (items.length > 1) {
    if (assessment.verdict === "split") pace.mostCars = middle;
    return { marks: [], resend: [items.slice(0, middle), items.slice(middle)] };
  }
  const refused = { marks: [refusal(assessment.text)], resend: [] };
  countRefused(pace, refused.marks, assessment.text);
  return refused;
}

function countRefused(pace: WritePace, marks: readonly ChangeMark[], text: string): void {
  if (marks.some(({ state }) => state !== "rejected")) {
    pace.refused = { cars: 0, requests: 0 };
    return;
  }
  const refused = { cars: pace.refused.cars + marks.length, requests: pace.refused.requests + 1 };
  pace.refused = refused;
  if (refused.cars < MAX_REFUSALS_IN_ROW || refused.requests < MAX_REFUSED_REQUESTS) return;
  pace.closed = `not sent: the server refused every one of the last ${withCommas(refused.cars)} cars (${text})`;
}

function giveUp(items: readonly TrackedChange[], reason: string): NextStep {
  return { marks: items.map((item) => unsentMark(item, { state: "not-sent", error: reason })), resend: [] };
}

function refuse(items: readonly TrackedChange[], { text, reply }: Assessment): NextStep {
  const refused = { ...refusal(text), ...tracedBy(reply) };
  return { marks: items.map(() => refused), resend: [] };
}

function refusal(error: string): ChangeMark {
  return { state: "rejected", error };
}
