import nock from "nock";
import { BASE, SECRET, token } from "./support.ts";

/** Answers one login with a token. */
export function login(text = "token-1", lifetime = 3600): nock.Scope {
  return nock(BASE)
    .post("/auth/v1", { clientId: "client-1", clientSecret: SECRET })
    .reply(200, ...token(text, lifetime));
}
