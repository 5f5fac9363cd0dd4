import type { CarToWrite } from "../ports.ts";
import { retryDelay } from "../retry-policy.ts";
import type { ApplyRun } from "./apply-run.ts";
import { Bookkeeping, journalled } from "./bookkeeping.ts";
import type { ItemState, Ledger, LedgerItem } from "./ledger.ts";
import { doubt } from "./read-back.ts";
import { settleAdds } from "./settle-adds.ts";
import { settleDeletes } from "./settle-deletes.ts";
import { type WriteState, writePending } from "./write-pending.ts";

type Told = ReadonlyMap<CarToWrite["licenseNumber"], ItemState>;

/**
 * Sends the pending cars of a ledger, reads back, and sends what is missing again, until nothing is pending. Without a
 * list there is nothing to read back: the server's word stands, and what is unknown stays so for the next run.
 */
export async function carryOut(ledger: Ledger, state: WriteState, run: ApplyRun): Promise<void> {
  const books = new Bookkeeping(run);
  for (let round = 1; ledger.items("pending").length > 0; round += 1) {
    if (round > 1 && run.haltReason === undefined) await run.pause(retryDelay(round, run.ports.random));
    const stopped = run.stopReason(ledger.scope);
    if (stopped === undefined) await writePending(ledger, state, books, run);
    else ledger.leaveUnsent(stopped);
    if (!ledger.isRead) return await books.flush();
    const told: Told = new Map(ledger.items().map(({ change, state }) => [change.licenseNumber, state]));
    if (run.interrupted) doubt(ledger, "the run was interrupted");
    else if (ledger.action === "add") await settleAdds(ledger, state, run);
    else await settleDeletes(ledger, state, run);
    await books.flush();
    await journalSettled(ledger, told, run);
  }
}

// What the server confirmed and the list shows needs no second entry; only what turned out otherwise does. A car that
// waits to be sent again has turned out not to be done: its next intent must start from there.
async function journalSettled(ledger: Ledger, told: Told, run: ApplyRun): Promise<void> {
  const isNews = ({ change, state }: LedgerItem): boolean => {
    const before = told.get(change.licenseNumber);
    if (state === "pending") return before === "acknowledged";
    return before !== state && !(before === "acknowledged" && state === "verified");
  };
  const cars = ledger
    .items("verified", "rejected", "unknown", "pending")
    .filter(isNews)
    .map(({ change: { licenseNumber }, state, error }) => {
      const outcome = state === "verified" || state === "unknown" ? state : ("rejected" as const);
      return { licenseNumber, outcome, ...(error !== undefined && { error }) };
    });
  if (cars.length === 0) return;
  const failure = await journalled(run, [{ kind: "outcome", ...ledger.carsOf, action: ledger.action, cars }]);
  if (failure) run.halt(`the state could not record what was read back: ${failure}`);
}
