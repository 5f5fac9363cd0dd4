import { isAnswer } from "../allowlist/index.ts";
import type { JournalEntry, OutcomeKind, Reply, WriteRequest } from "../ports.ts";
import type { ApplyRun } from "./apply-run.ts";
import { attributeFailures } from "./attribute.ts";
import type { Announced } from "./bookkeeping.ts";
import type { Ledger } from "./ledger.ts";
import { classifyReply, replyText, type Verdict } from "./outcome-table.ts";

/** What one send came to. */
export interface Sent {
  readonly verdict: Verdict;
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
export function takeReply(ledger: Ledger, { request, batch }: Announced, reply: Reply, run: ApplyRun): Sent {
  const verdict = markAnswered(ledger, request, reply, batch, run);
  return { verdict, reply, text: replyText(reply), outcome: outcomeEntry(ledger, request, reply, verdict, batch, run) };
}

function markAnswered(ledger: Ledger, request: WriteRequest, reply: Reply, batch: number, run: ApplyRun): Verdict {
  const verdict = classifyReply(reply, request.action);
  const traceId = reply.kind === "response" ? reply.traceId : undefined;
  const remark = { batch, ...(traceId !== undefined && { traceId }) };
  const markAllUnknown = (error: string): Verdict => {
    for (const { licenseNumber } of request.cars) ledger.mark(licenseNumber, "unknown", { ...remark, error });
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
      words.length === 0 || (!ledger.isRead && isAnswer(request.action, words, run.options.settings.failures));
    const error = words.length === 0 ? {} : { error: words.join("; ") };
    ledger.mark(
      licenseNumber,
      isDone ? "acknowledged" : "rejected",
      isDone ? { batch, ...error } : { ...remark, ...error },
    );
  }
  return "answered";
}

function outcomeEntry(
  ledger: Ledger,
  request: WriteRequest,
  reply: Reply,
  verdict: Verdict,
  batch: number,
  run: ApplyRun,
): JournalEntry {
  const refused: OutcomeKind = reply.kind === "not-sent" ? "not-sent" : "rejected";
  const isMarked = verdict === "answered" || verdict === "unknown";
  // A refusal of the one car does not say whether it is listed; one of the whole request leaves what was known, if anything was.
  const isOfOneCar = verdict === "answered" || (verdict === "bisect" && request.cars.length === 1);
  const leavesDoubt = (licenseNumber: string) => !ledger.isRead && (isOfOneCar || !isKnown(licenseNumber, ledger, run));
  const cars = request.cars.map(({ licenseNumber }) => {
    const item = isMarked ? ledger.item(licenseNumber) : undefined;
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
    ...ledger.carsOf,
    action: request.action,
    cars,
    ...(traceId !== undefined && { traceId }),
  };
}

// Whether the state said anything of the car when the plan was made.
function isKnown(licenseNumber: string, ledger: Ledger, { options }: ApplyRun): boolean {
  const memory = options.memory.get(ledger.scope);
  const plateKey = ledger.item(licenseNumber)?.plateKey;
  if (!memory || plateKey === undefined) return false;
  return memory.baseline === true || memory.entries.has(plateKey) || (memory.notListed?.has(plateKey) ?? false);
}

function outcomeOf(state: string): OutcomeKind {
  return state === "acknowledged" || state === "rejected" || state === "verified" ? state : "unknown";
}
