import fc from "fast-check";
import nock from "nock";
import { expect, it } from "vitest";
import type { InterfaceSettings, Scope } from "../../src/allowlist/index.ts";
import { parseNewParkingUser, readOnlyTransport } from "../../src/fleet-api/index.ts";
import type { WriteRequest } from "../../src/ports/index.ts";
import { interceptAllHttp } from "./mocked-http.ts";
import { answers, login } from "./mocked-login.ts";
import { BASE, clientFor, json, jsonText, problem } from "./support.ts";

interceptAllHttp();

const never = new AbortController().signal;
const cars = [
  { licenseNumber: "AB 12&3", features: ["LEASING"] },
  { licenseNumber: "BÖ=1", features: [] },
];

function change(action: "add" | "delete", scope: Scope = "global"): WriteRequest {
  return { action, scope, cars };
}

const plates = ["AB 12&3", "BÖ=1"];
const body = { in: "body", name: "plates" } as const;
it.each<[string, WriteRequest, Partial<InterfaceSettings>, "post" | "delete", string, unknown]>([
  ["4.9 adds to the global list", change("add"), {}, "post", "/api/cars", cars],
  [
    "4.7 adds to an account",
    change("add", "account:4711"),
    {},
    "post",
    "/api/billing-accounts/4711/cars",
    { licenseNumbers: plates },
  ],
  ["deletes from the global list", change("delete"), {}, "delete", "/api/cars?ln=AB%2012%263&ln=B%C3%96%3D1", ""],
  [
    "4.8 deletes from an account",
    change("delete", "account:4711"),
    {},
    "delete",
    "/api/billing-accounts/4711/cars?licenseNumbers=AB%2012%263&licenseNumbers=B%C3%96%3D1",
    "",
  ],
  [
    "deletes by a bare array, global",
    change("delete"),
    { globalDelete: { in: "body", shape: "array" } },
    "delete",
    "/api/cars",
    plates,
  ],
  ["deletes by body, global", change("delete"), { globalDelete: body }, "delete", "/api/cars", { plates }],
  [
    "deletes by body, account",
    change("delete", "account:4711"),
    { accountDelete: body },
    "delete",
    "/api/billing-accounts/4711/cars",
    { plates },
  ],
])("a change of a list is sent as documented: %s", async (_, write, settings, method, path, sent) => {
  login("the.token");
  const contentType = sent === "" ? {} : { "content-type": "application/json" };
  const scope = nock(BASE, { reqheaders: { authorization: "Bearer the.token", ...contentType } });
  scope[method](path, sent === "" ? "" : JSON.stringify(sent)).reply(204);
  const reply = await clientFor(BASE, { settings }).writer.send(write, never);
  expect(reply).toEqual({ kind: "response", status: 204, failures: [] });
});

it.each<[string, WriteRequest, Partial<InterfaceSettings>, string]>([
  ["a global delete where none is offered", change("delete"), { globalDelete: false }, "globalDelete is false"],
  ["a delete without cars (G12)", { ...change("delete"), cars: [] }, {}, "without cars"],
  ["an account id that is none (A14)", change("add", "account:1/../2"), {}, "is not an id"],
])("an invalid change is never sent: %s", async (_, write, settings, reason) => {
  const reply = await clientFor(BASE, { settings }).writer.send(write, never);
  expect(reply).toEqual({ kind: "not-sent", permanent: true, reason: expect.stringContaining(reason) });
});

it("a path has the fixed segments whatever the account id (A14, S20)", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.constantFrom("01", "1e3", "-1", "9223372036854775808", "..")),
      async (id) => {
        fc.pre(!/^[1-9][0-9]{0,17}$/.test(id));
        const reply = await clientFor(BASE).writer.send(change("add", `account:${id}`), never);
        expect(reply.kind).toBe("not-sent");
        await expect(clientFor(BASE).reader.parkingUser("1", id)).rejects.toThrow(RangeError);
      },
    ),
    { numRuns: 50 },
  );
});

