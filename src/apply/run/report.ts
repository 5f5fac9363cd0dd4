import type { Baseline, LiveScope, Scope } from "../../allowlist/index.ts";
import type { ChangeAction } from "../../plan/index.ts";
import type { OutcomeKind } from "../../ports/index.ts";

/** What became of one planned change. */
export interface ChangeResult {
  readonly action: ChangeAction;
  readonly licenseNumber: string;
  /** Detaches only: id of the parking user. */
  readonly parkingUser?: string;
  readonly outcome: OutcomeKind;
  /** The server's words or ours; untrusted text. */
  readonly error?: string;
  /** Quotes the server's log for this request (interface 7). */
  readonly traceId?: string;
}

export interface OutcomeCounts {
  readonly verified: number;
  readonly acknowledged: number;
  readonly rejected: number;
  readonly unknown: number;
  readonly notSent: number;
}

/** A car of which the last reading shows something else than the fleet file wants, although nobody planned that. */
export interface ChangedCar {
  readonly licenseNumber: string;
  /** It is wanted and not listed, listed and not wanted, or listed with other features. */
  readonly drift: "missing" | "extra" | "features";
}

/** The results of one scope: exactly one for every change of the plan. */
export interface ScopeReport {
  readonly scope: Scope;
  readonly results: readonly ChangeResult[];
  readonly counts: OutcomeCounts;
  /** Adds: spellings of rows that came instead of a car, and that may be the server's name for it. In no document. */
  readonly twins: readonly string[];
  /** Only where the list cannot be read. */
  readonly baseline?: Baseline;
  /** What somebody else changed while the run was under way; absent when that is nothing. */
  readonly changedMeanwhile?: readonly ChangedCar[];
}

/** The result of a plan. */
export interface ApplyResult {
  readonly scopes: readonly ScopeReport[];
  readonly interrupted: boolean;
  /** Why the run stopped sending before its end, if it did. */
  readonly haltReason: string | undefined;
  /** The newest reading of every scope that has a list. */
  readonly lastLive: ReadonlyMap<Scope, LiveScope>;
}

/** The counts of several scopes together. */
export function sumOutcomes(counts: readonly OutcomeCounts[]): OutcomeCounts {
  const sum = (key: keyof OutcomeCounts): number => counts.reduce((total, one) => total + one[key], 0);
  return {
    verified: sum("verified"),
    acknowledged: sum("acknowledged"),
    rejected: sum("rejected"),
    unknown: sum("unknown"),
    notSent: sum("notSent"),
  };
}
