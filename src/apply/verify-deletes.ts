import { isSpelledAs, type LiveScope } from "../allowlist/index.ts";
import type { ApplyRun } from "./apply-run.ts";
import type { ChangeTracker, TrackedChange } from "./change-tracker.ts";
import { checkNoEffect } from "./no-effect-batches.ts";
import { abandonVerification, readBackOnce, sweepDigest } from "./read-back.ts";
import { isAwaited, resendUnknown } from "./verify-adds.ts";
import { verifyDelay } from "./verify-delay.ts";
import type { WriteState } from "./write-pending.ts";

/** Equal sweeps in a row that prove a delete, and one more against the server's own word that it refused. */
const SWEEPS_OF_PROOF = 2;
const SWEEPS_AGAINST_REFUSAL = 3;

/**
 * Settles sent deletes by reading the list back. Not seeing a car is weak evidence: a page may have shifted, or come from a
 * replica that lags. Only absence from equal sweeps in a row proves a delete.
 */
export async function verifyDeletes(tracker: ChangeTracker, state: WriteState, run: ApplyRun): Promise<void> {
  if (tracker.items("acknowledged", "unknown", "rejected").length === 0) return;
  const started = run.ports.clock.monotonic();
  let before: string | undefined;
  let equal = 0;
  for (let looks = 1; ; looks += 1) {
    const seen = await readBackOnce(tracker, run);
    const delay = verifyDelay(looks, started, run);
    if (seen.kind === "failed") {
      if (delay === undefined || seen.isFinal) return abandonVerification(tracker, seen.why, run);
      before = undefined;
      await run.pause(delay);
      continue;
    }
    const digest = sweepDigest(seen.live);
    const gone = tracker.items("acknowledged", "unknown", "rejected").filter((item) => !isListed(item, seen.live));
    equal = digest === before ? equal + 1 : 1;
    const isStill = equal >= SWEEPS_OF_PROOF;
    const isProven = equal >= (gone.some(isRefused) ? SWEEPS_AGAINST_REFUSAL : SWEEPS_OF_PROOF);
    for (const item of gone)
      if (isProven || (isStill && !isRefused(item))) tracker.mark(item.change.licenseNumber, "verified");
    const isLagging = tracker.items().some((item) => isAwaited(item) && isListed(item, seen.live));
    if (isProven && !isLagging) break;
    // As many readings as can prove a delete are due, however short the settle time.
    const isNextDue = (before === undefined || isStill) && !isLagging && !run.interrupted;
    if (delay === undefined && !isNextDue) return giveUpOn(gone, isStill, tracker, state, run);
    if (delay !== undefined && !isNextDue) await run.pause(delay);
    before = digest;
  }
  checkNoEffect(tracker, state, run);
  resendUnknown(tracker, run);
}

function isRefused({ state }: TrackedChange): boolean {
  return state === "rejected";
}

function giveUpOn(
  gone: readonly TrackedChange[],
  isStill: boolean,
  tracker: ChangeTracker,
  state: WriteState,
  run: ApplyRun,
): void {
  if (!isStill) {
    for (const { change } of gone) {
      tracker.mark(change.licenseNumber, "unknown", {
        error: "it is off the list, which kept changing while it was read back",
      });
    }
  }
  checkNoEffect(tracker, state, run);
  if (isStill) resendUnknown(tracker, run);
}

/** Whether the very spelling is still on the list. */
export function isListed({ change }: TrackedChange, live: LiveScope): boolean {
  const row = live.entries.get(change.plateKey);
  return row !== undefined && isSpelledAs(row, change.licenseNumber);
}
