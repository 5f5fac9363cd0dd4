import nock from "nock";
import { describe, expect, it, onTestFinished } from "vitest";
import { DEFAULT_INTERFACE } from "../../src/allowlist/index.ts";
import { sweepScope } from "../../src/live/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { virtualClock } from "../virtual-clock.ts";
import { interceptHttp, login } from "./mocked-http.ts";
import { BASE, clientFor, json, page } from "./support.ts";

it("a server that takes ten requests a second gets its 101 pages read, in about ten seconds, and with few refused requests", async () => {
  const clock = virtualClock();
  const plates = Array.from({ length: 1_005 }, (_, at) => `AB${10_000 + at}`);
  const behaviour = { rateLimit: { requests: 10, seconds: 1 }, maxCarPageSize: 10 } as const;
  const sandbox = await startSandbox({ mode: "global", start: { cars: plates }, clock, behaviour });
  const { clientId, clientSecret } = sandbox;
  const { reader, close } = clientFor(sandbox.url, { clientId, clientSecret, clock });
  onTestFinished(() => close().finally(() => sandbox.close()));
  const ports = { reader, clock, random: () => 0.5, signal: new AbortController().signal };
  const live = await sweepScope("global", DEFAULT_INTERFACE, ports);
  const statuses = sandbox.requests.map(({ status }) => status);
  expect(live.entries.size).toBe(1_005);
  expect(statuses.filter((status) => status === 200)).toHaveLength(102);
  expect(statuses.filter((status) => status === 429).length).toBeLessThan(30);
  expect(clock.passed).toBeGreaterThan(9_000);
  expect(clock.passed).toBeLessThan(25_000);
});

describe("a 429 that names a pause", () => {
  interceptHttp();

  /** Refuses until that many requests came, and notes when each came. */
  function limited(refusals: number, clock: ReturnType<typeof virtualClock>, status = 429): number[] {
    const times: number[] = [];
    login();
    nock(BASE)
      .persist()
      .get("/api/cars")
      .query(true)
      .reply((uri) => {
        times.push(clock.passed);
        const number = Number(new URL(uri, BASE).searchParams.get("page"));
        if (times.length <= refusals) return [status, "", { "retry-after": "3" }];
        return [200, ...json(page([], { number }))];
      });
    return times;
  }

  it.each([429, 502, 503])(
    "a %i that names a pause holds back every request of the client, and half as many are in flight after it",
    async (status) => {
      const clock = virtualClock();
      const times = limited(1, clock, status);
      const { reader } = clientFor(BASE, { clock });
      const pages = [0, 1, 2, 3, 4, 5].map((number) => reader.carPage("global", { number, size: 1000 }));
      await Promise.all(pages);
      expect(times.filter((time) => time < 3_000).length).toBeLessThanOrEqual(4);
      await Promise.all([6, 7].map((number) => reader.carPage("global", { number, size: 1000 })));
      expect(times).toHaveLength(6 + 1 + 2);
    },
  );

  it("a 429 that names a pause costs neither an attempt nor the budget for retries", async () => {
    const clock = virtualClock();
    const times = limited(40, clock);
    const { reader } = clientFor(BASE, { clock });
    await expect(reader.carPage("global", { number: 0, size: 1000 })).resolves.toMatchObject({ items: [] });
    expect(times).toHaveLength(41);
    expect(clock.passed).toBe(120_000);
  });

  it("a 429 that names a pause is waited for five minutes in all, and then reported", async () => {
    const clock = virtualClock();
    limited(1_000, clock);
    const { reader } = clientFor(BASE, { clock });
    await expect(reader.carPage("global", { number: 0, size: 1000 })).rejects.toThrow("The server is asked too often");
    expect(clock.passed).toBe(300_000);
  });

  it("a stopped request does not wait for the pause of a 429", async () => {
    const clock = virtualClock();
    limited(1_000, clock);
    const stop = new AbortController();
    const { reader } = clientFor(BASE, { clock, signal: stop.signal });
    const pages = [0, 1].map((number) => reader.carPage("global", { number, size: 1000 }));
    void clock.sleep(10_000).then(() => stop.abort());
    for (const one of pages) await expect(one).rejects.toMatchObject({ failure: { kind: "aborted" } });
    expect(clock.passed).toBe(10_000);
  });
});
