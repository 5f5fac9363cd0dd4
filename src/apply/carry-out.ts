import type { LiveSource, Mode } from "../allowlist/index.ts";
import type { ApplyRun } from "./apply-run.ts";
import type { ItemState, Ledger } from "./ledger.ts";
import { journalled } from "./send-batch.ts";
import { settleAdds } from "./settle-adds.ts";
import { settleDeletes } from "./settle-deletes.ts";
import { type WriteState, writePending } from "./write-pending.ts";

/**
 * Sends the pending cars of a ledger, reads back, and sends what is missing again, until nothing is pending. Without a
 * list there is nothing to read back: the server's word stands, and what is unknown stays so for the next run.
 */
export async function carryOut(ledger: Ledger, state: WriteState, source: LiveSource, run: ApplyRun): Promise<void> {
  const mode: Mode = ledger.scope === "global" ? "global" : "billing-account";
  while (ledger.items("pending").length > 0) {
    await writePending(ledger, state, run);
    if (source !== "list" || run.interrupted) return;
    const told = new Map(ledger.items().map(({ change, state }) => [change.licenseNumber, state]));
    if (ledger.action === "add") await settleAdds(ledger, state, mode, run);
    else await settleDeletes(ledger, state, run);
    await journalSettled(ledger, told, run);
  }
}

// What the server confirmed and the list shows needs no second entry; only what turned out otherwise does.
async function journalSettled(ledger: Ledger, told: ReadonlyMap<string, ItemState>, run: ApplyRun): Promise<void> {
  const cars = ledger
    .items("verified", "rejected", "unknown")
    .flatMap(({ change: { licenseNumber }, state, error }) => {
      const before = told.get(licenseNumber);
      const isNews = before !== state && !(before === "acknowledged" && state === "verified");
      const outcome = state === "verified" || state === "rejected" ? state : "unknown";
      return isNews ? [{ licenseNumber, outcome, ...(error !== undefined && { error }) } as const] : [];
    });
  if (cars.length === 0) return;
  const failure = await journalled(run, [{ kind: "outcome", scope: ledger.scope, action: ledger.action, cars }]);
  if (failure) run.halt(`the state could not record what was read back: ${failure}`);
}
