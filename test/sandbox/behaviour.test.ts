import { describe, expect, it } from "vitest";
import type { SandboxBehaviour, SandboxOptions } from "../../src/sandbox/index.ts";
import { platesOf, type Seen, visit } from "./visitor.ts";

const two = { cars: ["AB1", "CD2"] };

type Request = readonly [method: string, path: string, body?: unknown];
/** A switch, a request, what is answered, and what is on the list afterwards: AB1 and CD2, unless it says so. */
type Case = [
  name: string,
  behaviour: Partial<SandboxBehaviour>,
  request: Request,
  status: number,
  left?: readonly string[],
  body?: object,
];

const add = (...plates: readonly string[]): Request => [
  "POST",
  "/api/cars",
  plates.map((licenseNumber) => ({ licenseNumber })),
];
const remove = (query: string): Request => ["DELETE", `/api/cars?${query}`];
const bodyDelete = (body: unknown): Request => ["DELETE", "/api/cars", body];
const failing = (licenseNumber: string, error: string) => ({ failures: [{ licenseNumber, error }] });
const twoMissing = "ln=AB1&ln=XX9";
const absent = "License number is not on the list";
const there = "License number is already on the list";
const inSwedish = "Registreringsnumret ab1 finns redan på listan";
const inFrench = "La plaque XX9 ne figure pas sur la liste";
const byName = { in: "body", name: "licenseNumbers" } as const;
const asSent = { words: "sv", plateInWords: "sent", normalise: ["upper"] } as const;
const asStored = { words: "fr", plateInWords: "stored", normalise: ["upper"] } as const;
const ownWords = { rejections: [{ plates: "A*1", error: "no <b>such</b> plate" }] };

it.each<Case>([
  ["G6: 200 as success", { successStatus: 200 }, add("EF3"), 200, ["AB1", "CD2", "EF3"], { failures: [] }],
  [
    "G9: an add of a car that is there fails",
    { duplicateAdd: "failure" },
    add("AB1"),
    207,
    two.cars,
    failing("AB1", there),
  ],
  [
    "G9: with the plate as sent",
    { duplicateAdd: "failure", ...asSent },
    add("ab1"),
    207,
    two.cars,
    failing("ab1", inSwedish),
  ],
  [
    "G10: and as stored",
    { absentDelete: "failure", ...asStored },
    remove("ln=xx9"),
    207,
    two.cars,
    failing("xx9", inFrench),
  ],
  ["a delete with a bare array", { globalDelete: { in: "body", shape: "array" } }, bodyDelete(["AB1"]), 204, ["CD2"]],
  ["G10: a missing car fails", { absentDelete: "failure" }, remove(twoMissing), 207, ["CD2"], failing("XX9", absent)],
  ["G10: a missing car is a 404 for the whole", { absentDelete: "not-found" }, remove(twoMissing), 404],
  ["a missing car is fine", {}, remove(twoMissing), 204, ["CD2"]],
  ["a delete without cars is refused", {}, remove("plates=AB1"), 422],
  ["G12: an unknown parameter deletes nothing", { deleteWithoutCars: "nothing" }, remove("plates=AB1"), 204],
  ["G12: or everything", { deleteWithoutCars: "everything" }, remove("plates=AB1"), 204, []],
  ["another parameter", { globalDelete: { in: "query", name: "plates" } }, remove("plates=AB1"), 204, ["CD2"]],
  ["deletes take a body", { globalDelete: byName }, bodyDelete({ licenseNumbers: ["AB1"] }), 204, ["CD2"]],
  ["deletes by body find none in the query", { globalDelete: byName }, remove("licenseNumbers=AB1"), 422],
  ["there are no deletes", { globalDelete: false }, remove("ln=AB1"), 405],
  ["features are required", { featuresRequired: true }, add("EF3"), 422],
  ["F9: too many cars in an add", { maxCarsPerRequest: 1 }, add("EF3", "GH4"), 413],
  ["F9: too many cars in a delete", { maxCarsPerRequest: 1 }, remove("ln=AB1&ln=CD2"), 413],
  ["G14: cars beyond a number are dropped", { dropCarsAfter: 1 }, add("EF3", "GH4"), 204, ["AB1", "CD2", "EF3"]],
  ["G7: an add is confirmed and not done", { confirmWithoutDoing: true }, add("EF3"), 204],
  ["G7: a delete is confirmed and not done", { confirmWithoutDoing: true }, remove("ln=AB1"), 204],
  ["own words", ownWords, add("AXX1", "AXX2"), 207, ["AB1", "CD2", "AXX2"], failing("AXX1", "no <b>such</b> plate")],
  ["F9: a long head is a 431", { maxHeadBytes: 300 }, longDelete(300), 431],
  ["F9: a long head is a 414", { maxHeadBytes: 300, headRefusal: 414 }, longDelete(300), 414],
  ["F9: a head above 8,192 bytes is too long", {}, longDelete(9000), 431],
])(
  "the sandbox's global list answers writes: %s",
  async (_, behaviour, [method, path, sent], status, left = two.cars, body = undefined) => {
    const { send, sandbox } = await visit({ start: two });
    sandbox.behave(behaviour);
    const reply = await send(method, path, sent);
    expect(reply.status).toBe(status);
    if (body !== undefined) expect(reply.body).toEqual(body);
    expect(sandbox.model.plates("global")).toEqual(left);
  },
);

