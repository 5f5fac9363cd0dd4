import type { Scope, WithoutEffect } from "../../allowlist/index.ts";
import type { Change } from "../../plan/index.ts";
import type { CarsOf, WriteAction } from "../../ports/index.ts";
import {
  type ChangeResult,
  type ChangeState,
  givenUp,
  type Mark,
  newItem,
  type OutcomeCounts,
  type OwnItem,
  PENDING,
  resultOf,
  setMark,
  type TrackedChange,
} from "./tracked-change.ts";

/** Whose cars are changed, how, and whether that can be seen. */
export interface TrackedWork extends CarsOf {
  readonly action: WriteAction;
  readonly isRead?: boolean;
}

/** A change and how it stands from now on. */
export type Marked = readonly [TrackedChange, Mark];

/**
 * The changes of one action on one list, each with exactly one state; in the end, each with exactly one outcome. Adds
 * and feature updates travel together: both are an add on the wire. What a parking user holds is a list, too.
 */
export class ChangeTracker {
  readonly carsOf: CarsOf;
  readonly action: WriteAction;
  /** Whether the list can be read back; else the server's words are all there is. */
  readonly isRead: boolean;
  readonly #items: OwnItem[] = [];
  /** While the list is read back: how changes stood before that showed otherwise. */
  #answered: Map<TrackedChange, ChangeState> | undefined;
  /** How many changes are in each state. */
  readonly #counts: Record<ChangeState, number> = {
    planned: 0,
    pending: 0,
    verified: 0,
    acknowledged: 0,
    rejected: 0,
    unknown: 0,
    "not-sent": 0,
  };

  constructor(work: TrackedWork, changes: readonly Change[] = []) {
    const { action, isRead = true, ...carsOf } = work;
    this.carsOf = carsOf;
    this.action = action;
    this.isRead = isRead;
    for (const change of changes) this.track(change);
  }

  /** Takes one more change. */
  track(change: Change): TrackedChange {
    const item = newItem(change);
    this.#items.push(item);
    this.#counts.planned += 1;
    return item;
  }

  get scope(): Scope {
    return this.carsOf.scope;
  }

  get size(): number {
    return this.#items.length;
  }

  /** The changes in these states, or in any, in the order of the plan. */
  items(...states: readonly ChangeState[]): readonly TrackedChange[] {
    return this.#items.filter(({ mark }) => states.length === 0 || states.includes(mark.state));
  }

  /** The first change of the plan that is in this state and passes the test. */
  first(state: ChangeState, test: (item: TrackedChange) => boolean): TrackedChange | undefined {
    return this.#items.find((item) => item.mark.state === state && test(item));
  }

  /** Whether a change is in one of these states. */
  hasAny(...states: readonly ChangeState[]): boolean {
    return states.some((state) => this.#counts[state] > 0);
  }

  /** Sets how one change stands. */
  set(item: OwnItem, mark: Mark): void {
    const { state } = item.mark;
    this.#counts[state] -= 1;
    this.#counts[mark.state] += 1;
    if (this.#answered && !isAsConfirmed(item, mark) && !this.#answered.has(item)) this.#answered.set(item, state);
    setMark(item, mark);
  }

  /** Sets how some changes stand, by marks in the same order; where there are none, they stand as before. */
  setEach(items: readonly TrackedChange[], marks: readonly Mark[]): void {
    marks.forEach((mark, at) => {
      const item = items[at];
      if (item) this.set(item, mark);
    });
  }

  mark(marked: readonly Marked[]): void {
    for (const [item, mark] of marked) this.set(item, mark);
  }

  /** The same for many items: the mark of each. */
  markEach(items: readonly TrackedChange[], markOf: (item: TrackedChange) => Mark): void {
    for (const item of items) this.set(item, markOf(item));
  }

  /** Releases what is planned: from now on it waits to be sent. */
  release(): void {
    this.markEach(this.items("planned"), () => PENDING);
  }

  /** Takes over that an earlier run saw the server confirm a change and not do it. */
  recall(item: OwnItem, { twin }: WithoutEffect): void {
    item.past = { ...item.past, twin, hadNoEffectBefore: true };
  }

  /** Remembers from now on how changes stood that the list shows to be otherwise. */
  noteAnswers(): void {
    this.#answered = new Map();
  }

  /** Ends that: the changes that stood otherwise when it began, with how they stood. */
  takeCorrected(): ReadonlyMap<TrackedChange, ChangeState> {
    const answered = this.#answered ?? new Map<TrackedChange, ChangeState>();
    this.#answered = undefined;
    return answered;
  }

  /** Counts one more attempt at each change. */
  countAttempts(items: readonly OwnItem[]): void {
    for (const item of items) item.attempts += 1;
  }

  /** Gives up sending all that is not sent yet. */
  giveUpUnsent(reason: string): void {
    const notSent: Mark = { state: "not-sent", error: reason };
    this.markEach(this.items("planned", "pending"), (item) => givenUp(item, notSent));
  }

  /** How many changes came to which outcome. */
  outcomes(): OutcomeCounts {
    const { verified, acknowledged, rejected, unknown, planned, pending, "not-sent": notSent } = this.#counts;
    return { verified, acknowledged, rejected, unknown, notSent: notSent + planned + pending };
  }

  /** One result per change, in the order of the plan. */
  results(): ChangeResult[] {
    return this.#items.map(resultOf);
  }
}

// That a change is done which had no effect before is news.
function isAsConfirmed({ mark, past }: TrackedChange, { state }: Mark): boolean {
  return mark.state === "acknowledged" && state === "verified" && !past.hadNoEffect && !past.hadNoEffectBefore;
}
