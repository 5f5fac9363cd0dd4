import { type PlateKey, type PlateRules, plateKeyOf, quoted, saysItIsDone, withCommas } from "../../allowlist/index.ts";
import type { Change } from "../../plan/index.ts";
import { groupBy } from "../../run/collections.ts";
import type {
  FailureEntry,
  JournalEntry,
  OutcomeKind,
  RememberedScope,
  Reply,
  WriteAction,
} from "../../run/ports/index.ts";
import type { ScopeRun, WrittenIntent } from "../run/scope-run.ts";
import type { ChangeMark, TrackedChange } from "../run/tracked-change.ts";

/** A request whose intent was handed to the journal, with the changes that it carries, in the same order. */
export interface Batch extends WrittenIntent {
  readonly items: readonly TrackedChange[];
}

/** What one reply means. */
export interface Assessment {
  readonly verdict: ReplyClass;
  readonly reply: Reply;
  /** The reply in words, for people. */
  readonly text: string;
  /** The states of the cars now, in their order: all of them after an answer car by car, or when it is not known; else what is next decides. */
  readonly marks: readonly ChangeMark[];
  /** The same for the journal. */
  readonly outcome: JournalEntry;
}

type SentChange = Pick<Change, "licenseNumber" | "plateKey">;

/** Judges one reply; changes nothing. */
export function assessReply(scopeRun: ScopeRun, batch: Batch, reply: Reply): Assessment {
  const text = replyText(reply);
  const judged = judgeCars(scopeRun, batch, reply, text);
  return { ...judged, reply, text, outcome: outcomeEntry(scopeRun, batch, reply, judged) };
}

type Judged = Pick<Assessment, "verdict" | "marks">;

function judgeCars({ tracker, run }: ScopeRun, { items, request, batch }: Batch, reply: Reply, text: string): Judged {
  const { settings } = run.options;
  const verdict = classifyReply(reply, request.action);
  const remark = { batch, ...tracedBy(reply) };
  const allUnknown = (error: string): Judged => ({
    verdict: "unknown",
    marks: items.map(() => ({ state: "unknown", ...remark, error })),
  });
  if (verdict === "unknown" && run.size.mayBeTooLarge(items.length))
    return allUnknown(`${text}; ${withCommas(items.length)} cars in one request may be too many (interface.batchSize)`);
  if (verdict === "unknown") return allUnknown(text);
  if (verdict !== "per-car" || reply.kind !== "response" || reply.failures === "malformed")
    return { verdict, marks: [] };
  const done: ChangeMark = { state: "acknowledged", batch };
  if (reply.failures.length === 0) return { verdict, marks: items.map(() => done) };
  const sent = items.map(({ change }) => change);
  const attribution = attributeFailures(reply.failures, sent, settings);
  if (attribution.kind === "ambiguous") {
    return allUnknown(
      `the server reports a failure for ${quoted(attribution.licenseNumber)}, which is not one car of the request`,
    );
  }
  const marks = sent.map(({ licenseNumber }): ChangeMark => {
    const words = attribution.errors.get(licenseNumber);
    if (words === undefined) return done;
    const error = words.join("; ");
    // Where the list can be read, it decides, and no words do.
    const isDone = !tracker.isRead && saysItIsDone(request.action, words, settings.failures);
    return isDone ? { error, ...done } : { state: "rejected", ...remark, error };
  });
  return { verdict, marks };
}

function outcomeEntry(
  { tracker, run }: ScopeRun,
  { items, request, batch }: Batch,
  reply: Reply,
  { verdict, marks }: Judged,
): JournalEntry {
  const refused = reply.kind === "not-sent" ? "not-sent" : "rejected";
  // A refusal of the one car does not say whether it is listed; one of the whole request leaves what was known, if anything was.
  const isOfOneCar = verdict === "per-car" || (verdict === "bisect" && items.length === 1);
  const leavesDoubt = (item: TrackedChange | undefined) =>
    !tracker.isRead && (isOfOneCar || !isKnown(item?.change.plateKey, run.options.memory.get(tracker.scope)));
  // The cars of the request, which were used just now: the changes lie far apart in memory.
  const cars = request.cars.map(({ licenseNumber }, at) => {
    const mark = marks[at];
    const outcome = mark === undefined ? refused : outcomeOf(mark.state);
    if (mark?.error === undefined && outcome !== "rejected") return { licenseNumber, outcome };
    return {
      licenseNumber,
      outcome,
      ...(mark?.error !== undefined && { error: mark.error }),
      ...(outcome === "rejected" && leavesDoubt(items[at]) && { inDoubt: true as const }),
    };
  });
  const isTooLarge = verdict === "unknown" && run.size.mayBeTooLarge(items.length) && { mayBeTooLarge: true as const };
  return { kind: "outcome", batch, ...tracker.carsOf, action: request.action, ...isTooLarge, cars, ...tracedBy(reply) };
}

