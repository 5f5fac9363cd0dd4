import nock from "nock";
import { expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { createFleetReader } from "../../src/fleet-api/index.ts";
import { FLAG, NUMBER, rowsOf, TEXT } from "../rows.ts";
import { clientCases } from "./cases.ts";
import { answers, interceptAllHttp, login } from "./mocked-http.ts";
import { BASE, clientFor, configFor, fakeClock, json, page, problem, SECRET, START, token } from "./support.ts";

interceptAllHttp();
clientCases(import.meta.url);

function broken(code: string): Error {
  return Object.assign(new Error("broken"), { code });
}

const first = { number: 0, size: 1000 };

function cars(bearer?: string, times = 1): void {
  const options = bearer === undefined ? {} : { reqheaders: { authorization: `Bearer ${bearer}` } };
  nock(BASE, options)
    .get("/api/cars")
    .query(true)
    .times(times)
    .reply(200, ...json(page([])));
}

it("the login is one POST with id and secret, at the login's own address", async () => {
  nock("https://auth.test", { reqheaders: { "content-type": "application/json", accept: /json/ } })
    .post("/base/auth/v1", JSON.stringify({ clientId: "client-1", clientSecret: SECRET }))
    .reply(200, ...token("t"));
  cars("t");
  const reader = createFleetReader(configFor(BASE, { authUrl: new URL("https://auth.test/base") }));
  await expect(reader.carPage("global", first)).resolves.toMatchObject({ items: [] });
  await reader.close();
});

it("C1 a login that was refused is not tried again by the next call", async () => {
  answers("POST /auth/v1", 403, problem(403));
  const { reader } = clientFor(BASE);
  const refused = { failure: { kind: "auth" }, message: expect.stringContaining("Check the client id and secret") };
  await expect(reader.carPage("global", first)).rejects.toMatchObject(refused);
  await expect(reader.fleetCars()).rejects.toMatchObject(refused);
});

it("C2 the login that is cut off is tried again", async () => {
  nock(BASE).post("/auth/v1").times(2).replyWithError(broken("ECONNRESET"));
  login();
  cars();
  await expect(clientFor(BASE).reader.carPage("global", first)).resolves.toBeDefined();
});

it("C2 the login that never gets through is a transport failure", async () => {
  nock(BASE).post("/auth/v1").times(3).replyWithError(broken("ENOTFOUND"));
  await expect(clientFor(BASE).reader.fleetCars()).rejects.toMatchObject({
    failure: { kind: "transport" },
    message:
      "POST /auth/v1 failed (3 attempts): no request reached https://fleet.test: its name is unknown to DNS (ENOTFOUND). " +
      "Check the address, the network and the proxy, then try again.",
  });
});

it("C3 a login that is answered with a token of 1 MB is refused", async () => {
  answers("POST /auth/v1", 200, json({ idToken: "x".repeat(1_000_000), validUntilDate: "2026-01-01T01:00:00Z" }));
  await expect(clientFor(BASE).reader.fleetCars()).rejects.toThrow("longer than 16384");
});

it("C9 the login is one for twenty requests that wait for it", async () => {
  login("one");
  cars("one", 20);
  const { reader } = clientFor(BASE);
  await Promise.all(Array.from({ length: 20 }, () => reader.carPage("global", first)));
});

const hour = 3_600_000;
const OUR_DATE = new Date(START).toUTCString();

/** Reads once, lets time pass, reads again; says whether a second login was needed. */
async function renewedAfter(
  reply: [string, Record<string, string>],
  pass: (clock: ReturnType<typeof fakeClock>) => void,
) {
  nock.cleanAll();
  answers("POST /auth/v1", 200, reply);
  cars("a");
  const clock = fakeClock();
  const { reader } = clientFor(BASE, { clock });
  await reader.carPage("global", first);
  pass(clock);
  login("b");
  cars(undefined);
  await reader.carPage("global", first);
  const renewed = nock.pendingMocks().length === 0;
  nock.cleanAll();
  return renewed;
}

function until(validUntilDate: unknown, date: string | null = OUR_DATE) {
  const [body, headers] = json({ idToken: "a", validUntilDate });
  const reply: [string, Record<string, string>] = [body, date === null ? headers : { ...headers, date }];
  return reply;
}

const END = z.union([TEXT, NUMBER]);

it.each(rowsOf(import.meta.url, "the life of a token", TEXT, END, NUMBER, FLAG, TEXT.nullable()))(
  "the life of a token with %s, after %#: renewed or not",
  async (_, end, passed, renewed, date) => {
    expect(await renewedAfter(until(end, date), (clock) => clock.advance(passed))).toBe(renewed);
  },
);

it("C8 a token whose end has no offset ends in UTC on a machine far from it", async () => {
  vi.stubEnv("TZ", "Asia/Tokyo");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(new Date(START).getTimezoneOffset()).toBe(-540);
  expect(await renewedAfter(until("2026-01-01T01:00:00"), (clock) => clock.advance(hour - 90_001))).toBe(false);
  expect(await renewedAfter(until("2026-01-01T01:00:00"), (clock) => clock.advance(hour - 90_000))).toBe(true);
});

it("C8, H6 a token ends on whichever clock is first: a wall clock set forward ends it, one set back does not prolong it", async () => {
  const reply = until("2026-01-01T01:00:00Z");
  expect(await renewedAfter(reply, (clock) => clock.jump(24 * hour))).toBe(true);
  expect(await renewedAfter(reply, (clock) => clock.jump(-24 * hour))).toBe(false);
  const both = (clock: ReturnType<typeof fakeClock>) => {
    clock.jump(-24 * hour);
    clock.advance(hour);
  };
  expect(await renewedAfter(reply, both)).toBe(true);
});

const list = "/api/cars?page=0&size=1000";

it("C6 a refused token that is refused for ever costs two sends a request and four logins in all", async () => {
  let logins = 0;
  let sends = 0;
  nock(BASE)
    .persist()
    .post("/auth/v1")
    .reply(() => {
      logins += 1;
      return [200, ...token(`token-${logins}`)];
    });
  nock(BASE)
    .persist()
    .get(list)
    .reply(() => {
      sends += 1;
      return [401, ...problem(401)];
    });
  const { reader } = clientFor(BASE);
  for (let call = 0; call < 6; call += 1) {
    await expect(reader.carPage("global", first)).rejects.toMatchObject({ failure: { kind: "auth", status: 401 } });
  }
  expect({ logins, sends }).toEqual({ logins: 4, sends: 3 * 2 + 3 });
  nock.cleanAll();
});

it("C9 a token that is refused when another one is there already is not renewed again", async () => {
  let answerLate = () => {};
  const isRenewed = new Promise<void>((resolve) => {
    answerLate = resolve;
  });
  login("a");
  const withOld = nock(BASE, { reqheaders: { authorization: "Bearer a" } });
  withOld.get(list).reply(401, ...problem(401));
  withOld.get(list).reply(async () => {
    await isRenewed;
    return [401, ...problem(401)];
  });
  login("b");
  cars("b", 2);
  const { reader } = clientFor(BASE);
  const calls = [1, 2].map(() => reader.carPage("global", first).finally(answerLate));
  await expect(Promise.all(calls)).resolves.toHaveLength(2);
});
