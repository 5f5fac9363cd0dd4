import type { ApplyRun } from "./apply-run.ts";
import { carryOut } from "./carry-out.ts";
import type { Ledger, LedgerItem } from "./ledger.ts";
import { freshWriteState } from "./write-pending.ts";

/** This many cars may be refused as canaries before the run gives up deleting. */
export const MOST_CANARIES = 3;

/** How many lost bystanders a message names. */
const MOST_NAMED = 5;

/**
 * Deletes one car, alone, and looks whether that car went and no other: a delete whose parameter the server reads
 * otherwise may do nothing, or empty the list. Halts the run unless one car of one of the ledgers went as it should.
 */
export async function flyCanary(ledgers: readonly Ledger[], run: ApplyRun): Promise<void> {
  let flown = 0;
  for (const ledger of ledgers) {
    while (run.stopReason(ledger.scope) === undefined) {
      const [canary] = ledger.items("planned");
      if (!canary) break;
      if (await flyOne(canary, ledger, run)) return;
      flown += 1;
      if (flown >= MOST_CANARIES) run.halt(`none of the first ${MOST_CANARIES} deletes was accepted`);
    }
  }
}

async function flyOne(canary: LedgerItem, ledger: Ledger, run: ApplyRun): Promise<boolean> {
  const { licenseNumber } = canary.change;
  ledger.mark(licenseNumber, "pending");
  const before = run.lastLive.get(ledger.scope);
  await carryOut(ledger, freshWriteState(run), "list", run);
  const after = run.lastLive.get(ledger.scope);
  const lost = [...(before?.entries.values() ?? [])].filter(
    ({ plateKey }) => plateKey !== canary.plateKey && !after?.entries.has(plateKey),
  );
  const names = lost.map((row) => row.licenseNumber);
  if (names.length > 0) run.halt(collateralMessage(licenseNumber, names));
  const state = ledger.item(licenseNumber)?.state;
  if (state === "unknown") run.halt(`the first delete, ${licenseNumber}, could not be verified`);
  return state === "verified";
}

function collateralMessage(licenseNumber: string, lost: readonly string[]): string {
  const names = lost.slice(0, MOST_NAMED).join(", ") + (lost.length > MOST_NAMED ? ", …" : "");
  return (
    `deleting ${licenseNumber} alone took ${lost.length} more off the list (${names}): either someone else is deleting, ` +
    "or the server reads the delete otherwise; nothing more is sent"
  );
}
