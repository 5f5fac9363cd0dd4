import type { InterfaceSettings, LiveScope, Scope } from "../allowlist/index.ts";
import type { Clock, Journal, ListWriter, Random, ReadBack } from "../ports.ts";
import { createRetryBudget, type RetryBudget } from "../retry-policy.ts";

/** This many batches in a row without a definite outcome, and the run stops sending. */
export const MOST_INDEFINITE_BATCHES = 3;

/** This many batches that the server confirmed without doing anything, and the run stops sending. */
export const MOST_IDLE_BATCHES = 2;

/** What applying needs from the world. */
export interface ApplyPorts {
  readonly writer: ListWriter;
  readonly journal: Journal;
  readonly readBack: ReadBack;
  readonly clock: Clock;
  readonly random: Random;
}

/** How far a run has come: cars with a reply, of all that are planned. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** What a run is told. */
export interface ApplyOptions {
  readonly settings: InterfaceSettings;
  /** Aborted: send nothing more. */
  readonly stop: AbortSignal;
  /** Aborted: give up what is in flight, too. */
  readonly cancel: AbortSignal;
  /** How long a server may take to show what it confirmed, milliseconds. */
  readonly settleMs: number;
  readonly onProgress: (progress: Progress) => void;
}

/** What all scopes of one run share: the counters that can end it. Once halted, nothing more is sent. */
export class ApplyRun {
  readonly ports: ApplyPorts;
  readonly options: ApplyOptions;
  readonly budget: RetryBudget = createRetryBudget();
  /** The newest reading of every scope. */
  readonly lastLive: Map<Scope, LiveScope>;
  readonly #before: ReadonlyMap<Scope, LiveScope>;
  #halted: string | undefined;
  #batches = 0;
  #indefiniteInRow = 0;
  #idle = 0;
  #done = 0;
  readonly #total: number;

  constructor(ports: ApplyPorts, options: ApplyOptions, live: ReadonlyMap<Scope, LiveScope>, total: number) {
    this.ports = ports;
    this.options = options;
    this.lastLive = new Map(live);
    this.#before = live;
    this.#total = total;
  }

  get interrupted(): boolean {
    return this.options.stop.aborted;
  }

  /** Why nothing more may be sent, if so. */
  get haltReason(): string | undefined {
    return this.interrupted ? "the run was interrupted" : this.#halted;
  }

  /** Stops all sending for good; the first reason stands. */
  halt(reason: string): void {
    this.#halted ??= reason;
  }

  nextBatch(): number {
    this.#batches += 1;
    return this.#batches;
  }

  countDefinite(): void {
    this.#indefiniteInRow = 0;
    this.budget.earn();
  }

  countIndefinite(reason: string): void {
    this.#indefiniteInRow += 1;
    if (this.#indefiniteInRow >= MOST_INDEFINITE_BATCHES) {
      this.halt(`stopped after ${MOST_INDEFINITE_BATCHES} batches in a row without a definite outcome (${reason})`);
    }
  }

  countIdle(advice: string): void {
    this.#idle += 1;
    if (this.#idle >= MOST_IDLE_BATCHES) this.halt(`the server confirms without doing: ${advice}`);
  }

  report(cars: number): void {
    this.#done += cars;
    this.options.onProgress({ done: this.#done, total: this.#total });
  }

  /** The scope as it was when the plan was made. */
  liveBefore(scope: Scope): LiveScope | undefined {
    return this.#before.get(scope);
  }

  async readBack(scope: Scope): Promise<LiveScope> {
    const live = await this.ports.readBack(scope);
    this.lastLive.set(scope, live);
    return live;
  }
}
