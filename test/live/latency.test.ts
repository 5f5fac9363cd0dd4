import { describe, expect, it } from "vitest";
import { accountScope, type DesiredState } from "../../src/allowlist/index.ts";
import { readLive } from "../../src/live/index.ts";
import { Limiter } from "../../src/run/pace.ts";
import type { ListReader } from "../../src/run/ports/index.ts";
import { virtualClock } from "../virtual-clock.ts";
import { desiredFor, pageOf, plates } from "./support.ts";

/** A server that answers every request after the same time, behind one limiter, and counts the requests in flight. */
function distantServer(latency: number, cars: number, concurrency?: number) {
  const clock = virtualClock();
  const limiter = new Limiter(clock, concurrency);
  const answers = { most: 0, requests: 0 };
  const list = plates(cars);
  let inFlight = 0;
  const answer = async <Result>(kind: string, result: Result): Promise<Result> => {
    const turn = await limiter.begin({});
    inFlight += 1;
    answers.requests += 1;
    answers.most = Math.max(answers.most, inFlight);
    await clock.sleep(latency);
    inFlight -= 1;
    if (turn) limiter.end(turn, { type: "served", kind });
    return result;
  };
  const reader: ListReader = {
    carPage: (_scope, page) => answer("cars", pageOf(list, page)),
    accountExists: () => answer("account", true),
    fleetCars: () => answer("fleet", []),
  };
  return { clock, answers, ports: { reader, clock, random: () => 0.5, signal: new AbortController().signal } };
}

async function read(desired: DesiredState, server: ReturnType<typeof distantServer>): Promise<number> {
  const scopes = desired.scopes.map(({ scope }) => scope);
  const reading = await readLive(desired, scopes, new Map(), server.ports);
  expect(reading.kind).toBe("live");
  return server.clock.passed;
}

describe("a server 100 ms away", () => {
  const latency = 100;

  it("a distant server gives 100 pages within 1.3 times the waiting that sixteen at once cannot avoid", async () => {
    const server = distantServer(latency, 995);
    const passed = await read(desiredFor(["global"]), server);
    // The first page says how many there are; the others follow, sixteen at once.
    const least = (1 + Math.ceil(99 / 16)) * latency;
    expect(server.answers.most).toBe(16);
    expect(passed).toBeLessThanOrEqual(1.3 * least);
  });

  it("a distant server gives 2,000 accounts at least 1.8 times as fast as four at once", async () => {
    const accounts = Array.from({ length: 2_000 }, (_, at) => accountScope(String(at + 1)));
    const desired = desiredFor(accounts, { pageSize: 1_000 });
    const four = await read(desired, distantServer(latency, 5, 4));
    const passed = await read(desired, distantServer(latency, 5));
    expect(four / passed).toBeGreaterThanOrEqual(1.8);
  });

  it("a distant server is asked for the fleet cars and the first page at the same time", async () => {
    const server = distantServer(latency, 5);
    expect(await read(desiredFor(["global"]), server)).toBe(latency);
    expect(server.answers.requests).toBe(2);
  });
});
