import { isSpelledAs, type LiveScope } from "../allowlist/index.ts";
import type { ApplyRun } from "./apply-run.ts";
import { judgeIdle } from "./idle-batches.ts";
import { lagDelay } from "./lag.ts";
import type { Ledger, LedgerItem } from "./ledger.ts";
import { concede, look, sweepDigest } from "./read-back.ts";
import { isAwaited, resendUnknown } from "./settle-adds.ts";
import type { WriteState } from "./write-pending.ts";

/** Equal sweeps in a row that prove a delete, and one more against the server's own word that it refused. */
const SWEEPS_OF_PROOF = 2;
const SWEEPS_AGAINST_REFUSAL = 3;

/**
 * Settles sent deletes by reading the list back. Not seeing a car is weak evidence: a page may have shifted, or come from a
 * replica that lags. Only absence from equal sweeps in a row proves a delete.
 */
export async function settleDeletes(ledger: Ledger, state: WriteState, run: ApplyRun): Promise<void> {
  if (ledger.items("acknowledged", "unknown", "rejected").length === 0) return;
  const started = run.ports.clock.monotonic();
  let before: string | undefined;
  let equal = 0;
  for (let looks = 1; ; looks += 1) {
    const seen = await look(ledger, run);
    const delay = lagDelay(looks, started, run);
    if (seen.kind === "failed") {
      if (delay === undefined || seen.isFinal) return concede(ledger, seen.why, run);
      before = undefined;
      await run.pause(delay);
      continue;
    }
    const digest = sweepDigest(seen.live);
    const gone = ledger.items("acknowledged", "unknown", "rejected").filter((item) => !isListed(item, seen.live));
    equal = digest === before ? equal + 1 : 1;
    const isStill = equal >= SWEEPS_OF_PROOF;
    const isProven = equal >= (gone.some(isRefused) ? SWEEPS_AGAINST_REFUSAL : SWEEPS_OF_PROOF);
    for (const item of gone)
      if (isProven || (isStill && !isRefused(item))) ledger.mark(item.change.licenseNumber, "verified");
    const isLagging = ledger.items().some((item) => isAwaited(item) && isListed(item, seen.live));
    if (isProven && !isLagging) break;
    // As many readings as can prove a delete are due, however short the settle time.
    const isNextDue = (before === undefined || isStill) && !isLagging && !run.interrupted;
    if (delay === undefined && !isNextDue) return giveUpOn(gone, isStill, ledger, state, run);
    if (delay !== undefined && !isNextDue) await run.pause(delay);
    before = digest;
  }
  judgeIdle(ledger, state, run);
  resendUnknown(ledger, run);
}

function isRefused({ state }: LedgerItem): boolean {
  return state === "rejected";
}

function giveUpOn(
  gone: readonly LedgerItem[],
  isStill: boolean,
  ledger: Ledger,
  state: WriteState,
  run: ApplyRun,
): void {
  if (!isStill) {
    for (const { change } of gone) {
      ledger.mark(change.licenseNumber, "unknown", {
        error: "it is off the list, which kept changing while it was read back",
      });
    }
  }
  judgeIdle(ledger, state, run);
  if (isStill) resendUnknown(ledger, run);
}

/** Whether the very spelling is still on the list. */
export function isListed({ change, plateKey }: LedgerItem, live: LiveScope): boolean {
  const row = live.entries.get(plateKey);
  return row !== undefined && isSpelledAs(row, change.licenseNumber);
}
