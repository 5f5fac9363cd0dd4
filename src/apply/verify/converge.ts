import { retryDelay } from "../../runtime/retry-policy.ts";
import type { ScopeRun } from "../run/scope-run.ts";
import { sendPending } from "../send/send-pending.ts";
import { type EnoughForNow, verify } from "./verify.ts";

/**
 * Sends the pending cars of a list, reads back, and sends what is missing again, until nothing is pending. Without a
 * list there is nothing to read back: the server's answer counts, and what is unknown stays so for the next run.
 * `isEnough` says of a first reading that shows all as done that the proof may wait for the changes that follow.
 */
export async function converge(scopeRun: ScopeRun, isEnough?: EnoughForNow): Promise<void> {
  const { tracker, journal, run } = scopeRun;
  for (let round = 1; tracker.hasAny("pending"); round += 1) {
    if (round > 1 && run.gate.stopReason() === undefined) await run.gate.pause(retryDelay(round, run.ports.random));
    const stopped = run.gate.stopReason(tracker.scope);
    if (stopped === undefined) await sendPending(scopeRun);
    else tracker.giveUpUnsent(stopped);
    if (!tracker.isRead) return await journal.flush();
    tracker.noteAnswers();
    await verify(scopeRun, isEnough);
    await journal.writeReadBack(tracker);
  }
}
