import type { CarToWrite } from "../ports/index.ts";
import { retryDelay } from "../runtime/retry-policy.ts";
import type { ApplyRun } from "./apply-run.ts";
import type { ChangeState, ChangeTracker, TrackedChange } from "./change-tracker.ts";
import { appendToJournal, JournalWriter } from "./journal-writer.ts";
import { markUnconfirmed } from "./read-back.ts";
import { verifyAdds } from "./verify-adds.ts";
import { verifyDeletes } from "./verify-deletes.ts";
import { type WriteState, writePending } from "./write-pending.ts";

type Told = ReadonlyMap<CarToWrite["licenseNumber"], ChangeState>;

/**
 * Sends the pending cars of a tracker, reads back, and sends what is missing again, until nothing is pending. Without a
 * list there is nothing to read back: the server's word stands, and what is unknown stays so for the next run.
 */
export async function converge(tracker: ChangeTracker, state: WriteState, run: ApplyRun): Promise<void> {
  const books = new JournalWriter(run);
  for (let round = 1; tracker.items("pending").length > 0; round += 1) {
    if (round > 1 && run.haltReason === undefined) await run.pause(retryDelay(round, run.ports.random));
    const stopped = run.stopReason(tracker.scope);
    if (stopped === undefined) await writePending(tracker, state, books, run);
    else tracker.leaveUnsent(stopped);
    if (!tracker.isRead) return await books.flush();
    const told: Told = new Map(tracker.items().map(({ change, state }) => [change.licenseNumber, state]));
    if (run.interrupted) markUnconfirmed(tracker, "the run was interrupted");
    else if (tracker.action === "add") await verifyAdds(tracker, state, run);
    else await verifyDeletes(tracker, state, run);
    await books.flush();
    await journalSettled(tracker, told, run);
  }
}

// What the server confirmed and the list shows needs no second entry; only what turned out otherwise does. A car that
// waits to be sent again has turned out not to be done: its next intent must start from there.
async function journalSettled(tracker: ChangeTracker, told: Told, run: ApplyRun): Promise<void> {
  const isNews = ({ change, state }: TrackedChange): boolean => {
    const before = told.get(change.licenseNumber);
    if (state === "pending") return before === "acknowledged";
    return before !== state && !(before === "acknowledged" && state === "verified");
  };
  const cars = tracker
    .items("verified", "rejected", "unknown", "pending")
    .filter(isNews)
    .map(({ change: { licenseNumber }, state, error }) => {
      const outcome = state === "verified" || state === "unknown" ? state : ("rejected" as const);
      return { licenseNumber, outcome, ...(error !== undefined && { error }) };
    });
  if (cars.length === 0) return;
  const failure = await appendToJournal(run, [{ kind: "outcome", ...tracker.carsOf, action: tracker.action, cars }]);
  if (failure) run.halt(`the state could not record what was read back: ${failure}`);
}
