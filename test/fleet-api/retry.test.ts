import nock from "nock";
import { describe, expect, it } from "vitest";
import { retry } from "../../src/fleet-api/http/retry.ts";
import { createRetryBudget } from "../../src/runtime/retry-policy.ts";
import { interceptAllHttp } from "./mocked-http.ts";
import { answers, login } from "./mocked-login.ts";
import { BASE, clientFor, fakeClock, json, jsonText, page, problem, START } from "./support.ts";

interceptAllHttp();

const first = { number: 0, size: 1000 };
const list = "/api/cars?page=0&size=1000";

function read(clock = fakeClock()) {
  return clientFor(BASE, { clock }).reader.carPage("global", first);
}

it.each([429, 500, 502, 503, 504, 599])(
  "F11 a read that fails with %i is tried four times, then the last answer is the error",
  async (status) => {
    login();
    answers(`GET ${list}`, status, problem(status), 4);
    const clock = fakeClock();
    await expect(read(clock)).rejects.toMatchObject({
      failure: { kind: "status", status },
      traceId: "trace-1",
      message: expect.stringContaining("(4 attempts)"),
    });
    expect(clock.sleeps).toEqual([250, 500, 1000]);
  },
);

it.each([
  [400, "status"],
  [403, "auth"],
  [408, "status"],
  [409, "status"],
  [410, "status"],
  [418, "status"],
  [425, "status"],
  [505, "status"],
  [202, "status"],
  [204, "status"],
])("F12 a read that fails with %i is an error at once, of kind %s", async (status, kind) => {
  login();
  answers(`GET ${list}`, status);
  const clock = fakeClock();
  await expect(read(clock)).rejects.toMatchObject({ failure: { kind, status } });
  expect(clock.sleeps).toEqual([]);
});

it.each([
  [
    "HTML (D15, F13)",
    jsonText("<!doctype html><p>log in</p>", "text/html"),
    "an HTML page instead of JSON; check the address",
  ],
  ["HTML that calls itself JSON's neighbour", jsonText("<html>", "text/plain"), "an HTML page instead of JSON"],
  ["plain text", jsonText("[]", "text/plain"), "the content type `text/plain` instead of JSON"],
  ["half a document (F6)", jsonText('{"content":['), "the body is not JSON, although it says so"],
])("a read that fails by being %s is an error at once", async (_, reply, said) => {
  login();
  answers(`GET ${list}`, 200, reply);
  await expect(read()).rejects.toMatchObject({
    failure: { kind: "shape" },
    message: expect.stringContaining(
      `GET /api/cars was answered with something other than the interface says: ${said}`,
    ),
  });
});

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

describe("F10 Retry-After", () => {
  const date = (offset: number) => new Date(START + offset).toUTCString();

  it.each<[string, Record<string, string>, number]>([
    ["none", {}, 250],
    ["seconds", { "retry-after": "7" }, 7000],
    ["0", { "retry-after": "0" }, 250],
    ["two headers", { "retry-after": "3, 9" }, 9000],
    ["negative", { "retry-after": "-5" }, 250],
    ["garbage", { "retry-after": "soon" }, 250],
    ["a date", { "retry-after": date(60_000) }, 60_000],
    ["a date by the server's own clock", { "retry-after": date(90_000), date: date(80_000) }, 10_000],
    ["a date gone by", { "retry-after": date(-60_000) }, 250],
  ])("a Retry-After with %s is waited for, and never less than the pause", async (_, headers, pause) => {
    login();
    nock(BASE).get(list).reply(429, "", headers);
    answers(`GET ${list}`, 200, json(page([])));
    const clock = fakeClock();
    await read(clock);
    expect(clock.sleeps).toEqual([pause]);
  });

  it("a Retry-After that is longer than five minutes ends the read instead of being shortened", async () => {
    login();
    nock(BASE).get(list).reply(429, "", { "retry-after": "1000000000" });
    const clock = fakeClock();
    await expect(read(clock)).rejects.toThrow("The server is asked too often: try again later.");
    expect(clock.sleeps).toEqual([]);
  });
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
