import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { tokenShape, visit, visitorOf } from "./visitor.ts";

const PATHS = [
  "/api/cars",
  "/api/billing-accounts",
  "/api/billing-accounts/4711/cars",
  "/api/billing-accounts/4711/parking-users",
  "/api/billing-accounts/4711/parking-users/1",
  "/api/billing-accounts/4711/billing-info-records",
  "/fleets/default/cars",
];

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

it.each([
  ["a wrong secret", { clientId: "sandbox", clientSecret: "x" }, 401],
  ["a wrong client", { clientId: "x", clientSecret: "x" }, 401],
  ["a missing field", { clientId: "sandbox" }, 422],
  ["no JSON", "clientId=sandbox", 422],
])("the login to the sandbox refuses %s", async (_, body, status) => {
  const { send } = await visit();
  const reply = await send("POST", "/auth/v1", body);
  expect([reply.status, reply.body]).toEqual([status, expect.objectContaining({ status })]);
  expect(reply.text).not.toContain("idToken");
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

it.each(PATHS)("without a good token GET %s is a 401", async (path) => {
  const { sandbox } = await visit({ start: { accounts: [{ baId: "4711" }] } });
  const reply = await visitorOf(sandbox).get(path);
  expect([reply.status, reply.body]).toEqual([401, expect.objectContaining({ title: "Unauthorized", instance: path })]);
  expect(reply.headers.get("www-authenticate")).toBe("Bearer");
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

it("the sandbox refuses a token from the instant it expires, and takes a new one", async () => {
  let now = Date.UTC(2026, 0, 1);
  const { get, login } = await visit({ clock: { now: () => now }, behaviour: { tokenLifetime: 60 } });
  now += 59_999;
  expect((await get("/api/cars")).status).toBe(200);
  now += 1;
  const reply = await get("/api/cars");
  expect([reply.status, reply.body]).toEqual([401, expect.objectContaining({ detail: "The bearer token is expired" })]);
  await login();
  expect((await get("/api/cars")).status).toBe(200);
});

it("every request about a closed account is a 403", async () => {
  const { send, sandbox } = await visit({
    mode: "billing-account",
    start: { accounts: [{ baId: "4711", closed: true }] },
  });
  const account = "/api/billing-accounts/4711";
  const requests = [
    ["GET", `${account}/cars`],
    ["POST", `${account}/cars`],
    ["DELETE", `${account}/cars?licenseNumbers=A`],
    ["GET", `${account}/parking-users`],
    ["POST", `${account}/parking-users`],
    ["GET", `${account}/parking-users/1`],
    ["DELETE", `${account}/parking-users/1/cars?licenseNumber=A`],
    ["GET", `${account}/billing-info-records`],
  ] as const;
  for (const [method, path] of requests) expect([path, (await send(method, path)).status]).toEqual([path, 403]);
  sandbox.model.setClosed("4711", false);
  expect((await send("GET", `${account}/cars`)).status).toBe(200);
});
