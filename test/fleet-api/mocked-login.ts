import nock from "nock";
import { BASE, SECRET, token } from "./support.ts";

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
