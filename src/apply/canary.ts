import type { LiveEntry, LiveScope, PlateKey } from "../allowlist/index.ts";
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
  await carryOut(ledger, freshWriteState(run), run);
  const after = run.lastLive.get(ledger.scope);
  const names = lostBeside(new Set([canary.plateKey]), before, after).map((row) => row.licenseNumber);
  if (names.length > 0) run.halt(collateralMessage(licenseNumber, names));
  const state = ledger.item(licenseNumber)?.state;
  if (state === "unknown") run.halt(`the first delete, ${licenseNumber}, could not be verified`);
  return state === "verified";
}

/** The cars that were there before and are gone, besides those that were meant to go. */
export function lostBeside(
  meant: ReadonlySet<PlateKey>,
  before: LiveScope | undefined,
  after: LiveScope | undefined,
): LiveEntry[] {
  return [...(before?.entries.values() ?? [])].filter(
    ({ plateKey }) => !meant.has(plateKey) && !after?.entries.has(plateKey),
  );
}

function collateralMessage(licenseNumber: string, lost: readonly string[]): string {
  const names = lost.slice(0, MOST_NAMED).join(", ") + (lost.length > MOST_NAMED ? ", …" : "");
  return (
    `deleting ${licenseNumber} alone took ${lost.length} more off the list (${names}): either someone else is deleting, ` +
    "or the server reads the delete otherwise; nothing more is sent"
  );
}
