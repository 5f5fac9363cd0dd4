import { expect, it } from "vitest";
import type { SandboxBehaviour } from "../../src/sandbox/index.ts";
import { requestCases } from "./cases.ts";
import { platesOf, visit } from "./visitor.ts";

const two = { cars: ["AB1", "CD2"] };

requestCases(import.meta.url);

it.each<[number, Partial<SandboxBehaviour>, number]>([
  [300, { maxHeadBytes: 300 }, 431],
  [9000, {}, 431],
])("F9: a head of more than %i bytes is too long with %j", async (bytes, behaviour, status) => {
  const { send, sandbox } = await visit({ start: two, behaviour });
  expect((await send("DELETE", `/api/cars?ln=AB1&x=${"x".repeat(bytes)}`)).status).toBe(status);
  expect(sandbox.model.plates("global")).toEqual(two.cars);
});

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
