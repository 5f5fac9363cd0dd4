import type { LiveScope } from "../allowlist/index.ts";
import type { ApplyRun } from "./apply-run.ts";
import type { ChangeTracker, TrackedChange } from "./change-tracker.ts";
import { checkNoEffect } from "./no-effect-batches.ts";
import { abandonVerification, readBackOnce } from "./read-back.ts";
import { verifyDelay } from "./verify-delay.ts";
import type { WriteState } from "./write-pending.ts";

/** A write that may have happened costs the budget this much when it is sent again. */
const COST_OF_DOUBT = 2;

/**
 * Settles sent adds and feature updates by reading the list back. One sighting proves an add, whatever the server said of
 * it. Cars that should show, or may, are waited for, as a replica may lag: sent again too early, they would be on a list without
 * a unique key twice. Unknown ones that are not there after that are sent again.
 */
export async function verifyAdds(tracker: ChangeTracker, state: WriteState, run: ApplyRun): Promise<void> {
  if (tracker.items("acknowledged", "unknown", "rejected").length === 0) return;
  const started = run.ports.clock.monotonic();
  for (let looks = 1; ; looks += 1) {
    const seen = await readBackOnce(tracker, run);
    if (seen.kind === "live") {
      for (const item of tracker.items("acknowledged", "unknown", "rejected"))
        if (holds(item, seen.live)) tracker.mark(item.change.licenseNumber, "verified");
      if (!tracker.items().some(isAwaited)) break;
    }
    const delay = verifyDelay(looks, started, run);
    if (seen.kind === "failed" && (delay === undefined || seen.isFinal))
      return abandonVerification(tracker, seen.why, run);
    if (delay === undefined) break;
    await run.pause(delay);
  }
  checkNoEffect(tracker, state, run);
  resendUnknown(tracker, run);
}

/** Whether a lagging list may yet show the change: it was confirmed, or a send of it without a definite answer may have worked. */
export function isAwaited({ state, doubted }: TrackedChange): boolean {
  return state === "acknowledged" || state === "unknown" || (state === "rejected" && doubted);
}

/** Unknown cars that the list does not show as done wait to be sent again, while attempts and budget last. */
export function resendUnknown(tracker: ChangeTracker, run: ApplyRun): void {
  const afforded = new Map<number | undefined, boolean>();
  for (const { change, error, batch } of tracker.items("unknown")) {
    if (!maySendAgain(change.licenseNumber, tracker, run)) continue;
    const isAfforded = afforded.get(batch) ?? run.budget.spend(COST_OF_DOUBT);
    afforded.set(batch, isAfforded);
    if (isAfforded) tracker.requeue(change.licenseNumber, { state: "unknown", error: error ?? "no definite answer" });
  }
}

function maySendAgain(licenseNumber: string, tracker: ChangeTracker, run: ApplyRun): boolean {
  return run.stopReason(tracker.scope) === undefined && tracker.mayTryAgain(licenseNumber);
}

/** Whether the list shows the add or feature update as done. Changes name features in global mode only. */
export function holds({ change }: TrackedChange, live: LiveScope): boolean {
  const there = live.entries.get(change.plateKey);
  if (!there) return false;
  const wanted = change.features?.to;
  return (
    wanted === undefined ||
    (wanted.length === there.features.length && wanted.every((feature, at) => feature === there.features[at]))
  );
}
