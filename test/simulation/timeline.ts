import { systemClock } from "../../src/process/system-clock.ts";
import type { Clock } from "../../src/run/ports/index.ts";

/** The run was killed: every port throws this from then on. */
export class Crash extends Error {
  override readonly name = "Crash";
}

/** The instant at which the virtual clock starts. */
const START = Date.UTC(2026, 4, 1, 12);
/** A run that needs more steps than this has lost its way. */
const MOST_STEPS = 100_000;

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** Virtual time, the order of all steps, and the moment of death. */
export class Timeline {
  time = 0;
  /** Steps of the run under way; each is a place to die. */
  steps = 0;
  crashAt: number | undefined;
  dead = false;
  readonly #timers: Timer[] = [];
  #hash = 0x811c9dc5;

  /** One step of the run at a port. Throws a `Crash` when the run dies here, or is dead. */
  step(name: string): void {
    if (this.dead) throw new Crash(name);
    this.steps += 1;
    this.note(name);
    if (this.crashAt !== undefined && this.steps >= this.crashAt) {
      this.dead = true;
      throw new Crash(name);
    }
  }

  /** Mixes a fact into the trace. */
  note(fact: string): void {
    let hash = this.#hash ^ this.time;
    for (let at = 0; at < fact.length; at += 1) hash = Math.imul(hash ^ fact.charCodeAt(at), 0x01000193);
    this.#hash = hash;
  }

  get hash(): string {
    return (this.#hash >>> 0).toString(16).padStart(8, "0");
  }

  /** Resolves after that many milliseconds, whether the run lives or not: the world outside it goes on. */
  pass(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.at(this.time + milliseconds, resolve));
  }

  at(time: number, fire: () => void): void {
    let place = this.#timers.length;
    while (place > 0 && (this.#timers[place - 1]?.at ?? 0) > time) place -= 1;
    this.#timers.splice(place, 0, { at: time, fire });
  }

  /** The clock that the run sees. */
  clock(): Clock {
    return {
      now: () => START + this.time,
      monotonic: () => this.time,
      turn: systemClock.turn,
      sleep: async (milliseconds, signal) => {
        signal?.throwIfAborted();
        this.step("sleep");
        await new Promise<void>((resolve, reject) => {
          const onAbort = (): void => reject(signal?.reason);
          signal?.addEventListener("abort", onAbort, { once: true });
          this.at(this.time + milliseconds, () => {
            signal?.removeEventListener("abort", onAbort);
            resolve();
          });
        });
        if (this.dead) throw new Crash("sleep");
      },
    };
  }

  /** Lets everything happen until the promise settles. */
  async drive<Result>(promise: Promise<Result>): Promise<{ value: Result } | { error: unknown }> {
    const settled: ({ value: Result } | { error: unknown })[] = [];
    promise.then(
      (value) => settled.push({ value }),
      (error: unknown) => settled.push({ error }),
    );
    for (let turn = 0; turn < MOST_STEPS; turn += 1) {
      // A run lets others in between two calculations; no time passes meanwhile.
      do await new Promise((resolve) => setImmediate(resolve));
      while (process.getActiveResourcesInfo().includes("Immediate"));
      const [end] = settled;
      if (end) return end;
      if (!this.fireNext()) throw new Error("the run waits for something that never comes");
    }
    throw new Error(`the run does not end within ${MOST_STEPS} turns`);
  }

  /** Lets time pass, with all that is due in it. */
  async rest(milliseconds: number): Promise<void> {
    await this.drive(this.pass(milliseconds));
  }

  fireNext(): boolean {
    const next = this.#timers.shift();
    if (!next) return false;
    this.time = Math.max(this.time, next.at);
    next.fire();
    return true;
  }
}
