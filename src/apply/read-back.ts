import { type LiveScope, listDigest } from "../allowlist/index.ts";
import { InterfaceError } from "../ports.ts";
import type { ApplyRun } from "./apply-run.ts";
import type { Ledger } from "./ledger.ts";

/** Reads the scope back; a failed read leaves the server's word unproven, so acknowledged cars become unknown. */
export async function readBackOrDoubt(ledger: Ledger, run: ApplyRun): Promise<LiveScope | undefined> {
  try {
    return await run.readBack(ledger.scope);
  } catch (error) {
    if (!(error instanceof InterfaceError) && !run.interrupted) throw error;
    const why = run.interrupted ? "the run was interrupted" : error instanceof Error ? error.message : String(error);
    doubt(ledger, why);
    run.close(ledger.scope, `not sent: the list could not be read back: ${why}`);
    return undefined;
  }
}

/** What the server confirmed and nobody could see is unknown. */
export function doubt(ledger: Ledger, why: string): void {
  for (const { change } of ledger.items("acknowledged")) {
    const error = `the server confirmed it, and the list could not be read back: ${why}`;
    ledger.mark(change.licenseNumber, "unknown", { error });
  }
}

/** The digest of a reading, to tell whether two of them agree. */
export function sweepDigest(live: LiveScope): string {
  return listDigest(live.entries.values());
}
