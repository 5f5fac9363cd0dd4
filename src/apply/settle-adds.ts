import { type LiveScope, listDigest, type Mode } from "../allowlist/index.ts";
import { InterfaceError } from "../ports.ts";
import type { ApplyRun } from "./apply-run.ts";
import { judgeIdle } from "./idle-batches.ts";
import { lagDelay } from "./lag.ts";
import type { Ledger, LedgerItem } from "./ledger.ts";
import type { WriteState } from "./write-pending.ts";

/**
 * Settles sent adds and feature updates by reading the list back. One sighting proves an add, whatever the server said of
 * it. Confirmed cars that do not show are waited for, as a replica may lag; unknown ones that are not there wait to be
 * sent again.
 */
export async function settleAdds(ledger: Ledger, state: WriteState, mode: Mode, run: ApplyRun): Promise<void> {
  if (ledger.items("acknowledged", "unknown", "rejected").length === 0) return;
  const started = run.ports.clock.monotonic();
  for (let look = 1; ; look += 1) {
    const live = await readBackOrDoubt(ledger, run);
    if (!live) return;
    for (const item of ledger.items("acknowledged", "unknown", "rejected")) {
      if (holds(item, live, mode)) ledger.mark(item.change.licenseNumber, "verified");
    }
    if (ledger.items("acknowledged").length === 0) break;
    const delay = lagDelay(look, started, run);
    if (delay === undefined) break;
    await run.ports.clock.sleep(delay, run.options.stop).catch(() => undefined);
  }
  judgeIdle(ledger, state, run);
  resendUnknown(ledger, run);
}

/** Unknown cars that the list does not show wait to be sent again, while attempts and budget last. */
export function resendUnknown(ledger: Ledger, run: ApplyRun): void {
  for (const { change, error } of ledger.items("unknown")) {
    const again = run.haltReason === undefined && ledger.mayTryAgain(change.licenseNumber);
    if (again) ledger.requeue(change.licenseNumber, "unknown", error ?? "no definite answer");
  }
}

/** Reads the scope back; a failed read leaves the server's word unproven, so acknowledged cars become unknown. */
export async function readBackOrDoubt(ledger: Ledger, run: ApplyRun): Promise<LiveScope | undefined> {
  try {
    return await run.readBack(ledger.scope);
  } catch (error) {
    if (!(error instanceof InterfaceError)) throw error;
    for (const { change } of ledger.items("acknowledged")) {
      ledger.mark(change.licenseNumber, "unknown", {
        error: `the server confirmed it, and the list could not be read back: ${error.message}`,
      });
    }
    run.halt(`the list could not be read back: ${error.message}`);
    return undefined;
  }
}

/** The digest of a reading, to tell whether two of them agree. */
export function sweepDigest(live: LiveScope): string {
  return listDigest(live.entries.values());
}

function holds({ change, plateKey }: LedgerItem, live: LiveScope, mode: Mode): boolean {
  const there = live.entries.get(plateKey);
  if (!there) return false;
  const wanted = change.features?.to ?? [];
  return (
    mode === "billing-account" ||
    (wanted.length === there.features.length && wanted.every((feature, at) => feature === there.features[at]))
  );
}
