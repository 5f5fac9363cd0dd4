import { describe, expect, it } from "vitest";
import { accountScope, DEFAULT_INTERFACE, DEFAULT_POLICY, type DesiredState } from "../../src/allowlist/index.ts";
import { readLive } from "../../src/live/index.ts";
import type { CarRow, ListReader, Page, PageRequest } from "../../src/ports/index.ts";
import { Limiter } from "../../src/runtime/pace.ts";
import { virtualClock } from "../virtual-clock.ts";

/** A server that answers every request after the same time, behind one limiter, and counts the requests in flight. */
function distantServer(latency: number, cars: number, concurrency?: number) {
  const clock = virtualClock();
  const limiter = new Limiter(clock, concurrency);
  const answers = { most: 0, requests: 0 };
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
    carPage: (_scope, page) => answer("cars", pageOf(page, cars)),
    accountExists: () => answer("account", true),
    fleetCars: () => answer("fleet", []),
  };
  return { clock, answers, ports: { reader, clock, random: () => 0.5, signal: new AbortController().signal } };
}

function pageOf({ number, size }: PageRequest, cars: number): Page<CarRow> {
  const rows = Math.max(0, Math.min(size, cars - number * size));
  const items = Array.from({ length: rows }, (_, at) => ({
    licenseNumber: `AB${number * size + at}`,
    features: [],
    addedByCustomerCare: false,
  }));
  return { items, number, size, totalElements: cars, totalPages: Math.ceil(cars / size) };
}

function desiredOf(accounts: number, pageSize: number): DesiredState {
  const source = { file: "fleet.yaml", line: 1, column: 1 };
  const scopes = Array.from({ length: accounts }, (_, at) => accountScope(String(at + 1)));
  return {
    mode: accounts > 0 ? "billing-account" : "global",
    scopes: (accounts > 0 ? scopes : (["global"] as const)).map((scope) => ({ scope, source, entries: new Map() })),
    policy: DEFAULT_POLICY,
    interface: { ...DEFAULT_INTERFACE, pageSize },
    timeZone: "UTC",
    files: [],
  };
}

async function read(desired: DesiredState, server: ReturnType<typeof distantServer>): Promise<number> {
  const scopes = desired.scopes.map(({ scope }) => scope);
  const reading = await readLive(desired, scopes, new Map(), server.ports);
  expect(reading.kind).toBe("live");
  return server.clock.passed;
}

describe.each([20, 100])("a server %i ms away", (latency) => {
  it("a distant server gives 100 pages within 1.3 times the waiting that sixteen at once cannot avoid", async () => {
    const server = distantServer(latency, 995);
    const passed = await read(desiredOf(0, 10), server);
    // The first page says how many there are; the others follow, sixteen at once.
    const least = (1 + Math.ceil(99 / 16)) * latency;
    expect(server.answers.most).toBe(16);
    expect(passed).toBeLessThanOrEqual(1.3 * least);
  });

  it("a distant server gives 2,000 accounts at least 1.8 times as fast as four at once", async () => {
    const desired = desiredOf(2_000, 1_000);
    const four = await read(desired, distantServer(latency, 5, 4));
    const passed = await read(desired, distantServer(latency, 5));
    expect(four / passed).toBeGreaterThanOrEqual(1.8);
  });

  it("a distant server is asked for the fleet cars and the first page at the same time", async () => {
    const server = distantServer(latency, 5);
    expect(await read(desiredOf(0, 10), server)).toBe(latency);
    expect(server.answers.requests).toBe(2);
  });
});
