import type { LiveScope, Scope, UndoneChange } from "../allowlist/index.ts";
import type { Change } from "../plan/index.ts";
import type { CarsOf, CarToWrite, WriteAction } from "../ports/index.ts";
import { eachInSteps, mapInSteps, type Steps } from "../runtime/steps.ts";
import type { ChangeResult, NoEffect } from "./report.ts";
import {
  type ChangeState,
  givenUp,
  type Mark,
  newItem,
  type OwnItem,
  resultOf,
  setState,
  type TrackedChange,
} from "./tracked-change.ts";

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

  constructor(work: TrackedWork, changes: readonly Change[] = []) {
    const { action, isRead = true, ...carsOf } = work;
    this.carsOf = carsOf;
    this.action = action;
    this.isRead = isRead;
    for (const change of changes) this.track(change);
  }

  /** Takes one more change. */
  track(change: Change): void {
    const { size } = this.#items;
    this.#items.set(change.licenseNumber, newItem(change));
    if (this.#items.size > size) this.#counts.set("planned", (this.#counts.get("planned") ?? 0) + 1);
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
  pendingCars(): Steps<CarToWrite[]> {
    return mapInSteps(this.items("pending"), ({ change }) => ({
      licenseNumber: change.licenseNumber,
      features: change.features?.to ?? [],
    }));
  }

  /** Remembers how every change stands before its list is read back. */
  noteAnswers(): Steps<void> {
    return eachInSteps(this.#items.values(), (item) => {
      item.answered = item.state;
    });
  }

  mark(marks: readonly Mark[]): void {
    for (const mark of marks) this.#mark(mark);
  }

  /** The same for many items: the mark of each. */
  markEach(items: readonly TrackedChange[], markOf: (item: TrackedChange) => Mark): Steps<void> {
    return eachInSteps(items, (item) => this.#mark(markOf(item)));
  }

  /** Marks changes as verified by that reading of their list. */
  verify(items: readonly TrackedChange[], live: LiveScope): Steps<void> {
    if (items.length > 0) this.#readings.add(live);
    return this.markEach(items, ({ change: { licenseNumber } }) => ({ licenseNumber, state: "verified" }));
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
  release(): Steps<void> {
    return eachInSteps(this.#items.values(), (item) => {
      const { licenseNumber } = item.change;
      if (item.state === "planned") this.#setState(item, { licenseNumber, state: "pending" });
    });
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
  giveUpUnsent(reason: string): Steps<void> {
    return eachInSteps(this.#items.values(), (item) => {
      if (item.state === "planned" || item.state === "pending") this.#setState(item, givenUp(item, reason));
    });
  }

  /** One result per change, in the order of the plan. */
  results(): Steps<ChangeResult[]> {
    return mapInSteps(this.items(), resultOf);
  }

  #mark(mark: Mark): void {
    const item = this.#items.get(mark.licenseNumber);
    if (!item) throw new Error(`no change names ${JSON.stringify(mark.licenseNumber)}`);
    this.#setState(item, mark);
  }
}
