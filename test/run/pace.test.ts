import { expect, it } from "vitest";
import { createRetryBudget, Limiter, type LimiterAnswer, retryDelay, type TurnOptions } from "../../src/run/pace.ts";
import type { Clock } from "../../src/run/ports/index.ts";
import { virtualClock } from "../virtual-clock.ts";

const SERVED: LimiterAnswer = { type: "served", kind: "GET /api/cars" };
const OVERLOADED: LimiterAnswer = { type: "overloaded", pause: 0 };

/** Sends requests through a limiter to a server that answers after `duration` of the requests in flight, and counts those. */
async function send(
  requests: number,
  limiter: Limiter,
  clock: Clock,
  answer = SERVED,
  duration: (inFlight: number) => number = () => 100,
): Promise<number[]> {
  const counts: number[] = [];
  let inFlight = 0;
  await Promise.all(
    Array.from({ length: requests }, async () => {
      const turn = await limiter.begin({});
      if (!turn) return;
      inFlight += 1;
      counts.push(inFlight);
      await clock.sleep(duration(inFlight));
      inFlight -= 1;
      limiter.end(turn, answer);
    }),
  );
  return counts;
}

it.each([1, 2, 3, 8, 40])("the number of requests in flight is never more than the limit of %i", async (limit) => {
  const clock = virtualClock();
  const counts = await send(300, new Limiter(clock, limit), clock);
  expect(Math.max(...counts)).toBe(limit);
});

it("the number of requests in flight stays near what a server can do at once when more only wait there", async () => {
  const clock = virtualClock();
  const counts = await send(400, new Limiter(clock), clock, SERVED, (inFlight) => 100 * Math.max(1, inFlight / 6));
  const later = counts.slice(100);
  expect(Math.max(...later)).toBeLessThanOrEqual(12);
  expect(Math.max(...later)).toBeGreaterThanOrEqual(6);
});

it("the number of requests in flight is halved once by requests that were in flight together and got a 429", async () => {
  const clock = virtualClock();
  const limiter = new Limiter(clock);
  await send(60, limiter, clock);
  const refused = await send(16, limiter, clock, OVERLOADED);
  expect(Math.max(...refused)).toBe(16);
  const counts = await send(8, limiter, clock);
  expect(Math.max(...counts)).toBe(8);
});

it("the number of requests in flight grows by one after a halving, no longer twofold", async () => {
  const clock = virtualClock();
  const limiter = new Limiter(clock);
  await send(4, limiter, clock, OVERLOADED);
  const counts = await send(40, limiter, clock);
  expect(Math.max(...counts.slice(0, 16))).toBe(2);
  expect(Math.max(...counts)).toBe(4);
});

async function waiting(about: TurnOptions) {
  const clock = virtualClock();
  const limiter = new Limiter(clock, 1);
  const first = await limiter.begin({});
  const second = limiter.begin(about);
  return { limiter, first, second, clock };
}

it("a waiting request is dropped unsent as soon as it is stopped, and nobody else waits for it", async () => {
  const stop = new AbortController();
  const { limiter, first, second } = await waiting({ signal: stop.signal });
  stop.abort();
  expect(await second).toBeUndefined();
  if (first) limiter.end(first, SERVED);
  expect(await limiter.begin({})).toBeDefined();
});

it("a waiting request is dropped unsent when nobody wants it any more, and the next one gets its turn", async () => {
  let isWanted = true;
  const { limiter, first, second } = await waiting({ mayLeave: () => isWanted });
  const third = limiter.begin({});
  isWanted = false;
  if (first) limiter.end(first, SERVED);
  expect(await second).toBeUndefined();
  expect(await third).toBeDefined();
});

it("a waiting request is held back until a pause is over that another one was asked for", async () => {
  const { limiter, first, second, clock } = await waiting({});
  if (first) limiter.end(first, { type: "overloaded", pause: 3_000 });
  expect((await second)?.startedAt).toBe(3_000);
  expect(clock.passed).toBe(3_000);
});

it("V24: a request is asked about again where another one is asked for a pause while it is", async () => {
  const asked: number[] = [];
  const { limiter, first, second, clock } = await waiting({
    mayLeave: async () => {
      asked.push(clock.passed);
      if (asked.length === 1) limiter.share(3_000, 1);
      return true;
    },
  });
  if (first) limiter.end(first, SERVED);
  expect((await second)?.startedAt).toBe(3_000);
  expect(asked).toEqual([0, 3_000]);
});

it("one slow answer among quick ones does not slow the others down", async () => {
  const clock = virtualClock();
  const limiter = new Limiter(clock);
  for (const duration of [100, 100, 100, 100, 100, 900, 100, 100])
    await send(1, limiter, clock, SERVED, () => duration);
  expect(Math.max(...(await send(20, limiter, clock)))).toBe(8);
});

it.each([
  [155, 16],
  [156, 4],
])("answers of %i ms are as quick as those of 100 ms where at most %i are then in flight", async (duration, most) => {
  const clock = virtualClock();
  const limiter = new Limiter(clock);
  for (let alone = 0; alone < 4; alone += 1) await send(1, limiter, clock);
  expect(Math.max(...(await send(60, limiter, clock, SERVED, () => duration)))).toBe(most);
});

it("the number of requests in flight that are stopped by the server is told once, with the pause", async () => {
  const clock = virtualClock();
  const told: number[][] = [];
  const limiter = new Limiter(clock, 16, (pause, atOnce) => void told.push([pause, atOnce]));
  const refused = send(4, limiter, clock, { type: "overloaded", pause: 2_000 });
  await refused;
  expect(told).toEqual([[2_000, 2]]);
  expect((await limiter.begin({}))?.startedAt).toBe(2_100);
});

it("what another client has learnt of the server holds: its pause, and at most so many in flight", async () => {
  const clock = virtualClock();
  const limiter = new Limiter(clock);
  limiter.share(3_000, 2);
  limiter.share(1_000, 3);
  const counts = await send(40, limiter, clock);
  expect([counts[0], Math.max(...counts)]).toEqual([1, 3]);
  expect(clock.passed).toBeGreaterThan(3_000);
});

it("a request that is stopped during a pause is dropped unsent, and one without a signal waits", async () => {
  const clock = virtualClock();
  const limiter = new Limiter(clock);
  limiter.share(3_000, 2);
  expect(await limiter.begin({ signal: AbortSignal.abort() })).toBeUndefined();
  expect((await limiter.begin({}))?.startedAt).toBe(3_000);
});

it.each([
  [2, 0.5, undefined, 250],
  [3, 0.5, undefined, 500],
  [4, 0.5, undefined, 1_000],
  [20, 0.5, undefined, 10_000],
  [2, 0, undefined, 0],
  [2, 0.5, 3_000, 3_000],
  [4, 0.5, 10, 1_000],
])("attempt %i waits with a random %d, where the server asked for %s: %i ms", (attempt, random, asked, delay) => {
  expect(retryDelay(attempt, () => random, asked)).toBe(delay);
});

it("retries cost a budget of twenty, ten successes earn one back, and none is saved beyond twenty", () => {
  const budget = createRetryBudget();
  budget.earn();
  expect([budget.spend(19), budget.spend(1), budget.spend(1)]).toEqual([true, true, false]);
  for (let success = 0; success < 9; success += 1) budget.earn();
  expect(budget.spend(1)).toBe(false);
  for (let success = 0; success < 2; success += 1) budget.earn();
  expect([budget.spend(1), budget.spend(1)]).toEqual([true, false]);
});
