import type { AccountReader, Clock, ListReader, ListWriter, UserReader } from "../../src/run/ports/index.ts";
import type { Rng } from "./random.ts";
import type { Access, StatementFault } from "./shared-store.ts";
import { Crash, type Timeline } from "./timeline.ts";

type Reader = ListReader & UserReader & AccountReader;

/** Milliseconds that a statement takes at most. */
const SLOWEST_STATEMENT_MS = 20;

/** One worker: its view of the world, and when it dies. Without a generator nothing befalls it. */
export class Hand {
  dead = false;
  steps = 0;
  lock: string | undefined;
  readonly name: string;
  readonly #timeline: Timeline;
  readonly #rng: Rng | undefined;
  readonly #crashAt: number;
  readonly #faultRate: number;

  constructor(name: string, timeline: Timeline, rng?: Rng) {
    this.name = name;
    this.#timeline = timeline;
    this.#rng = rng;
    this.#crashAt = rng?.chance(0.35) ? rng.int(1, rng.pick([15, 60, 150])) : Number.POSITIVE_INFINITY;
    this.#faultRate = rng?.chance(0.4) ? rng.pick([0.02, 0.1, 0.3]) : 0;
  }

  step(name: string): void {
    if (this.dead) throw new Crash(name);
    this.steps += 1;
    this.#timeline.note(`${this.name} ${name}`);
    if (this.steps < this.#crashAt) return;
    this.dead = true;
    throw new Crash(name);
  }

  /** How it reaches the store. */
  access(): Access {
    return {
      step: async (name) => {
        this.step(name);
        await this.#timeline.pass(this.#rng?.int(1, SLOWEST_STATEMENT_MS) ?? 1);
        this.step(name);
      },
      fault: (): StatementFault | undefined =>
        this.#rng?.chance(this.#faultRate) ? this.#rng.pick(["never-done", "answer-lost"]) : undefined,
    };
  }

  clock(): Clock {
    const clock = this.#timeline.clock();
    return {
      ...clock,
      sleep: async (milliseconds, signal) => {
        this.step("sleep");
        await clock.sleep(milliseconds, signal);
        this.step("woken");
      },
    };
  }

  /** Signs of life, while it lives. */
  every(milliseconds: number, work: () => void): () => void {
    let isOver = false;
    const beat = (): void => {
      if (isOver || this.dead) return;
      work();
      this.#timeline.at(this.#timeline.time + milliseconds, beat);
    };
    this.#timeline.at(this.#timeline.time + milliseconds, beat);
    return () => {
      isOver = true;
    };
  }

  reader(server: Reader): Reader {
    const stepped = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
      this.step(name);
      const result = await work();
      this.step(`${name} answered`);
      return result;
    };
    return {
      carPage: (scope, page) => stepped("page", () => server.carPage(scope, page)),
      accountExists: (baId) => stepped("account", () => server.accountExists(baId)),
      fleetCars: () => stepped("fleet", () => server.fleetCars()),
      billingAccounts: () => stepped("accounts", () => server.billingAccounts()),
      parkingUsers: (baId) => server.parkingUsers(baId),
      parkingUser: (baId, id) => server.parkingUser(baId, id),
    };
  }

  writer(writer: ListWriter): ListWriter {
    return {
      headBytes: (request) => writer.headBytes(request),
      send: async (request, signal, leaving) => {
        this.step("send");
        const reply = await writer.send(request, signal, leaving);
        this.step("reply");
        return reply;
      },
    };
  }
}
