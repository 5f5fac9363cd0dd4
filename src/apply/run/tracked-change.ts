import type { Alarm, Baseline, LiveScope, PlateKey, Scope } from "../../allowlist/index.ts";
import type { Change, ChangeAction } from "../../plan/index.ts";
import { MAX_ATTEMPTS } from "../../run/pace.ts";
import type { OutcomeKind } from "../../run/ports/index.ts";

/** How far one change has come; `planned` is not yet released, `pending` waits to be sent. */
export type ChangeState = "planned" | "pending" | OutcomeKind;

/** The state of a change. It names no car: one mark serves all cars that share it. */
export interface ChangeMark {
  readonly state: ChangeState;
  /** The batch that carried it; what is left out here stays as it was. */
  readonly batch?: number;
  readonly error?: string;
  readonly traceId?: string;
  /** The server confirmed it, the list was read, and its settle time ended without it. */
  readonly hadNoEffect?: true;
  /** Adds: the spelling of a row that was not there before the add was first sent, and may be the car's. It stays, too. */
  readonly twin?: string;
  /** Only for cars that are to be sent once more: what it comes to if it is not sent again after all. */
  readonly fallback?: UnsentResult;
}

/** What a change comes to that is not sent after all. */
export interface UnsentResult {
  readonly state: OutcomeKind;
  readonly error: string;
  readonly hadNoEffect?: true;
}

/** One change on its way to its outcome, as it is now: the same item shows something else after the next mark. */
export interface TrackedChange {
  readonly change: Change;
  readonly mark: ChangeMark;
  /** The last batch that carried it. */
  readonly batch: number | undefined;
  readonly attempts: number;
  readonly past: Past;
}

/** What stays known of a change whatever comes next. */
interface Past {
  /** A send of it once had no definite outcome: it may still take effect. */
  readonly maybeApplied: boolean;
  /** As a mark or an earlier run named it. */
  readonly twin: string | undefined;
  /** A reading of this run showed that the server had confirmed it without effect. */
  readonly hadNoEffect: boolean;
  /** One of an earlier run did: nothing new, and no reason to stop the run. */
  readonly hadNoEffectBefore: boolean;
  /** When that run sent it, milliseconds since the epoch; undefined where that is not known. */
  readonly triedBefore: number | undefined;
}

/** Of most changes, nothing. */
export const NO_EARLIER_SEND: Past = {
  maybeApplied: false,
  twin: undefined,
  hadNoEffect: false,
  hadNoEffectBefore: false,
  triedBefore: undefined,
};

/** Not yet released. */
export const PLANNED: ChangeMark = { state: "planned" };
/** Released: it waits to be sent. */
export const PENDING: ChangeMark = { state: "pending" };
/** A reading of the list has proved it. */
export const VERIFIED: ChangeMark = { state: "verified" };

/** The same for its tracker. */
export type MutableChange = { -readonly [Key in keyof TrackedChange]: TrackedChange[Key] };

/** Whether the list has just shown that the server confirmed a change without effect. */
export function seemsIgnored({ hadNoEffect, fallback }: ChangeMark): boolean {
  return hadNoEffect ?? fallback?.hadNoEffect ?? false;
}

/** Whether it is not known what became of a change. One that had no effect may show up late: other changes do not wait for it. */
export function isUndecided({ mark }: TrackedChange): boolean {
  return mark.state === "unknown" && !seemsIgnored(mark);
}

/** What became of a change. */
export function resultOf({ change, mark: { state, error, traceId } }: TrackedChange): ChangeResult {
  const { action, licenseNumber, parkingUser } = change;
  const outcome = state === "planned" || state === "pending" ? "not-sent" : state;
  return {
    action,
    licenseNumber,
    ...(parkingUser !== undefined && { parkingUser }),
    outcome,
    ...(error !== undefined && { error }),
    ...(traceId !== undefined && { traceId }),
  };
}

/** Whether the car may be sent once more. */
export function mayTryAgain({ attempts }: TrackedChange): boolean {
  return attempts < MAX_ATTEMPTS.write;
}

/** A car that is not sent after all: unsent, which is the same mark for many, unless an earlier send left its mark. */
export function unsentMark({ mark: { fallback } }: TrackedChange, notSent: ChangeMark): ChangeMark {
  return fallback ?? notSent;
}

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

/** How many changes came to each outcome. */
export type OutcomeCounts = Readonly<Record<Exclude<OutcomeKind, "not-sent"> | "notSent", number>>;

/** A car of which the last reading shows something else than the fleet file wants, although no plan had that. */
export interface ChangedCar {
  readonly licenseNumber: string;
  /** It is wanted and not listed; that, and it went with a delete of this run; listed and not wanted; or listed with other features. */
  readonly drift: "missing" | "taken" | "extra" | "features";
}

/** The results of one scope: exactly one for every change of the plan. */
export interface ScopeReport {
  readonly scope: Scope;
  readonly results: readonly ChangeResult[];
  readonly counts: OutcomeCounts;
  /** Adds: spellings of rows that came instead of a car, and that may be the server's name for it. In no document. */
  readonly twins: readonly string[];
  /** Cars that went off the list together with those that were deleted. In no document: an alarm names them. */
  readonly taken: ReadonlySet<PlateKey>;
  /** Only where the list cannot be read. */
  readonly baseline?: Baseline;
  /** What somebody else changed while the run was under way; absent when that is nothing. */
  readonly changedMeanwhile?: readonly ChangedCar[];
}

/** The result of a plan. */
export interface ApplyResult {
  readonly scopes: readonly ScopeReport[];
  readonly interrupted: boolean;
  /** What stopped the run, or should have, whether or not a change was left unsent. */
  readonly alarms: readonly Alarm[];
  /** The newest reading of every scope that has a list. */
  readonly lastLive: ReadonlyMap<Scope, LiveScope>;
}

/** How many results there are of each outcome. */
export function countOutcomes(results: readonly Pick<ChangeResult, "outcome">[]): OutcomeCounts {
  const counts = { verified: 0, acknowledged: 0, rejected: 0, unknown: 0, "not-sent": 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  const { "not-sent": notSent, ...sent } = counts;
  return { ...sent, notSent };
}

/** The counts of several scopes together. */
export function sumOutcomes(counts: readonly OutcomeCounts[]): OutcomeCounts {
  const sum = (key: keyof OutcomeCounts) => counts.reduce((total, one) => total + one[key], 0);
  const [verified, acknowledged, rejected] = [sum("verified"), sum("acknowledged"), sum("rejected")];
  return { verified, acknowledged, rejected, unknown: sum("unknown"), notSent: sum("notSent") };
}
