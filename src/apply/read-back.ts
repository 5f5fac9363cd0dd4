import { type LiveScope, listDigest } from "../allowlist/index.ts";
import { InterfaceError } from "../ports/index.ts";
import type { ApplyRun } from "./apply-run.ts";
import type { ChangeTracker } from "./change-tracker.ts";

/** A reading of the list, or why there is none; `isFinal`: looking again cannot help. */
export type ReadBackResult =
  | { readonly kind: "live"; readonly live: LiveScope }
  | { readonly kind: "failed"; readonly why: string; readonly isFinal: boolean };

/** Reads the tracker's list once more. */
export async function readBackOnce(tracker: ChangeTracker, run: ApplyRun): Promise<ReadBackResult> {
  try {
    return { kind: "live", live: await run.readBack(tracker.carsOf) };
  } catch (error) {
    if (run.interrupted) return { kind: "failed", why: "the run was interrupted", isFinal: true };
    if (!(error instanceof InterfaceError)) throw error;
    return { kind: "failed", why: error.message, isFinal: error.failure.kind === "auth" };
  }
}

/** Gives up reading back: nothing is proven, and nothing more is sent to this list. */
export function abandonVerification(tracker: ChangeTracker, why: string, run: ApplyRun): void {
  markUnconfirmed(tracker, why);
  run.close(tracker.scope, `not sent: the list could not be read back: ${why}`);
}

/** What the server confirmed, or refused after a lost request, and nobody could see is unknown. */
export function markUnconfirmed(tracker: ChangeTracker, why: string): void {
  for (const { change, state, doubted, error } of tracker.items("acknowledged", "rejected")) {
    if (state === "rejected" && !doubted) continue;
    const said =
      state === "rejected" ? `the server refused it (${error ?? "without a word"})` : "the server confirmed it";
    tracker.mark(change.licenseNumber, "unknown", { error: `${said}, and the list could not be read back: ${why}` });
  }
}

/** The digest of a reading, to tell whether two of them agree. */
export function sweepDigest(live: LiveScope): string {
  return listDigest(live.entries.values());
}