const failure = { licenseNumber: "AB 12&3", error: "exists" };
it.each<[string, number, [string, Record<string, string>] | [], unknown]>([
  ["204", 204, [], { failures: [] }],
  ["200 without a body", 200, jsonText(""), { failures: [] }],
  ["200 with no failures", 200, json({ failures: [] }), { failures: [] }],
  ["200 with failures", 200, json({ failures: [failure] }), { failures: [failure] }],
  ["200 with HTML", 200, jsonText("<html>", "text/html"), { failures: "malformed" }],
  ["200 with another object", 200, json({ ok: true }), { failures: "malformed" }],
  ["200, empty and without a length", 200, ["", { "content-type": "application/json" }], { failures: "malformed" }],
  ["207 with failures (G1)", 207, json({ failures: [failure], more: 1 }), { failures: [failure] }],
  [
    "207 without a reason",
    207,
    json({ failures: [{ licenseNumber: "X" }] }),
    { failures: [{ licenseNumber: "X", error: "" }] },
  ],
  ["207 with an empty list (G5)", 207, json({ failures: [] }), { failures: [] }],
  ["207 without failures (G5)", 207, json({}), { failures: "malformed" }],
  ["207 with null failures (G5)", 207, json({ failures: null }), { failures: "malformed" }],
  ["207 without a body", 207, jsonText(""), { failures: "malformed" }],
  ["207 with half a body (F6)", 207, jsonText('{"failures":[{"lic'), { failures: "malformed" }],
  ["207 with a car that has no name", 207, json({ failures: [{ error: "x" }] }), { failures: "malformed" }],
  ["202", 202, [], { failures: [] }],
  ["500 with HTML (F11)", 500, jsonText("<html>", "text/html"), { failures: [] }],
])("a server's answer to a change is read: %s", async (_, status, reply, expected) => {
  login();
  answers("POST /api/cars", status, reply);
  const got = await clientFor(BASE).writer.send(change("add"), never);
  expect(got).toEqual({ kind: "response", status, ...(expected as object) });
});

it("a problem keeps its words, clipped, and its traceId; a Retry-After becomes milliseconds", async () => {
  login();
  const [text, headers] = problem(429, { detail: "x".repeat(2000), title: "Slow down" });
  nock(BASE)
    .post("/api/cars")
    .reply(429, text, { ...headers, "retry-after": "7" });
  expect(await clientFor(BASE).writer.send(change("add"), never)).toEqual({
    kind: "response",
    status: 429,
    failures: [],
    retryAfter: 7000,
    traceId: "trace-1",
    problem: { title: "Slow down", detail: `${"x".repeat(500)}… (1500 more characters)`, traceId: "trace-1" },
  });
});

it("a change is never repeated by the client (F11): one 503, one request", async () => {
  login();
  answers("POST /api/cars", 503, problem(503));
  expect(await clientFor(BASE).writer.send(change("add"), never)).toMatchObject({ status: 503 });
});

it("C5 a refused token is renewed once and the change sent once more", async () => {
  login("old");
  login("new");
  nock(BASE, { reqheaders: { authorization: "Bearer old" } })
    .post("/api/cars")
    .reply(401, ...problem(401));
  nock(BASE, { reqheaders: { authorization: "Bearer new" } })
    .post("/api/cars", JSON.stringify(cars))
    .reply(204);
  expect(await clientFor(BASE).writer.send(change("add"), never)).toMatchObject({ status: 204 });
});

it("C5 a second 401 is the answer to a change, and so is a 401 that no login repairs", async () => {
  login("old");
  login("new");
  answers("POST /api/cars", 401, problem(401), 2);
  expect(await clientFor(BASE).writer.send(change("add"), never)).toMatchObject({ status: 401 });
  login("old");
  answers("POST /api/cars", 401, problem(401));
  answers("POST /auth/v1", 403, problem(403));
  expect(await clientFor(BASE).writer.send(change("add"), never)).toMatchObject({ status: 401 });
});

