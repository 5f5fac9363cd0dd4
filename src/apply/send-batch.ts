import type { JournalEntry, OutcomeKind, Reply, WriteRequest } from "../ports.ts";
import type { ApplyRun } from "./apply-run.ts";
import { attributeFailures } from "./attribute.ts";
import type { Ledger } from "./ledger.ts";
import { classifyReply, replyText, type Verdict } from "./outcome-table.ts";

/** What one send came to. */
export interface Sent {
  readonly verdict: Verdict | "not-journalled";
  readonly reply: Reply;
  /** What was said, for people. */
  readonly text: string;
}

/**
 * Sends one request: intent durable, then the bytes, then the outcome. Cars that the server answered for, and cars whose
 * outcome is unknown, are marked; all others are left to the caller, who decides what is next.
 */
export async function sendBatch(ledger: Ledger, request: WriteRequest, run: ApplyRun): Promise<Sent> {
  const batch = run.nextBatch();
  const failure = await journalled(run, [{ kind: "intent", batch, ...request }]);
  if (failure) {
    const text = `nothing is sent that the state cannot record first: ${failure}`;
    run.halt(text);
    return { verdict: "not-journalled", reply: { kind: "not-sent", reason: text, permanent: true }, text };
  }
  const reply = await run.ports.writer.send(request, run.options.cancel);
  const verdict = markAnswered(ledger, request, reply, batch, run);
  const lost = await journalled(run, [outcomeEntry(ledger, request, reply, verdict, batch)]);
  if (lost) run.halt(`the state could not record what the server answered: ${lost}`);
  return { verdict, reply, text: replyText(reply) };
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
  const cars = request.cars.map(({ licenseNumber }) => {
    const item = ledger.item(licenseNumber);
    const isMarked = verdict === "answered" || verdict === "unknown";
    const outcome = isMarked && item ? outcomeOf(item.state) : refused;
    return { licenseNumber, outcome, ...(isMarked && item?.error !== undefined && { error: item.error }) };
  });
  const traceId = reply.kind === "response" ? reply.traceId : undefined;
  return {
    kind: "outcome",
    batch,
    scope: request.scope,
    action: request.action,
    cars,
    ...(traceId !== undefined && { traceId }),
  };
}

function outcomeOf(state: string): OutcomeKind {
  return state === "acknowledged" || state === "rejected" || state === "verified" ? state : "unknown";
}

/** Makes entries durable; gives the reason when that fails. */
export async function journalled(run: ApplyRun, entries: readonly JournalEntry[]): Promise<string | undefined> {
  try {
    await run.ports.journal.append(entries);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
