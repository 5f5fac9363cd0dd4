import type { Change } from "../../plan/index.ts";
import type { OutcomeKind } from "../../ports/index.ts";
import { MAX_ATTEMPTS } from "../../runtime/retry-policy.ts";
import type { ChangeResult } from "./report.ts";

/** How far one change has come; `planned` is not yet released, `pending` waits to be sent. */
export type ChangeState = "planned" | "pending" | OutcomeKind;

/** How a change stands. It names no car: one mark serves all cars of which the same is said. */
export interface Mark {
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
  readonly fallback?: Fallback;
}

interface Fallback {
  readonly state: OutcomeKind;
  readonly error: string;
  readonly hadNoEffect?: true;
}

/** One change on its way to its outcome, as it stands now: the same item shows something else after the next mark. */
export interface TrackedChange {
  readonly change: Change;
  readonly mark: Mark;
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
}

/** Of most changes, nothing. */
const NO_PAST: Past = { maybeApplied: false, twin: undefined, hadNoEffect: false, hadNoEffectBefore: false };

/** Not yet released. */
const PLANNED: Mark = { state: "planned" };
/** Released: it waits to be sent. */
export const PENDING: Mark = { state: "pending" };
/** A reading of the list has proved it. */
export const VERIFIED: Mark = { state: "verified" };

/** The same for its tracker. */
export type OwnItem = { -readonly [Key in keyof TrackedChange]: TrackedChange[Key] };

/** A change that nothing has happened to yet. */
export function newItem(change: Change): OwnItem {
  return { change, mark: PLANNED, batch: undefined, attempts: 0, past: NO_PAST };
}

/** Changes how an item stands. */
export function setMark(item: OwnItem, mark: Mark): void {
  item.mark = mark;
  if (mark.batch !== undefined) item.batch = mark.batch;
  if (mark.state === "unknown") item.past = { ...item.past, maybeApplied: true };
  if (seemsIgnored(mark)) item.past = { ...item.past, hadNoEffect: true };
  if (mark.twin !== undefined) item.past = { ...item.past, twin: mark.twin };
}

/** Whether the list has just shown that the server confirmed a change without effect. */
export function seemsIgnored({ hadNoEffect, fallback }: Mark): boolean {
  return hadNoEffect ?? fallback?.hadNoEffect ?? false;
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
export function givenUp({ mark: { fallback } }: TrackedChange, notSent: Mark): Mark {
  return fallback ?? notSent;
}
