import type { CarToWrite } from "../ports/index.ts";
import { retryDelay } from "../runtime/retry-policy.ts";
import { type Assessment, tracedBy } from "./assess-reply.ts";
import type { ScopeRun, WritePace } from "./scope-run.ts";
import { givenUp, type Mark, mayTryAgain } from "./tracked-change.ts";

/** This many cars in a row refused by several requests, with none accepted: the request is refused, not the cars. */
const MAX_REFUSALS_IN_ROW = 20;
const MAX_REFUSED_REQUESTS = 2;

const FIRST_GAP_MS = 250;
const LONGEST_GAP_MS = 10_000;
const GAP_STEP_MS = 50;

/** What follows from a reply. */
export interface NextStep {
  /** How cars stand that the reply itself did not decide. */
  readonly marks: readonly Mark[];
  /** Groups of cars to send again, in order. */
  readonly resend: readonly (readonly CarToWrite[])[];
}

const NOTHING: NextStep = { marks: [], resend: [] };

/** Decides what to do after a reply: go on, wait and send again, send in smaller requests, or stop. */
export async function nextStep(
  scopeRun: ScopeRun,
  cars: readonly CarToWrite[],
  assessment: Assessment,
): Promise<NextStep> {
  const { tracker, pace, journal, run } = scopeRun;
  const { verdict, reply, text } = assessment;
  countReply(scopeRun, cars, assessment);
  // An answer other than car by car may be followed by a pause, and its outcome is not to wait that long.
  if (verdict !== "per-car") await journal.flush();
  switch (verdict) {
    case "per-car":
      // Without a list, every car may be refused for being as it should be: the next one need not be.
      if (tracker.isRead) countRefused(pace, assessment.marks, text);
      run.gate.earn();
      pace.gapMs = Math.max(0, pace.gapMs - GAP_STEP_MS);
      return NOTHING;
    case "unknown":
      return NOTHING;
    case "pause":
      pace.gapMs = Math.min(LONGEST_GAP_MS, Math.max(FIRST_GAP_MS, pace.gapMs * 2));
      if (await mayRetry(scopeRun, cars)) return { marks: [], resend: [cars] };
      run.gate.halt(`the server keeps asking for fewer requests (${text}); run again later`);
      return giveUp(scopeRun, cars, text);
    case "retry":
      return (await mayRetry(scopeRun, cars)) ? { marks: [], resend: [cars] } : giveUp(scopeRun, cars, text);
    case "split":
    case "bisect":
      return sendSmaller(pace, cars, assessment);
    case "stop-scope":
      run.gate.close(tracker.scope, `not sent after ${text}`);
      return refuse(cars, assessment);
    case "stop-run":
      run.gate.halt(text);
      return reply.kind === "not-sent" ? giveUp(scopeRun, cars, text) : refuse(cars, assessment);
  }
}

// Splitting a request is not a retry: it does not use up the cars' attempts.
function countReply({ tracker, run }: ScopeRun, cars: readonly CarToWrite[], assessment: Assessment): void {
  const { verdict, reply, text } = assessment;
  if (verdict !== "split" && verdict !== "bisect") tracker.countAttempts(cars);
  run.gate.countReply(verdict === "unknown" || verdict === "retry" ? text : undefined);
  if ((verdict === "pause" || verdict === "unknown") && reply.kind === "response")
    run.gate.applyRetryAfter(reply.retryAfter ?? 0);
}

async function mayRetry({ tracker, run }: ScopeRun, cars: readonly CarToWrite[]): Promise<boolean> {
  const first = tracker.item(cars[0]?.licenseNumber ?? "");
  if (!first || !mayTryAgain(first) || run.gate.stopReason() !== undefined || !run.gate.spend(1)) return false;
  await run.gate.pause(retryDelay(first.attempts + 1, run.ports.random));
  return true;
}

function sendSmaller(pace: WritePace, cars: readonly CarToWrite[], assessment: Assessment): NextStep {
  const middle = Math.ceil(cars.length / 2);
  if (cars.length > 1) {
    if (assessment.verdict === "split") pace.limits = { ...pace.limits, cars: middle };
    return { marks: [], resend: [cars.slice(0, middle), cars.slice(middle)] };
  }
  const refused = { marks: cars.map((car) => refusal(car, assessment.text)), resend: [] };
  countRefused(pace, refused.marks, assessment.text);
  return refused;
}

function countRefused(pace: WritePace, marks: readonly Mark[], text: string): void {
  if (marks.some(({ state }) => state !== "rejected")) {
    pace.refused = { cars: 0, requests: 0 };
    return;
  }
  const refused = { cars: pace.refused.cars + marks.length, requests: pace.refused.requests + 1 };
  pace.refused = refused;
  if (refused.cars < MAX_REFUSALS_IN_ROW || refused.requests < MAX_REFUSED_REQUESTS) return;
  pace.closed = `not sent: the server refused every one of the last ${refused.cars} cars (${text})`;
}

function giveUp({ tracker }: ScopeRun, cars: readonly CarToWrite[], reason: string): NextStep {
  const items = cars.flatMap(({ licenseNumber }) => tracker.item(licenseNumber) ?? []);
  return { marks: items.map((item) => givenUp(item, reason)), resend: [] };
}

function refuse(cars: readonly CarToWrite[], { text, reply }: Assessment): NextStep {
  return { marks: cars.map((car) => ({ ...refusal(car, text), ...tracedBy(reply) })), resend: [] };
}

function refusal({ licenseNumber }: CarToWrite, error: string): Mark {
  return { licenseNumber, state: "rejected", error };
}
