import type { LiveScope } from "../../allowlist/index.ts";
import { InterfaceError } from "../../ports/index.ts";
import type { ApplyRun } from "./apply-run.ts";
import type { ChangeTracker } from "./change-tracker.ts";
import { JournalWriter } from "./journal-writer.ts";

/** How large one request may be. */
export interface BatchLimits {
  readonly cars: number;
  /** Bytes of the request line with its headers. */
  readonly headBytes: number;
}

/** What writing to one list has shown so far: sizes, pace and refusals. Outlives a read-back. */
export interface WritePace {
  limits: BatchLimits;
  gapMs: number;
  /** Cars, and requests, refused since the last one that was accepted. */
  refused: { readonly cars: number; readonly requests: number };
  /** Why nothing more may be sent for these changes, if so. */
  closed: string | undefined;
}

/** The changes of one action on one list while they are applied, with all that sending and verifying them needs. */
export interface ScopeRun {
  readonly tracker: ChangeTracker;
  readonly pace: WritePace;
  readonly journal: JournalWriter;
  readonly run: ApplyRun;
}

/** Starts to apply changes. `batchSize`: most cars in one request, if not as configured. */
export function startScope(
  tracker: ChangeTracker,
  run: ApplyRun,
  batchSize = run.options.settings.batchSize,
): ScopeRun {
  const limits = { cars: batchSize, headBytes: run.options.settings.requestHeadBytes };
  const pace = { limits, gapMs: 0, refused: { cars: 0, requests: 0 }, closed: undefined };
  return { tracker, pace, journal: new JournalWriter(run), run };
}

/** A reading of a list, or why there is none; `isFinal`: reading again cannot help. */
export type ReadBackResult =
  | { readonly kind: "live"; readonly live: LiveScope }
  | { readonly kind: "failed"; readonly why: string; readonly isFinal: boolean };

/** Reads the list of these changes once more. */
export async function readBack({ tracker: { carsOf }, run }: ScopeRun): Promise<ReadBackResult> {
  try {
    const live = await run.ports.readBack(carsOf);
    if (carsOf.parkingUser === undefined) run.lastLive.set(carsOf.scope, live);
    return { kind: "live", live };
  } catch (error) {
    if (run.gate.interrupted) return { kind: "failed", why: "the run was interrupted", isFinal: true };
    if (!(error instanceof InterfaceError)) throw error;
    return { kind: "failed", why: error.message, isFinal: error.failure.kind === "auth" || error.endsRun };
  }
}
