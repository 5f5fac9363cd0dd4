import type { LiveScope, PlateKey, Scope, ScopeMemory } from "../../allowlist/index.ts";
import type { Change, Exemption } from "../../plan/index.ts";
import type { CarTarget, WriteAction } from "../../run/ports/index.ts";
import type { ApplyRun } from "./apply-run.ts";
import {
  type ChangeMark,
  type ChangeResult,
  type ChangeState,
  type MutableChange,
  NO_EARLIER_SEND,
  PENDING,
  PLANNED,
  resultOf,
  seemsIgnored,
  type TrackedChange,
  unsentMark,
} from "./tracked-change.ts";

/** Whose cars are changed, how, and whether that can be seen. */
export interface TrackedWork extends CarTarget {
  readonly action: WriteAction;
  readonly isRead?: boolean;
}

/**
 * The changes of one action on one list, each with exactly one state; in the end, each with exactly one outcome. Adds
 * and feature updates travel together: both are an add on the wire. What a parking user holds is a list, too.
 */
export class ChangeTracker {
  readonly carsOf: CarTarget;
  readonly action: WriteAction;
  /** Whether the list can be read back; else the server's words are all there is. */
  readonly isRead: boolean;
  /** The one reading of the list that showed all changes that are verified; undefined where there were several. */
  shownIn: LiveScope | undefined;
  readonly #items: readonly MutableChange[];
  /** While the list is read back: the state that changes had before it showed otherwise. */
  #answered: Map<TrackedChange, ChangeState> | undefined;

  /** `withoutEffect`: changes that an earlier run saw the server confirm and not do. */
  constructor(work: TrackedWork, changes: readonly Change[], withoutEffect?: ScopeMemory["withoutEffect"]) {
    const { action, isRead = true, ...carsOf } = work;
    this.carsOf = carsOf;
    this.action = action;
    this.isRead = isRead;
    this.#items = changes.map((change) => {
      const earlier = withoutEffect?.get(change.plateKey);
      const ignored = { ...NO_EARLIER_SEND, twin: earlier?.twin, hadNoEffectBefore: true, triedBefore: earlier?.tried };
      const past = earlier?.action === action ? ignored : NO_EARLIER_SEND;
      return { change, mark: PLANNED, batch: undefined, attempts: 0, past };
    });
  }

  get scope(): Scope {
    return this.carsOf.scope;
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
    return this.#items.some(({ mark }) => states.includes(mark.state));
  }

  /** Sets the state of one change. */
  set(item: MutableChange, mark: ChangeMark): void {
    const { state } = item.mark;
    if (this.#answered && !isAsConfirmed(item, mark) && !this.#answered.has(item)) this.#answered.set(item, state);
    item.mark = mark;
    if (mark.batch !== undefined) item.batch = mark.batch;
    if (mark.state === "unknown") item.past = { ...item.past, maybeApplied: true };
    if (seemsIgnored(mark)) item.past = { ...item.past, hadNoEffect: true };
    if (mark.twin !== undefined) item.past = { ...item.past, twin: mark.twin };
  }

  /** Sets the state of some changes; those without a mark keep theirs. */
  markEach(items: readonly TrackedChange[], markOf: (item: TrackedChange, at: number) => ChangeMark | undefined): void {
    items.forEach((item, at) => {
      const mark = markOf(item, at);
      if (mark) this.set(item, mark);
    });
  }

  /** Releases what is planned: from now on it waits to be sent. */
  release(): void {
    this.markEach(this.items("planned"), () => PENDING);
  }

  /** Remembers from now on the states of changes that the list shows to be otherwise. */
  recordAnswers(): void {
    this.#answered = new Map();
  }

  /** Ends that: the changes whose state was another when it began, with that state. */
  takeCorrected(): ReadonlyMap<TrackedChange, ChangeState> {
    const answered = this.#answered ?? new Map<TrackedChange, ChangeState>();
    this.#answered = undefined;
    return answered;
  }

  /** Counts one more attempt at each change. */
  countAttempts(items: readonly MutableChange[]): void {
    for (const item of items) item.attempts += 1;
  }

  /** Gives up sending all that is not sent yet. */
  giveUpUnsent(reason: string): void {
    const notSent: ChangeMark = { state: "not-sent", error: reason };
    this.markEach(this.items("planned", "pending"), (item) => unsentMark(item, notSent));
  }

  /** One result per change, in the order of the plan. */
  results(): ChangeResult[] {
    return this.#items.map(resultOf);
  }
}

// That a change is done which had no effect before is news.
function isAsConfirmed({ mark, past }: TrackedChange, { state }: ChangeMark): boolean {
  return mark.state === "acknowledged" && state === "verified" && !past.hadNoEffect && !past.hadNoEffectBefore;
}

/** Why cars that are to be deleted stay after all, by the newest reading of their list; none where that is the plan's. */
export function newExemptions(
  { action, scope }: ChangeTracker,
  { lastLive, liveBefore, options }: ApplyRun,
): ReadonlyMap<PlateKey, Exemption> {
  const exemptions = new Map<PlateKey, Exemption>();
  const live = lastLive.get(scope);
  if (!live || action !== "delete" || live === liveBefore.get(scope)) return exemptions;
  // In the order of the list: to look up a million cars in that of the plan takes seconds.
  for (const entry of live.entries.values()) {
    const exemption = options.exemption(scope, entry);
    if (exemption) exemptions.set(entry.plateKey, exemption);
  }
  return exemptions;
}

/** Holds back the deletes of cars that stay by the newest reading of their list. */
export function holdBackExempt(tracker: ChangeTracker, run: ApplyRun): void {
  const exemptions = newExemptions(tracker, run);
  if (exemptions.size === 0) return;
  tracker.markEach(tracker.items("planned", "pending"), (item) => {
    const exemption = exemptions.get(item.change.plateKey);
    if (!exemption) return undefined;
    const error = `held back: ${exemption.reason}, which the list did not show yet when the plan was made`;
    return unsentMark(item, { state: "not-sent", error });
  });
}