it.each([
  [403, 1, true],
  [503, 3, false],
])("a login answered %i %i times means not-sent, permanent %s", async (status, times, permanent) => {
  answers("POST /auth/v1", status, problem(status), times);
  const reply = await clientFor(BASE).writer.send(change("add"), never);
  expect(reply).toEqual({ kind: "not-sent", permanent, reason: expect.stringContaining(`was answered ${status}`) });
});

const user = { firstName: "Ada", lastName: "Byron", email: "ada@example.com", phoneNumber: "+4512345678" };

it.each([200, 201])(
  "4.3 the client creates a parking user, answered %i with a bare id, digit for digit",
  async (status) => {
    login();
    nock(BASE)
      .post("/api/billing-accounts/4711/parking-users", user)
      .reply(status, ...jsonText("9223372036854775807"));
    const result = await clientFor(BASE).writer.createParkingUser("4711", user);
    expect(result).toEqual({ kind: "done", value: "9223372036854775807" });
  },
);

it("4.5 the client takes a car from a parking user, by the settings' name", async () => {
  login();
  answers("DELETE /api/billing-accounts/4711/parking-users/5/cars?plate=B%C3%96%201", 204);
  const { writer } = clientFor(BASE, { settings: { userCarParam: "plate" } });
  expect(await writer.removeUserCar("4711", "5", "BÖ 1")).toEqual({ kind: "done", value: undefined });
});

it.each<[number, [string, Record<string, string>] | [], unknown]>([
  [
    422,
    problem(422),
    { kind: "refused", status: 422, reason: "the server answered 422 (`Nope: it is so`; traceId `trace-1`)" },
  ],
  [409, [], { kind: "refused", status: 409, reason: "the server answered 409 (Conflict)" }],
  [408, [], { kind: "unknown", reason: "the server answered 408 (Request Timeout)" }],
  [500, [], { kind: "unknown", reason: "the server answered 500 (Internal Server Error)" }],
  [202, [], { kind: "unknown", reason: "the server answered 202 (Accepted)" }],
  [
    201,
    json("x"),
    { kind: "unknown", reason: expect.stringContaining("without the new user's id: the body is not an integer") },
  ],
])("an answer of %i says whether a change of a parking user happened", async (status, reply, expected) => {
  login();
  answers("POST /api/billing-accounts/4711/parking-users", status, reply);
  expect(await clientFor(BASE).writer.createParkingUser("4711", user)).toMatchObject(expected as object);
});

it.each([
  [user, []],
  [
    { ...user, firstName: "", phoneNumber: "0045" },
    ["firstName must not be empty", "phoneNumber must be + and 7 to 15 digits"],
  ],
  [{ ...user, email: "ada" }, ["email is not an e-mail address"]],
])("parking users are checked before they are sent: %j", (input, problems) => {
  const reading = parseNewParkingUser(input);
  expect(reading.kind === "problems" ? reading.problems : []).toEqual(problems);
});

const loginUrl = new URL(`${BASE}/auth/v1`);
const passed: string[] = [];
const transport = readOnlyTransport(async ({ method, url }) => {
  passed.push(`${method} ${url.pathname}`);
  return { kind: "failed", cause: "network", mayHaveLeft: false, permanent: false, reason: "" };
}, loginUrl);
const request = (method: "GET" | "POST" | "DELETE", path: string) =>
  transport({ method, url: new URL(BASE + path), headers: {}, maxBytes: 1 });

it("a read-only client sends reads and the login, and nothing else", async () => {
  await request("GET", "/api/cars");
  await request("POST", "/auth/v1");
  await expect(request("POST", "/api/cars")).rejects.toThrow("POST /api/cars would write");
  await expect(request("DELETE", "/api/cars")).rejects.toThrow("DELETE /api/cars would write");
  await expect(request("DELETE", "/auth/v1")).rejects.toThrow("would write");
  expect(passed).toEqual(["GET /api/cars", "POST /auth/v1"]);
});
