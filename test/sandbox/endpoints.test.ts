import { describe, expect, it } from "vitest";
import type { StartingData } from "../../src/sandbox/index.ts";
import { seedData } from "../../src/sandbox/index.ts";
import { rowsOf, TEXT, TEXTS } from "../rows.ts";
import { requestCases } from "./cases.ts";
import { pageOf, visit } from "./visitor.ts";

requestCases(import.meta.url);

const clock = { now: () => Date.UTC(2026, 2, 1, 8, 15) };
const user = {
  id: "9007199254740993",
  firstName: "Åse",
  lastName: "Kjær",
  email: "aase@fleet.example",
  costCenter: "100",
  phoneNumber: "+4555550001",
  status: "ACTIVE" as const,
  cars: ["AB12345", "CD 234"],
  address: { city: "Odense", street: "Ågade 1", postalCode: "5000", co: "" },
};
const newUser = { firstName: "A", lastName: "B", email: "a@b.example", phoneNumber: "+4512345678" };
const page = (totalElements: number, size = 20, number = 0) => ({
  size,
  number,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
});

it("the global allowlist adds, lists and deletes cars (interface 4.9, 4.10)", async () => {
  const { send, get } = await visit({ start: {}, clock });
  const added = await send("POST", "/api/cars", [
    { licenseNumber: "AB12345", features: ["LEASING"] },
    { licenseNumber: "KÜN-A 1", features: [] },
  ]);
  expect([added.status, added.text]).toEqual([204, ""]);
  expect((await get("/api/cars")).body).toEqual({
    content: [car("AB12345", ["LEASING"]), car("KÜN-A 1", [])],
    page: page(2),
  });
  expect((await send("DELETE", "/api/cars?ln=AB12345&ln=K%C3%9CN-A%201")).status).toBe(204);
  expect((await get("/api/cars")).body).toEqual({ content: [], page: page(0) });
});

it("the global allowlist answers 207 with the cars that failed and adds the others", async () => {
  const { send, sandbox } = await visit({ start: {} });
  const reply = await send("POST", "/api/cars", [
    { licenseNumber: "REJECT1" },
    { licenseNumber: "OK1" },
    { licenseNumber: "" },
    { licenseNumber: "A".repeat(17) },
  ]);
  expect([reply.status, reply.body]).toEqual([
    207,
    {
      failures: [
        { licenseNumber: "REJECT1", error: "License number is refused by the sandbox" },
        { licenseNumber: "", error: "License number is not valid (empty)" },
        { licenseNumber: "A".repeat(17), error: "License number is not valid (too-long)" },
      ],
    },
  ]);
  expect(sandbox.model.plates("global")).toEqual(["OK1"]);
});

it("a billing account's allowlist adds, lists in order and deletes cars (interface 4.7, 4.8)", async () => {
  const { send, get } = await visit({ mode: "billing-account", start: { accounts: [{ baId: "4711" }] }, clock });
  const path = "/api/billing-accounts/4711/cars";
  const added = await send("POST", path, { licenseNumbers: ["CD2", "AB1", "REJECT"] });
  expect([added.status, added.body]).toEqual([
    207,
    { failures: [{ licenseNumber: "REJECT", error: "License number is refused by the sandbox" }] },
  ]);
  expect((await get(path)).body).toEqual({
    content: [
      { licenseNumber: "AB1", createdDate: "2026-03-01T08:15:00Z" },
      { licenseNumber: "CD2", createdDate: "2026-03-01T08:15:00Z" },
    ],
    page: page(2),
  });
  expect((await send("DELETE", `${path}?licenseNumbers=AB1&licenseNumbers=CD2`)).status).toBe(204);
  expect((await get(path)).body).toEqual({ content: [], page: page(0) });
});

describe("parking users", () => {
  const path = "/api/billing-accounts/4711/parking-users";
  const start: StartingData = { accounts: [{ baId: "4711", users: [user] }, { baId: "4712" }] };

  it("parking users are created with an id that no JavaScript number holds (interface 4.3)", async () => {
    const { send, get } = await visit({ start });
    const reply = await send("POST", path, { ...newUser, city: "Odense", co: "c/o C" });
    expect([reply.status, reply.text]).toEqual([201, "9007199254741000"]);
    expect((await get(`${path}/9007199254741000`)).body).toMatchObject({
      ...newUser,
      costCenter: "",
      status: "ACTIVE",
      cars: [],
      address: { city: "Odense", street: "", postalCode: "", co: "c/o C" },
    });
    const second = await send("POST", "/api/billing-accounts/4712/parking-users", {
      ...newUser,
      phoneNumber: "+4512345679",
    });
    expect(second.text).toBe("9007199254741001");
  });

  it("parking users lose one car at a time (interface 4.5)", async () => {
    const { send, sandbox } = await visit({ start });
    const carsPath = `${path}/${user.id}/cars`;
    expect((await send("DELETE", `${carsPath}?licenseNumber=CD+234`)).status).toBe(204);
    expect(sandbox.model.accounts.get("4711")?.users.get(user.id)?.cars).toEqual(["AB12345"]);
    expect((await send("DELETE", `${carsPath}?licenseNumber=CD+234`)).status).toBe(404);
    expect((await send("DELETE", `${carsPath}?licenseNumber=`)).status).toBe(422);
    expect((await send("DELETE", carsPath)).status).toBe(422);
  });
});

describe("billing records (interface 4.6)", () => {
  const path = "/api/billing-accounts/4711/billing-info-records";
  const [sample] = seedData(1, clock.now()).accounts[0]?.billing ?? [];
  if (!sample) throw new Error("the seed has billing records");
  const on = (startDate: string) => ({ ...sample, startDate, vat: "25.50", amountIncludingVat: "10.00" });
  const start: StartingData = {
    accounts: [
      { baId: "4711", billing: [on("2026-02-01T00:00:00Z"), on("2026-01-01T00:00:00Z"), on("2026-01-31T23:59:59Z")] },
    ],
  };

  it.each(rowsOf(import.meta.url, "billing records are found in the range", TEXT, TEXTS))(
    "billing records are found in the range %s",
    async (query, starts) => {
      const { get } = await visit({ start });
      const { content } = pageOf(await get(path + query));
      expect(content).toEqual(starts.map((startDate) => expect.objectContaining({ startDate })));
    },
  );

  it.each(["fromDate=2026-1-1", "toDate=yesterday", "fromDate=2026-02-01&toDate=2026-01-01"])(
    "billing records are refused with 422 for %s",
    async (query) => {
      const { get } = await visit({ start });
      expect((await get(`${path}?${query}`)).status).toBe(422);
    },
  );
});

function car(licenseNumber: string, features: readonly string[]) {
  return { licenseNumber, createdDate: "2026-03-01T08:15:00Z", features, addedByCustomerCare: false };
}
