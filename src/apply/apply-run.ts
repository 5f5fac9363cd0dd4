import type { InterfaceSettings, LiveScope, Scope } from "../allowlist/index.ts";
import type { CarsOf, Clock, Journal, ListWriter, Memory, Random, ReadBack } from "../ports/index.ts";
import { createRetryBudget, type RetryBudget } from "../runtime/retry-policy.ts";

/** This many batches in a row without a definite outcome, and the run stops sending. */
export const MAX_INDEFINITE_BATCHES = 3;

/** This many batches that the server confirmed without doing anything, and the run stops sending. */
export const MAX_NO_EFFECT_BATCHES = 2;

/** Accounts written at once; each has one write in flight. */
export const SCOPES_AT_ONCE = 4;

/** Longest pause that a server may ask for before the run stops instead, milliseconds. */
export const LONGEST_PAUSE_MS = 10 * 60_000;

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
  /** What the state knew when the plan was made. */
  readonly memory: Memory;
}

/** What all scopes of one run share: the counters that can end it, and the pace. Once halted, nothing more is sent. */
export class ApplyRun {
  readonly ports: ApplyPorts;
  readonly options: ApplyOptions;
  readonly budget: RetryBudget = createRetryBudget();
  /** The newest reading of every scope. */
  readonly lastLive: Map<Scope, LiveScope>;
  readonly #before: ReadonlyMap<Scope, LiveScope>;
  readonly #closed = new Map<Scope, string>();
  #halted: string | undefined;
  /** On the monotonic clock; nothing is sent before. */
  #notBefore = 0;
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

  /** Stops sending to one scope for good; the first reason stands. */
  close(scope: Scope, reason: string): void {
    if (!this.#closed.has(scope)) this.#closed.set(scope, reason);
  }

  /** Why nothing more may be sent to the scope, if so. */
  stopReason(scope: Scope): string | undefined {
    return this.haltReason ?? this.#closed.get(scope);
  }

  /** A server's wish to be left in peace holds for every scope; one that is too long ends the run instead. */
  holdFor(milliseconds: number): void {
    if (milliseconds > LONGEST_PAUSE_MS) {
      const minutes = Math.round(milliseconds / 60_000);
      this.halt(`the server asks to wait ${minutes} minutes, which is longer than a run waits; run again then`);
    }
    this.#notBefore = Math.max(this.#notBefore, this.ports.clock.monotonic() + milliseconds);
  }

  /** Resolves when the next request may be sent, or at once when none may be sent any more. */
  async paced(beforeWaiting: () => Promise<void>): Promise<void> {
    for (;;) {
      const left = this.#notBefore - this.ports.clock.monotonic();
      if (left <= 0 || this.haltReason !== undefined) return;
      await beforeWaiting();
      await this.pause(left);
    }
  }

  /** Sleeps; an interrupt ends the sleep, and whoever slept sees the signal itself. */
  async pause(milliseconds: number): Promise<void> {
    try {
      await this.ports.clock.sleep(milliseconds, this.options.stop);
    } catch (error) {
      if (!this.interrupted) throw error;
    }
  }

  nextBatch(): number {
    this.#batches += 1;
    return this.#batches;
  }

  countDefinite(): void {
    this.#indefiniteInRow = 0;
  }

  countIndefinite(reason: string): void {
    this.#indefiniteInRow += 1;
    if (this.#indefiniteInRow >= MAX_INDEFINITE_BATCHES) {
      this.halt(`stopped after ${MAX_INDEFINITE_BATCHES} batches in a row without a definite outcome (${reason})`);
    }
  }

  countIdle(advice: string): void {
    this.#idle += 1;
    if (this.#idle >= MAX_NO_EFFECT_BATCHES) this.halt(`the server confirms without doing: ${advice}`);
  }

  report(cars: number): void {
    // A car that is sent again is counted once.
    this.#done = Math.min(this.#total, this.#done + cars);
    this.options.onProgress({ done: this.#done, total: this.#total });
  }

  /** The scope as it was when the plan was made. */
  liveBefore(scope: Scope): LiveScope | undefined {
    return this.#before.get(scope);
  }

  async readBack(carsOf: CarsOf): Promise<LiveScope> {
    const live = await this.ports.readBack(carsOf);
    if (carsOf.parkingUser === undefined) this.lastLive.set(carsOf.scope, live);
    return live;
  }
}
