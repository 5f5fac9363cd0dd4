import { expect, it } from "vitest";
import { storeOver } from "../../../src/state/index.ts";
import { shareLimiter } from "../../../src/usecases/workers/index.ts";
import { SharedStore } from "../../simulation/shared-store.ts";
import { VIEW, world } from "../../state/world.ts";
import { type VirtualClock, virtualClock } from "../../virtual-clock.ts";

const REQUESTS = 600;
/** Lists that one worker has in hand. */
const LISTS = 16;

/** A server that bears some requests in each second from the first one on, and asks for a pause of whole seconds after them. */
function limitedServer(clock: VirtualClock, most: number) {
  let [start, count, refused] = [Number.NEGATIVE_INFINITY, 0, 0];
  return {
    get refused() {
      return refused;
    },
    /** The pause that it asks for; undefined where it serves. */
    answer(): number | undefined {
      if (clock.passed >= start + 1_000) [start, count] = [clock.passed, 0];
      count += 1;
      if (count <= most) return undefined;
      refused += 1;
      return Math.ceil((start + 1_000 - clock.passed) / 1_000) * 1_000;
    },
  };
}

/** How many requests are refused when some workers send all of them to a server that bears `most` a second and answers after `duration`. */
async function refusedTo(workers: number, most: number, duration: number): Promise<number> {
  const clock = virtualClock();
  const store = new SharedStore(() => clock.passed);
  const server = limitedServer(clock, most);
  let left = REQUESTS;
  const work = async (name: string) => {
    const owner = { user: "bo", host: name, pid: 1, command: "platectl apply" };
    const every = (milliseconds: number, action: () => void) => repeat(clock, milliseconds, action);
    const access = { step: async () => undefined, fault: () => undefined };
    const state = storeOver(store.clientOf(access), world({ clock, owner, every }));
    const locking = await state.lock({ ...VIEW, scopes: [`account:${name}`] }, { timeout: 0 });
    if (!state.plans || locking.kind !== "held") throw new Error("the list of a worker is not free");
    const sharing = { hash: "", target: VIEW.target, mostAtOnce: 16, onEnded: () => undefined };
    const { limiter, end } = shareLimiter(state.plans, sharing, { clock, every });
    const sendAll = async () => {
      while (left > 0) {
        left -= 1;
        for (let pause: number | undefined = 0; pause !== undefined; ) {
          const turn = await limiter.begin({});
          if (!turn) throw new Error("a request was dropped");
          pause = server.answer();
          await clock.sleep(duration);
          limiter.end(turn, pause === undefined ? { type: "served", kind: "GET" } : { type: "overloaded", pause });
        }
      }
    };
    await Promise.all(Array.from({ length: LISTS }, sendAll));
    end();
    await locking.state.release();
  };
  await Promise.all(Array.from({ length: workers }, (_, at) => work(String(at + 1))));
  return server.refused;
}

function repeat(clock: VirtualClock, milliseconds: number, action: () => void): () => void {
  let isOver = false;
  const beat = async () => {
    for (;;) {
      await clock.sleep(milliseconds);
      if (isOver) return;
      action();
    }
  };
  void beat();
  return () => {
    isOver = true;
  };
}

it.each([
  [10, 5],
  [30, 20],
  [50, 20],
  [100, 5],
])(
  "of a server that bears %i requests a second and answers after %i ms, four workers get about as many 429s as one",
  async (most, duration) => {
    const [one, two, four] = [
      await refusedTo(1, most, duration),
      await refusedTo(2, most, duration),
      await refusedTo(4, most, duration),
    ];
    expect(two).toBeLessThanOrEqual(1.3 * one);
    expect(four).toBeLessThanOrEqual(1.3 * one);
  },
);