// Whether the state knew anything of the car when the plan was made.
function isKnown(plateKey: PlateKey | undefined, memory: RememberedScope | undefined): boolean {
  if (!memory || plateKey === undefined) return false;
  return memory.baseline === true || memory.entries.has(plateKey) || (memory.notListed?.has(plateKey) ?? false);
}

function outcomeOf(state: ChangeMark["state"]): OutcomeKind {
  return state === "acknowledged" || state === "rejected" ? state : "unknown";
}

/** The trace id of a reply that has one. */
export function tracedBy(reply: Reply): { readonly traceId?: string } {
  return reply.kind === "response" && reply.traceId !== undefined ? { traceId: reply.traceId } : {};
}

/** Which of the sent cars a reply's failures mean. */
export type Attribution =
  | { readonly kind: "attributed"; readonly errors: ReadonlyMap<string, readonly string[]> }
  /** A failure names no car of the request, or more than one: no car can be judged by this reply. */
  | { readonly kind: "ambiguous"; readonly licenseNumber: string };

/**
 * Finds the sent car of every failure: by exact spelling, else by plate key. The result maps the sent spellings that
 * failed to the server's words; a car named twice keeps all of them.
 */
export function attributeFailures(
  failures: readonly FailureEntry[],
  sent: readonly SentChange[],
  rules: PlateRules,
): Attribution {
  if (failures.length === 0) return { kind: "attributed", errors: new Map() };
  const exact = new Set(sent.map(({ licenseNumber }) => licenseNumber));
  const byKey = groupBy(sent, ({ plateKey }) => plateKey);
  const errors = new Map<string, Set<string>>();
  for (const { licenseNumber, error } of failures) {
    const [car, another] = exact.has(licenseNumber) ? [{ licenseNumber }] : carsLike(licenseNumber, byKey, rules);
    if (car === undefined || another !== undefined) return { kind: "ambiguous", licenseNumber };
    errors.set(car.licenseNumber, (errors.get(car.licenseNumber) ?? new Set()).add(error));
  }
  return { kind: "attributed", errors: new Map([...errors].map(([car, texts]) => [car, [...texts]])) };
}

function carsLike(
  licenseNumber: string,
  byKey: ReadonlyMap<PlateKey, readonly SentChange[]>,
  rules: PlateRules,
): readonly SentChange[] {
  const plateKey = plateKeyOf(licenseNumber, rules);
  return (plateKey && byKey.get(plateKey)) ?? [];
}

/** What a reply says of the cars in its request, and what to do next. */
export type ReplyClass =
  /** The server answered car by car: failures are rejected, the rest is acknowledged. */
  | "per-car"
  /** Not applied; the same request may be sent again. */
  | "retry"
  /** Not applied; the server wants a pause first. */
  | "pause"
  /** Not applied; the request is too large. */
  | "split"
  /** Not applied; some car in it is refused; the others are sent without it. */
  | "bisect"
  /** Not applied; nothing more can be done for this scope. */
  | "stop-scope"
  /** Not applied; nothing more can be done for any scope. */
  | "stop-run"
  /** May have been applied, wholly or in part. */
  | "unknown";

// Every status that is not named is unknown for a write: a 2xx that promises nothing, a redirect, a timeout, a breakdown.
const BY_STATUS: Readonly<Record<number, ReplyClass>> = {
  200: "per-car",
  204: "per-car",
  207: "per-car",
  400: "bisect",
  401: "stop-run",
  403: "stop-scope",
  404: "stop-scope",
  413: "split",
  414: "split",
  422: "bisect",
  429: "pause",
  431: "split",
};

/** What one reply to one write means. Total over every status; the only place where statuses are judged. */
export function classifyReply(reply: Reply, action: WriteAction): ReplyClass {
  switch (reply.kind) {
    case "lost":
      return "unknown";
    case "not-sent":
      return reply.permanent ? "stop-run" : "retry";
    case "response":
      // A server may answer 404 because one car of a delete is not there.
      if (reply.status === 404 && action !== "add") return "bisect";
      // Who may not touch parking users may still write the list.
      if (reply.status === 403 && action === "detach") return "bisect";
      if (reply.failures === "malformed") return "unknown";
      return BY_STATUS[reply.status] ?? "unknown";
  }
}

/** What a reply says, for people: status, title, detail. */
export function replyText(reply: Reply): string {
  switch (reply.kind) {
    case "lost":
      return `no whole reply: ${reply.reason}`;
    case "not-sent":
      return `not sent: ${reply.reason}`;
    case "response": {
      const problem = [reply.problem?.title, reply.problem?.detail].filter(Boolean).join(": ");
      const body =
        reply.failures === "malformed" ? "a body that is not a list of failures" : problem && quoted(problem);
      return body ? `the server answered ${reply.status}: ${body}` : `the server answered ${reply.status}`;
    }
  }
}
