import type { ApplyRun } from "./apply-run.ts";
import { carryOut } from "./carry-out.ts";
import type { Ledger } from "./ledger.ts";
import { freshWriteState } from "./write-pending.ts";

/** This many cars may be refused as canaries before the run gives up deleting. */
export const MOST_CANARIES = 3;

/** How many lost bystanders a message names. */
const MOST_NAMED = 5;

/**
 * Deletes one car, alone, and looks whether that car went and no other: a delete whose parameter the server reads
 * otherwise may do nothing, or empty the list. Halts the run unless one car went as it should.
 */
export async function flyCanary(ledger: Ledger, run: ApplyRun): Promise<void> {
  for (let flown = 0; flown < MOST_CANARIES; flown += 1) {
    const [canary] = ledger.items("planned");
    if (!canary || run.haltReason !== undefined) return;
    const { licenseNumber } = canary.change;
    ledger.mark(licenseNumber, "pending");
    const before = run.lastLive.get(ledger.scope);
    await carryOut(ledger, freshWriteState(run), "list", run);
    const after = run.lastLive.get(ledger.scope);
    const lost = [...(before?.entries.values() ?? [])].filter(
      ({ plateKey }) => plateKey !== canary.plateKey && !after?.entries.has(plateKey),
    );
    if (lost.length > 0)
      return run.halt(
        collateralMessage(
          licenseNumber,
          lost.map((row) => row.licenseNumber),
        ),
      );
    if (ledger.item(licenseNumber)?.state === "verified") return;
    if (ledger.item(licenseNumber)?.state === "unknown")
      return run.halt(`the first delete, ${licenseNumber}, could not be verified`);
  }
  run.halt(`none of the first ${MOST_CANARIES} deletes was accepted`);
}

function collateralMessage(licenseNumber: string, lost: readonly string[]): string {
  const names = lost.slice(0, MOST_NAMED).join(", ") + (lost.length > MOST_NAMED ? ", …" : "");
  return (
    `deleting ${licenseNumber} alone took ${lost.length} more off the list (${names}): either someone else is deleting, ` +
    "or the server reads the delete otherwise; nothing more is sent"
  );
}
