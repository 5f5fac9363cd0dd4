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
  return { verdict, reply, text: replyText(reply), outcome: outcomeEntry(ledger, request, reply, verdict, batch) };
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
    const error = attribution.errors.get(licenseNumber);
    if (error === undefined) ledger.mark(licenseNumber, "acknowledged", { batch });
    else ledger.mark(licenseNumber, "rejected", { ...remark, error });
  }
  return "answered";
}

function outcomeEntry(
  ledger: Ledger,
  request: WriteRequest,
  reply: Reply,
  verdict: Verdict,
  batch: number,
): JournalEntry {
  const refused: OutcomeKind = reply.kind === "not-sent" ? "not-sent" : "rejected";
  const isMarked = verdict === "answered" || verdict === "unknown";
  const cars = request.cars.map(({ licenseNumber }) => {
    const item = isMarked ? ledger.item(licenseNumber) : undefined;
    const outcome = item ? outcomeOf(item.state) : refused;
    return item?.error === undefined ? { licenseNumber, outcome } : { licenseNumber, outcome, error: item.error };
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

function outcomeOf(state: string): OutcomeKind {
  return state === "acknowledged" || state === "rejected" || state === "verified" ? state : "unknown";
}