it.each<[SandboxBehaviour["duplicateAdd"], string[]]>([
  ["update", ["LEASING"]],
  ["ignore", ["OLD"]],
])("G11: adding a car again with other features to the sandbox: %s", async (duplicateAdd, features) => {
  const start = { cars: [{ licenseNumber: "AB1", features: ["OLD"] }] };
  const { send, sandbox } = await visit({ start, behaviour: { duplicateAdd } });
  expect((await send("POST", "/api/cars", [{ licenseNumber: "AB1", features: ["LEASING"] }])).status).toBe(204);
  expect(sandbox.model.cars("global")).toMatchObject([{ licenseNumber: "AB1", features }]);
});

it.each<[SandboxBehaviour["normalise"], string]>([
  [[], "o-ab 12345 kün"],
  [["upper"], "O-AB 12345 KÜN"],
  [["strip-spaces"], "o-ab12345kün"],
  [["strip-hyphens"], "oab 12345 kün"],
  [["truncate"], "o-ab 12345"],
  [["upper", "zero-for-o"], "0-AB 12345 KÜN"],
  [["upper", "strip-spaces", "strip-hyphens", "truncate", "zero-for-o"], "0AB12345KÜ"],
])("E3: the sandbox normalises plates: %j", async (normalise, stored) => {
  const { send, sandbox } = await visit({ start: {}, behaviour: { normalise } });
  await send("POST", "/api/cars", [{ licenseNumber: "o-ab 12345 kün" }]);
  expect(sandbox.model.plates("global")).toEqual([stored]);
  await send("DELETE", `/api/cars?ln=${encodeURIComponent("o-ab 12345 kün")}`);
  expect(sandbox.model.plates("global")).toEqual([]);
});

it("D12: writes show in the sandbox's lists only after the replica's lag", async () => {
  let now = 1_000_000;
  const { send, get, sandbox } = await visit({
    start: two,
    clock: { now: () => now },
    behaviour: { replicaLag: 5000 },
  });
  await send("POST", "/api/cars", [{ licenseNumber: "EF3" }]);
  await send("DELETE", "/api/cars?ln=AB1");
  expect(sandbox.model.plates("global")).toEqual(["CD2", "EF3"]);
  now += 4999;
  expect(platesOf(await get("/api/cars"))).toEqual(["AB1", "CD2"]);
  now += 1;
  expect(platesOf(await get("/api/cars"))).toEqual(["CD2", "EF3"]);
});

it("F10: too many requests in a window are a 429 that says how long to wait", async () => {
  let now = 1_000_000;
  const clock = { now: () => now };
  const { get } = await visit({ clock, behaviour: { rateLimit: { requests: 2, seconds: 30 } } });
  expect((await get("/api/cars")).status).toBe(200);
  now += 10_500;
  const refused = await get("/api/cars");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "20"]);
  now += 19_500;
  expect((await get("/api/cars")).status).toBe(200);
});

