import type { Change } from "../plan/index.ts";
import type { OutcomeKind } from "../ports/index.ts";
import { MAX_ATTEMPTS } from "../runtime/retry-policy.ts";
import type { ChangeResult } from "./report.ts";

/** How far one change has come; `planned` is not yet released, `pending` waits to be sent. */
export type ChangeState = "planned" | "pending" | OutcomeKind;

/** One change on its way to its outcome, as it stands now: the same item shows something else after the next mark. */
export interface TrackedChange {
  readonly change: Change;
  readonly state: ChangeState;
  /** The last batch that carried it. */
  readonly batch: number | undefined;
  readonly attempts: number;
  readonly error: string | undefined;
  readonly traceId: string | undefined;
  /** A send of it once had no definite outcome: it may still take effect. */
  readonly maybeApplied: boolean;
  /** The server confirmed it, the list was read, and its settle time ended without it. */
  readonly hadNoEffect: boolean;
  /** Adds: the spelling of a row that was not there before the add was first sent, and may be the car's. */
  readonly twin: string | undefined;
  /** An earlier run saw the server confirm it without effect: nothing new, and no reason to stop the run. */
  readonly hadNoEffectBefore: boolean;
  /** What it comes to if it is not sent again after all. */
  readonly fallback: Fallback | undefined;
  /** How it stood when its list was last about to be read back. */
  readonly answered: ChangeState | undefined;
}

interface Fallback {
  readonly state: OutcomeKind;
  readonly error: string;
  readonly hadNoEffect?: true;
}

/** How a change stands from now on. What is left out is kept for batch and twin, and cleared for the rest. */
export interface Mark {
  readonly licenseNumber: string;
  readonly state: ChangeState;
  readonly batch?: number;
  readonly error?: string;
  readonly traceId?: string;
  readonly hadNoEffect?: true;
  readonly twin?: string;
  /** Only for cars that are to be sent once more. */
  readonly fallback?: Fallback;
}

/** The same for its tracker. */
export type OwnItem = { -readonly [Key in keyof TrackedChange]: TrackedChange[Key] };

/** Changes how an item stands. */
export function setState(item: OwnItem, mark: Mark): void {
  item.maybeApplied ||= mark.state === "unknown";
  item.state = mark.state;
  item.batch = mark.batch ?? item.batch;
  item.error = mark.error;
  item.traceId = mark.traceId;
  item.hadNoEffect = mark.hadNoEffect ?? false;
  item.twin = mark.twin ?? item.twin;
  item.fallback = mark.fallback;
}

/** What became of a change. */
export function resultOf({ change, state, error, traceId }: TrackedChange): ChangeResult {
  const { action, licenseNumber, parkingUser } = change;
  const outcome = state === "planned" || state === "pending" ? "not-sent" : state;
  // Most of many cars have nothing more to say than this, and a spread for each costs as much as the rest.
  if (parkingUser === undefined && traceId === undefined)
    return error === undefined ? { action, licenseNumber, outcome } : { action, licenseNumber, outcome, error };
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

/** A car that is not sent after all: unsent for this reason, unless an earlier send left its mark. */
export function givenUp({ change: { licenseNumber }, fallback }: TrackedChange, reason: string): Mark {
  if (fallback) return { licenseNumber, ...fallback };
  return { licenseNumber, state: "not-sent", error: reason };
}

/** A change that nothing has happened to yet. */
export function newItem(change: Change): OwnItem {
  return {
    change,
    state: "planned",
    batch: undefined,
    attempts: 0,
    error: undefined,
    traceId: undefined,
    maybeApplied: false,
    hadNoEffect: false,
    twin: undefined,
    hadNoEffectBefore: false,
    fallback: undefined,
    answered: undefined,
  };
}
