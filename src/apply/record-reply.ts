import { isAnswer } from "../allowlist/index.ts";
import type { JournalEntry, OutcomeKind, Reply, WriteRequest } from "../ports/index.ts";
import type { ApplyRun } from "./apply-run.ts";
import { attributeFailures } from "./attribute.ts";
import type { ChangeTracker } from "./change-tracker.ts";
import { classifyReply, type ReplyClass, replyText } from "./classify-reply.ts";
import type { WrittenIntent } from "./journal-writer.ts";

/** What one send came to. */
export interface Sent {
  readonly verdict: ReplyClass;
  readonly reply: Reply;
  /** What was said, for people. */
  readonly text: string;
  /** The same for the journal. */
  readonly outcome: JournalEntry;
}

/**
 * Takes a reply in. Cars that the server answered for, and cars whose outcome is unknown, are marked; all others are left
 * to the caller, who decides what is next.
 */
export function recordReply(
  tracker: ChangeTracker,
  { request, batch }: WrittenIntent,
  reply: Reply,
  run: ApplyRun,
): Sent {
  const verdict = markAnswered(tracker, request, reply, batch, run);
  return {
    verdict,
    reply,
    text: replyText(reply),
    outcome: outcomeEntry(tracker, request, reply, verdict, batch, run),
  };
}

function markAnswered(
  tracker: ChangeTracker,
  request: WriteRequest,
  reply: Reply,
  batch: number,
  run: ApplyRun,
): ReplyClass {
  const verdict = classifyReply(reply, request.action);
  const traceId = reply.kind === "response" ? reply.traceId : undefined;
  const remark = { batch, ...(traceId !== undefined && { traceId }) };
  const markAllUnknown = (error: string): ReplyClass => {
    for (const { licenseNumber } of request.cars) tracker.mark(licenseNumber, "unknown", { ...remark, error });
    return "unknown";
  };
  if (verdict === "unknown") return markAllUnknown(replyText(reply));
  if (verdict !== "answered" || reply.kind !== "response" || reply.failures === "malformed") return verdict;
  const sent = request.cars.map(({ licenseNumber }) => licenseNumber);
  const attribution = attributeFailures(reply.failures, sent, run.options.settings);
  if (attribution.kind === "ambiguous") {
    return markAllUnknown(
      `the server reports a failure for ${JSON.stringify(attribution.licenseNumber)}, which is not one car of the request`,
    );
  }
  for (const licenseNumber of sent) {
    const words = attribution.errors.get(licenseNumber) ?? [];
    // Where the list can be read, it tells what holds, and no words do.
    const isDone =
      words.length === 0 || (!tracker.isRead && isAnswer(request.action, words, run.options.settings.failures));
    const error = words.length === 0 ? {} : { error: words.join("; ") };
    tracker.mark(
      licenseNumber,
      isDone ? "acknowledged" : "rejected",
      isDone ? { batch, ...error } : { ...remark, ...error },
    );
  }
  return "answered";
}

function outcomeEntry(
  tracker: ChangeTracker,
  request: WriteRequest,
  reply: Reply,
  verdict: ReplyClass,
  batch: number,
  run: ApplyRun,
): JournalEntry {
  const refused: OutcomeKind = reply.kind === "not-sent" ? "not-sent" : "rejected";
  const isMarked = verdict === "answered" || verdict === "unknown";
  // A refusal of the one car does not say whether it is listed; one of the whole request leaves what was known, if anything was.
  const isOfOneCar = verdict === "answered" || (verdict === "bisect" && request.cars.length === 1);
  const leavesDoubt = (licenseNumber: string) =>
    !tracker.isRead && (isOfOneCar || !isKnown(licenseNumber, tracker, run));
  const cars = request.cars.map(({ licenseNumber }) => {
    const item = isMarked ? tracker.item(licenseNumber) : undefined;
    const outcome = item ? outcomeOf(item.state) : refused;
    return {
      licenseNumber,
      outcome,
      ...(item?.error !== undefined && { error: item.error }),
      ...(outcome === "rejected" && leavesDoubt(licenseNumber) && { inDoubt: true as const }),
    };
  });
  const traceId = reply.kind === "response" ? reply.traceId : undefined;
  return {
    kind: "outcome",
    batch,
    ...tracker.carsOf,
    action: request.action,
    cars,
    ...(traceId !== undefined && { traceId }),
  };
}

// Whether the state said anything of the car when the plan was made.
function isKnown(licenseNumber: string, tracker: ChangeTracker, { options }: ApplyRun): boolean {
  const memory = options.memory.get(tracker.scope);
  const plateKey = tracker.item(licenseNumber)?.change.plateKey;
  if (!memory || plateKey === undefined) return false;
  return memory.baseline === true || memory.entries.has(plateKey) || (memory.notListed?.has(plateKey) ?? false);
}

function outcomeOf(state: string): OutcomeKind {
  return state === "acknowledged" || state === "rejected" || state === "verified" ? state : "unknown";
}