describe("an account's list", () => {
  const path = "/api/billing-accounts/4711/cars";
  const start = { accounts: [{ baId: "4711", cars: ["B2", "A1"] }] };

  it.each<[Partial<SandboxBehaviour>, number, unknown]>([
    [{ accountCars: 404 }, 404, expect.objectContaining({ status: 404 })],
    [{ accountCars: 405 }, 405, expect.objectContaining({ status: 405 })],
    [{ accountCars: 501 }, 501, expect.objectContaining({ status: 501 })],
    [{ accountCarItem: "string" }, 200, expect.objectContaining({ content: ["A1", "B2"] })],
    [
      { accountCarItem: "string", accountListOrder: "inserted" },
      200,
      expect.objectContaining({ content: ["B2", "A1"] }),
    ],
  ])("D16: the sandbox serves an account's list with %j", async (behaviour, status, body) => {
    const { get } = await visit({ mode: "billing-account", start, behaviour });
    const reply = await get(path);
    expect([reply.status, reply.body]).toEqual([status, body]);
  });

  it("the sandbox takes deletes of an account in a body", async () => {
    const behaviour = { accountDelete: { in: "body", name: "licenseNumbers" } } as const;
    const { send, sandbox } = await visit({ mode: "billing-account", start, behaviour });
    expect((await send("DELETE", path, { licenseNumbers: ["A1"] })).status).toBe(204);
    expect(sandbox.model.plates("account:4711")).toEqual(["B2"]);
  });
});

const account = "/api/billing-accounts/4711";
const person = { firstName: "A", lastName: "B", email: "a@b.example", phoneNumber: "+4512345678" };
const start: NonNullable<SandboxOptions["start"]> = {
  fleet: [{ licenseNumber: "AB1", createdDate: "x" }],
  accounts: [{ baId: "4711", name: "Acme", users: [{ ...person, id: "1", cars: ["AB1"] }] }],
};

it.each<[Partial<SandboxBehaviour>, readonly [string, string, unknown?], (reply: Seen) => void]>([
  [{ accountsList: "page" }, ["GET", "/api/billing-accounts"], has({ content: [{ baId: 4711, name: "Acme" }] })],
  [{ accountsList: 404 }, ["GET", "/api/billing-accounts"], has({ status: 404 })],
  [{ accountIdField: "id" }, ["GET", "/api/billing-accounts"], has([{ id: 4711, name: "Acme" }])],
  [{ fleetList: "page" }, ["GET", "/fleets/default/cars"], has({ content: [{ licenseNumber: "AB1" }] })],
  [
    { requiredUserFields: ["city"] },
    ["POST", `${account}/parking-users`, person],
    has({ detail: "city must be given" }),
  ],
  [{ requiredUserFields: [] }, ["POST", `${account}/parking-users`, {}], is(201)],
  [{ userCarParam: "ln" }, ["DELETE", `${account}/parking-users/1/cars?ln=AB1`], is(204)],
  [{ userCarParam: "ln" }, ["DELETE", `${account}/parking-users/1/cars?licenseNumber=AB1`], is(422)],
  [{ datesRequired: true }, ["GET", `${account}/billing-info-records?fromDate=2026-01-01`], is(422)],
  [{ fromDateParam: "from" }, ["GET", `${account}/billing-info-records?from=x`], is(422)],
  [{ toDateParam: "to" }, ["GET", `${account}/billing-info-records?to=x`], is(422)],
])("the sandbox answers other calls with %j", async (behaviour, [method, path, body], check) => {
  const { send } = await visit({ start, behaviour });
  check(await send(method, path, body));
});

function has(body: object): (reply: Seen) => void {
  return (reply) => expect(reply.body).toMatchObject(body);
}

function is(status: number): (reply: Seen) => void {
  return (reply) => expect(reply.status).toBe(status);
}

function longDelete(bytes: number): Request {
  return ["DELETE", `/api/cars?ln=AB1&x=${"x".repeat(bytes)}`];
}
