import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { requestCases } from "./cases.ts";
import { tokenShape, visit } from "./visitor.ts";

requestCases(import.meta.url);

it("the login gives a signed JWT and when it ends", async () => {
  const clock = { now: () => Date.UTC(2026, 2, 1, 8, 15) };
  const { sandbox, send } = await visit({ clock, behaviour: { tokenLifetime: 600 } });
  const { body } = await send("POST", "/auth/v1", { clientId: sandbox.clientId, clientSecret: sandbox.clientSecret });
  const { idToken, validUntilDate } = tokenShape.parse(body);
  expect(validUntilDate).toBe("2026-03-01T08:25:00Z");
  const [header = "", payload = ""] = idToken.split(".").map((part) => Buffer.from(part, "base64url").toString());
  expect(JSON.parse(header)).toMatchObject({ alg: "HS256", typ: "JWT" });
  expect(JSON.parse(payload)).toMatchObject({ sub: "sandbox", exp: Date.parse(validUntilDate) / 1000 });
});

it("the login keeps secrets out of the request log", async () => {
  const { sandbox } = await visit();
  expect(sandbox.requests[0]).toMatchObject({ path: "/auth/v1", body: { clientId: "sandbox", clientSecret: "***" } });
});

describe("S10 pages in a browser", () => {
  it("a client secret opens the sandbox that drew it, and no other of the same seed", async () => {
    const { send } = await visit({ seed: 1 });
    const other = await visit({ seed: 1 });
    const { clientId, clientSecret } = other.sandbox;
    expect((await send("POST", "/auth/v1", { clientId, clientSecret })).status).toBe(401);
  });

  it.each([
    [{ host: "evil.example:4010" }, 421],
    [{ host: "127.0.0.1.evil.example" }, 421],
    [{ host: "localhost", origin: "https://evil.example" }, 403],
    [{ host: "localhost", origin: "null" }, 403],
    [{ host: "localhost:4010" }, 200],
    [{ host: "[::1]:4010" }, 200],
    [{ host: "127.0.0.1", origin: "http://localhost:3000" }, 200],
  ])("a login with the right secret and the headers %j is answered %i", async (headers, status) => {
    const { sandbox } = await visit();
    const { clientId, clientSecret } = sandbox;
    const login = request(`${sandbox.url}/auth/v1`, { method: "POST", headers });
    login.end(JSON.stringify({ clientId, clientSecret }));
    const [answer] = await once(login, "response");
    answer.resume();
    expect(answer.statusCode).toBe(status);
  });
});

it("the sandbox refuses tokens that it did not sign, and other schemes than bearer", async () => {
  const { sandbox } = await visit();
  const other = await visit({ seed: 2 });
  const { clientId, clientSecret } = other.sandbox;
  const { idToken } = tokenShape.parse((await other.send("POST", "/auth/v1", { clientId, clientSecret })).body);
  const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${idToken.split(".")[1]}.`;
  for (const authorization of [`Bearer ${idToken}`, `Bearer ${unsigned}`, "Bearer x", "Basic c2FuZGJveDp4", ""]) {
    const reply = await fetch(`${sandbox.url}/api/cars`, { headers: { authorization } });
    expect([authorization, reply.status]).toEqual([authorization, 401]);
  }
});
