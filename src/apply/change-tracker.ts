import type { LiveScope, Scope, UndoneChange } from "../allowlist/index.ts";
import type { Change } from "../plan/index.ts";
import type { CarsOf, CarToWrite, OutcomeKind, WriteAction } from "../ports/index.ts";
import { MAX_ATTEMPTS } from "../runtime/retry-policy.ts";
import type { ChangeResult, NoEffect } from "./report.ts";

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

type OwnItem = { -readonly [Key in keyof TrackedChange]: TrackedChange[Key] };

/** Whose cars are changed, how, and whether that can be seen. */
export interface TrackedWork extends CarsOf {
  readonly action: WriteAction;
  readonly isRead?: boolean;
}

/**
 * The changes of one action on one list, each with exactly one state; in the end, each with exactly one outcome. Adds
 * and feature updates travel together: both are an add on the wire. What a parking user holds is a list, too.
 */
export class ChangeTracker {
  readonly carsOf: CarsOf;
  readonly action: WriteAction;
  /** Whether the list can be read back; else the server's words are all there is. */
  readonly isRead: boolean;
  readonly #items = new Map<string, OwnItem>();
  /** The readings that verified some. */
  readonly #readings = new Set<LiveScope>();
  /** How many changes are in each state. */
  readonly #counts = new Map<ChangeState, number>();

  constructor(work: TrackedWork, changes: readonly Change[]) {
    const { action, isRead = true, ...carsOf } = work;
    this.carsOf = carsOf;
    this.action = action;
    this.isRead = isRead;
    for (const change of changes) this.#items.set(change.licenseNumber, newItem(change));
    this.#counts.set("planned", this.#items.size);
  }

  get scope(): Scope {
    return this.carsOf.scope;
  }

  get size(): number {
    return this.#items.size;
  }

  items(...states: readonly ChangeState[]): TrackedChange[] {
    if (states.length === 0) return [...this.#items.values()];
    const items: TrackedChange[] = [];
    if (!this.hasAny(...states)) return items;
    for (const item of this.#items.values()) if (states.includes(item.state)) items.push(item);
    return items;
  }

  /** Whether a change is in one of these states. */
  hasAny(...states: readonly ChangeState[]): boolean {
    return states.some((state) => (this.#counts.get(state) ?? 0) > 0);
  }

  item(licenseNumber: string): TrackedChange | undefined {
    return this.#items.get(licenseNumber);
  }

  /** The cars that wait to be sent, as they go on the wire. */
  pendingCars(): CarToWrite[] {
    return this.items("pending").map(({ change }) => ({
      licenseNumber: change.licenseNumber,
      features: change.features?.to ?? [],
    }));
  }

  /** Remembers how every change stands before its list is read back. */
  noteAnswers(): void {
    for (const item of this.#items.values()) item.answered = item.state;
  }

  mark(marks: readonly Mark[]): void {
    for (const mark of marks) {
      const item = this.#items.get(mark.licenseNumber);
      if (!item) throw new Error(`no change names ${JSON.stringify(mark.licenseNumber)}`);
      this.#setState(item, mark);
    }
  }

  /** Marks changes as verified by that reading of their list. */
  verify(items: readonly TrackedChange[], live: LiveScope): void {
    if (items.length > 0) this.#readings.add(live);
    this.mark(items.map(({ change: { licenseNumber } }) => ({ licenseNumber, state: "verified" })));
  }

  /** Whether every change that is verified was verified by that reading. */
  isVerifiedBy(live: LiveScope): boolean {
    return this.#readings.size === 1 && this.#readings.has(live);
  }

  #setState(item: OwnItem, mark: Mark): void {
    if (item.state !== mark.state) {
      this.#counts.set(item.state, (this.#counts.get(item.state) ?? 0) - 1);
      this.#counts.set(mark.state, (this.#counts.get(mark.state) ?? 0) + 1);
    }
    setState(item, mark);
  }

  /** Releases what is planned: from now on it waits to be sent. */
  release(): void {
    for (const item of this.#items.values())
      if (item.state === "planned")
        this.#setState(item, { licenseNumber: item.change.licenseNumber, state: "pending" });
  }

  /** Takes over what an earlier run found out about a car. */
  recall(licenseNumber: string, { twin, isIdle }: Pick<UndoneChange, "twin" | "isIdle">): void {
    const item = this.#items.get(licenseNumber);
    if (!item) return;
    item.twin = twin;
    item.hadNoEffectBefore = isIdle ?? false;
  }

  /** What the server confirmed and the list did not show. */
  noEffect(): NoEffect[] {
    const found: TrackedChange[] = [];
    for (const item of this.#items.values()) if (item.hadNoEffect) found.push(item);
    return found.map(({ change: { action, licenseNumber }, twin }) => ({
      action,
      licenseNumber,
      ...(twin !== undefined && { twin }),
    }));
  }

  /** Counts one more attempt at each car. */
  countAttempts(cars: readonly CarToWrite[]): void {
    for (const { licenseNumber } of cars) {
      const item = this.#items.get(licenseNumber);
      if (item) item.attempts += 1;
    }
  }

  /** Gives up sending all that is not sent yet. */
  giveUpUnsent(reason: string): void {
    this.mark(this.items("planned", "pending").map((item) => givenUp(item, reason)));
  }

  /** One result per change, in the order of the plan. */
  results(): ChangeResult[] {
    return this.items().map(resultOf);
  }
}

function setState(item: OwnItem, mark: Mark): void {
  item.maybeApplied ||= mark.state === "unknown";
  item.state = mark.state;
  item.batch = mark.batch ?? item.batch;
  item.error = mark.error;
  item.traceId = mark.traceId;
  item.hadNoEffect = mark.hadNoEffect ?? false;
  item.twin = mark.twin ?? item.twin;
  item.fallback = mark.fallback;
}

function resultOf({ change, state, error, traceId }: TrackedChange): ChangeResult {
  const { action, licenseNumber, parkingUser } = change;
  const outcome = state === "planned" || state === "pending" ? "not-sent" : state;
  // Most of many cars have nothing more to say, and a spread for each costs as much as the rest.
  if (parkingUser === undefined && error === undefined && traceId === undefined)
    return { action, licenseNumber, outcome };
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

function newItem(change: Change): OwnItem {
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
