import nock from "nock";
import { expect, it } from "vitest";
import { retry } from "../../src/fleet-api/http/retry.ts";
import { createRetryBudget } from "../../src/run/pace.ts";
import { clientCases } from "./cases.ts";
import { answers, interceptAllHttp, login } from "./mocked-http.ts";
import { BASE, clientFor, fakeClock } from "./support.ts";

interceptAllHttp();

const first = { number: 0, size: 1000 };
const list = "/api/cars?page=0&size=1000";

clientCases(import.meta.url);

it("F15 repeated failures empty the retry budget: reads stop being repeated", async () => {
  login();
  let sends = 0;
  nock(BASE)
    .persist()
    .get(list)
    .reply(() => {
      sends += 1;
      return [503];
    });
  const { reader } = clientFor(BASE);
  for (let call = 0; call < 20; call += 1) await expect(reader.carPage("global", first)).rejects.toThrow("503");
  // The login earned nothing back: the bucket was full.
  expect(sends).toBe(20 + 20);
  nock.cleanAll();
});

it("F15 a request that gets no answer in time costs twice as much of the retry budget", async () => {
  const patience = { clock: fakeClock(), random: () => 0.5, budget: createRetryBudget(), signal: undefined };
  const late = { kind: "failed", cause: "deadline", mayHaveLeft: true, permanent: false, reason: "late" } as const;
  let sends = 0;
  const once = async () => {
    sends += 1;
    return late;
  };
  for (let call = 0; call < 20; call += 1) await retry(patience, 4, once);
  expect(sends).toBe(20 + 10);
});

it("F15 about ten successes earn a retry back, and the budget never grows past its start", () => {
  const budget = createRetryBudget();
  const spendAll = () => {
    let spent = 0;
    while (budget.spend(1)) spent += 1;
    return spent;
  };
  for (let at = 0; at < 1000; at += 1) budget.earn();
  expect(spendAll()).toBe(20);
  for (let at = 0; at < 9; at += 1) budget.earn();
  expect(spendAll()).toBe(0);
  for (let at = 0; at < 2; at += 1) budget.earn();
  expect(spendAll()).toBe(1);
});

it("a stop during a pause is an aborted read", async () => {
  login();
  answers(`GET ${list}`, 503);
  const stop = new AbortController();
  const clock = fakeClock();
  const patient = {
    ...clock,
    sleep: async (_: number, signal?: AbortSignal) => {
      stop.abort();
      signal?.throwIfAborted();
    },
  };
  const api = clientFor(BASE, { clock: patient, signal: stop.signal });
  await expect(api.reader.carPage("global", first)).rejects.toMatchObject({ failure: { kind: "aborted" } });
});
