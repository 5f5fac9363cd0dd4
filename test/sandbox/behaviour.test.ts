import { describe, expect, it } from "vitest";
import type { SandboxBehaviour, SandboxOptions } from "../../src/sandbox/index.ts";
import { platesOf, type Seen, visit } from "./visitor.ts";

const ADD = ["POST", "/api/cars"] as const;
const two = { cars: ["AB1", "CD2"] };

interface Case {
  readonly name: string;
  readonly behaviour: Partial<SandboxBehaviour>;
  readonly request: readonly [method: string, path: string, body?: unknown];
  readonly status: number;
  readonly body?: unknown;
  /** On the list afterwards; without it, AB1 and CD2 still are. */
  readonly left?: readonly string[];
}

const failing = (licenseNumber: string, error: string) => ({ failures: [{ licenseNumber, error }] });

describe("writes to the global list", () => {
  it.each<Case>([
    {
      name: "G6: 200 with empty failures as success",
      behaviour: { successStatus: 200 },
      request: [...ADD, [{ licenseNumber: "EF3" }]],
      status: 200,
      body: { failures: [] },
      left: ["AB1", "CD2", "EF3"],
    },
    {
      name: "G9: adding a car that is there fails",
      behaviour: { duplicateAdd: "failure" },
      request: [...ADD, [{ licenseNumber: "AB1" }]],
      status: 207,
      body: failing("AB1", "License number is already on the list"),
    },
    {
      name: "G9: and names the plate as sent, in another language",
      behaviour: { duplicateAdd: "failure", words: "sv", plateInWords: "sent", normalise: ["upper"] },
      request: [...ADD, [{ licenseNumber: "ab1" }]],
      status: 207,
      body: failing("ab1", "Registreringsnumret ab1 finns redan på listan"),
    },
    {
      name: "G10: deleting a car that is not there fails, and names the plate as stored",
      behaviour: { absentDelete: "failure", words: "fr", plateInWords: "stored", normalise: ["upper"] },
      request: ["DELETE", "/api/cars?ln=xx9"],
      status: 207,
      body: failing("xx9", "La plaque XX9 ne figure pas sur la liste"),
    },
    {
      name: "a delete with a bare array",
      behaviour: { globalDelete: { in: "body", shape: "array" } },
      request: ["DELETE", "/api/cars", ["AB1"]],
      status: 204,
      left: ["CD2"],
    },
    {
      name: "G10: deleting a car that is not there fails",
      behaviour: { absentDelete: "failure" },
      request: ["DELETE", "/api/cars?ln=AB1&ln=XX9"],
      status: 207,
      body: failing("XX9", "License number is not on the list"),
      left: ["CD2"],
    },
    {
      name: "G10: deleting a car that is not there is a 404 for the whole request",
      behaviour: { absentDelete: "not-found" },
      request: ["DELETE", "/api/cars?ln=AB1&ln=XX9"],
      status: 404,
    },
    {
      name: "deleting a car that is not there is fine",
      behaviour: {},
      request: ["DELETE", "/api/cars?ln=AB1&ln=XX9"],
      status: 204,
      left: ["CD2"],
    },
    {
      name: "a delete without cars is refused",
      behaviour: {},
      request: ["DELETE", "/api/cars?plates=AB1"],
      status: 422,
    },
    {
      name: "G12: a delete with an unknown parameter deletes nothing",
      behaviour: { deleteWithoutCars: "nothing" },
      request: ["DELETE", "/api/cars?plates=AB1"],
      status: 204,
    },
    {
      name: "G12: a delete with an unknown parameter deletes everything",
      behaviour: { deleteWithoutCars: "everything" },
      request: ["DELETE", "/api/cars?plates=AB1"],
      status: 204,
      left: [],
    },
    {
      name: "deletes take another query parameter",
      behaviour: { globalDelete: { in: "query", name: "plates" } },
      request: ["DELETE", "/api/cars?plates=AB1"],
      status: 204,
      left: ["CD2"],
    },
    {
      name: "deletes take a body",
      behaviour: { globalDelete: { in: "body", name: "licenseNumbers" } },
      request: ["DELETE", "/api/cars", { licenseNumbers: ["AB1"] }],
      status: 204,
      left: ["CD2"],
    },
    {
      name: "a delete that takes a body finds none in the query",
      behaviour: { globalDelete: { in: "body", name: "licenseNumbers" } },
      request: ["DELETE", "/api/cars?licenseNumbers=AB1"],
      status: 422,
    },
    {
      name: "there are no deletes",
      behaviour: { globalDelete: false },
      request: ["DELETE", "/api/cars?ln=AB1"],
      status: 405,
    },
    {
      name: "features are required",
      behaviour: { featuresRequired: true },
      request: [...ADD, [{ licenseNumber: "EF3" }]],
      status: 422,
    },
    {
      name: "F9: too many cars in an add",
      behaviour: { maxCarsPerRequest: 1 },
      request: [...ADD, [{ licenseNumber: "EF3" }, { licenseNumber: "GH4" }]],
      status: 413,
    },
    {
      name: "F9: too many cars in a delete",
      behaviour: { maxCarsPerRequest: 1 },
      request: ["DELETE", "/api/cars?ln=AB1&ln=CD2"],
      status: 413,
    },
    {
      name: "G14: cars beyond a number are dropped silently",
      behaviour: { dropCarsAfter: 1 },
      request: [...ADD, [{ licenseNumber: "EF3" }, { licenseNumber: "GH4" }]],
      status: 204,
      left: ["AB1", "CD2", "EF3"],
    },
    {
      name: "G7: an add is confirmed and not done",
      behaviour: { confirmWithoutDoing: true },
      request: [...ADD, [{ licenseNumber: "EF3" }]],
      status: 204,
    },
    {
      name: "G7: a delete is confirmed and not done",
      behaviour: { confirmWithoutDoing: true },
      request: ["DELETE", "/api/cars?ln=AB1"],
      status: 204,
    },
    {
      name: "rejections name plates with a mask and have their own text",
      behaviour: { rejections: [{ plates: "A*1", error: "no <b>such</b> plate" }] },
      request: [...ADD, [{ licenseNumber: "AXX1" }, { licenseNumber: "AXX2" }]],
      status: 207,
      body: failing("AXX1", "no <b>such</b> plate"),
      left: ["AB1", "CD2", "AXX2"],
    },
    {
      name: "F9: a long head is a 431",
      behaviour: { maxHeadBytes: 300 },
      request: ["DELETE", longDelete()],
      status: 431,
    },
    {
      name: "F9: a long head is a 414",
      behaviour: { maxHeadBytes: 300, headRefusal: 414 },
      request: ["DELETE", longDelete()],
      status: 414,
    },
    {
      name: "F9: a head above 8,192 bytes is too long",
      behaviour: {},
      request: ["DELETE", longDelete(9000)],
      status: 431,
    },
  ])(
    "the sandbox's global list answers writes: $name",
    async ({ behaviour, request: [method, path, sent], status, body, left = two.cars }) => {
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

describe("other answers", () => {
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
});

function has(body: object): (reply: Seen) => void {
  return (reply) => expect(reply.body).toMatchObject(body);
}

function is(status: number): (reply: Seen) => void {
  return (reply) => expect(reply.status).toBe(status);
}

function longDelete(bytes = 300): string {
  return `/api/cars?ln=AB1&x=${"x".repeat(bytes)}`;
}
