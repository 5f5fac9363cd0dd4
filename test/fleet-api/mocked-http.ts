import nock from "nock";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { BASE, SECRET, token } from "./support.ts";

/**
 * Has `nock` answer every request of a test file, or of a `describe`, until its end: nothing reaches a network. Files that
 * run later in the same process are without it.
 */
export function interceptHttp(afterEachTest = (): void => nock.cleanAll()): void {
  beforeAll(() => {
    if (!nock.isActive()) nock.activate();
    nock.disableNetConnect();
  });
  afterEach(afterEachTest);
  afterAll(() => {
    nock.enableNetConnect();
    nock.restore();
  });
}

/** The same, and a test fails that did not ask for all that there was an answer for. */
export function interceptAllHttp(): void {
  interceptHttp(() => {
    const pending = nock.pendingMocks();
    nock.cleanAll();
    expect(pending).toEqual([]);
  });
}

/** Answers one login with a token. */
export function login(text = "token-1", lifetime = 3600): nock.Scope {
  return nock(BASE)
    .post("/auth/v1", { clientId: "client-1", clientSecret: SECRET })
    .reply(200, ...token(text, lifetime));
}

/** Answers a request, such as `GET /api/cars?page=0`, that many times. */
export function answers(
  request: `${"GET" | "POST" | "DELETE"} /${string}`,
  status: number,
  reply: readonly [string, Record<string, string>] | readonly [] = [],
  times = 1,
): void {
  const [method = "", path = ""] = request.split(" ");
  nock(BASE)
    .intercept(path, method)
    .times(times)
    .reply(status, ...reply);
}
