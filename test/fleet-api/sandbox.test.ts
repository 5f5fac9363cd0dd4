import { afterEach, expect, it } from "vitest";
import type { InterfaceSettings, Scope } from "../../src/allowlist/index.ts";
import type { FleetApi } from "../../src/fleet-api/index.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import { clientFor, fakeClock } from "./support.ts";

const FAR = new AbortController().signal;
const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Visit extends FleetApi {
  readonly sandbox: Sandbox;
}

/** The real client, against the real sandbox, over loopback. */
async function visit(options: SandboxOptions, settings: Partial<InterfaceSettings> = {}): Promise<Visit> {
  const sandbox = await startSandbox(options);
  cleanups.push(() => sandbox.close());
  const { clientId, clientSecret } = sandbox;
  const clock = { ...fakeClock(), now: () => Date.now(), monotonic: () => performance.now() };
  const api = clientFor(sandbox.url, { clientId, clientSecret, settings, clock });
  cleanups.push(() => api.close());
  return { ...api, sandbox };
}

const user = {
  id: "9007199254740993",
  firstName: "Ann",
  lastName: "Ek",
  email: "ann@example.com",
  phoneNumber: "+4512345678",
  cars: ["AB1", "CD2"],
};
const account = { baId: "9223372036854775807", name: "Acme", cars: ["AB1", "CD2"], users: [user] };
const scope: Scope = `account:${account.baId}`;

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

it("4.2 4.4 4.5 the client, against the sandbox, reads parking users, and takes a car from one", async () => {
  const { reader, writer } = await visit({ mode: "billing-account", start: { accounts: [account] } });
  expect(await all(reader.parkingUsers(account.baId))).toMatchObject([
    { id: user.id, firstName: "Ann", status: "ACTIVE" },
  ]);
  expect(await reader.parkingUser(account.baId, user.id)).toMatchObject({
    id: user.id,
    cars: [{ licenseNumber: "AB1" }, {}],
  });
  expect(await writer.removeUserCar(account.baId, user.id, "AB1")).toMatchObject({ kind: "done" });
  expect(await reader.parkingUser(account.baId, user.id)).toMatchObject({ cars: [{ licenseNumber: "CD2" }] });
  expect(await writer.removeUserCar(account.baId, "1", "AB1")).toMatchObject({ kind: "refused", status: 404 });
});

it("the client, against the sandbox, reads billing records with exact amounts, by range and over pages", async () => {
  const { reader } = await visit({ mode: "billing-account", seed: 3 });
  const records = await all(reader.billingRecords("4711", {}));
  expect(records.length).toBeGreaterThan(0);
  for (const record of records) expect(record.amountIncludingVat).toMatch(/^-?\d+(\.\d+)?$/);
  expect(await all(reader.billingRecords("4711", { from: "1990-01-01", to: "1990-01-02" }))).toEqual([]);
});

it.each([["object"] as const, ["string"] as const])(
  "the client, against the sandbox, changes and reads an account's list, rows as %s",
  async (accountCarItem) => {
    const { reader, writer, sandbox } = await visit({
      mode: "billing-account",
      start: { accounts: [account] },
      behaviour: { accountCarItem },
    });
    const cars = [{ licenseNumber: "KÜN-E 77", features: [] }];
    expect(await writer.send({ action: "add", scope, cars }, FAR)).toMatchObject({
      kind: "response",
      status: 204,
      failures: [],
    });
    expect(
      await writer.send({ action: "delete", scope, cars: [{ licenseNumber: "CD2", features: [] }] }, FAR),
    ).toMatchObject({ status: 204 });
    const page = await reader.carPage(scope, { number: 0, size: 1000 });
    expect(page).toMatchObject({
      totalElements: 2,
      items: [{ licenseNumber: "AB1" }, { licenseNumber: "KÜN-E 77" }],
    });
    expect(sandbox.model.plates(scope)).toHaveLength(2);
  },
);

it.each([["query"] as const, ["body"] as const])(
  "the client, against the sandbox, changes the global list in the %s",
  async (place) => {
    const globalDelete = { in: place, name: "plates" };
    const { reader, writer } = await visit(
      { mode: "global", start: { cars: ["ÖLD 1+2", "AB1"] }, behaviour: { globalDelete } },
      { globalDelete },
    );
    const added = await writer.send(
      { action: "add", scope: "global", cars: [{ licenseNumber: "NEW1", features: ["LEASING"] }] },
      FAR,
    );
    const deleted = await writer.send(
      { action: "delete", scope: "global", cars: [{ licenseNumber: "ÖLD 1+2", features: [] }] },
      FAR,
    );
    expect([added, deleted]).toMatchObject([{ status: 204 }, { status: 204 }]);
    expect(await reader.carPage("global", { number: 0, size: 10 })).toMatchObject({
      items: [{ licenseNumber: "AB1" }, { licenseNumber: "NEW1", features: ["LEASING"], addedByCustomerCare: false }],
    });
  },
);

it.each([["array"] as const, ["page"] as const])(
  "the client, against the sandbox, reads fleet cars and accounts as %s",
  async (shape) => {
    const behaviour = { fleetList: shape, accountsList: shape, accountIdField: "id" } as const;
    const start = { fleet: [{ licenseNumber: "AB1" }], accounts: [account] };
    const { reader } = await visit({ mode: "billing-account", start, behaviour });
    expect(await reader.fleetCars()).toMatchObject([{ licenseNumber: "AB1" }]);
    expect(await reader.billingAccounts()).toMatchObject([{ baId: account.baId }]);
  },
);

it("C4 C9 a token that expires between pages is renewed once, and the sweep goes on", async () => {
  const cars = Array.from({ length: 30 }, (_, at) => `AB${at + 100}`);
  const { reader, sandbox } = await visit(
    { mode: "global", start: { cars }, behaviour: { tokenLifetime: 0 } },
    { pageSize: 10 },
  );
  await Promise.all([0, 1, 2].map((number) => reader.carPage("global", { number, size: 10 }).catch(() => undefined)));
  sandbox.behave({ tokenLifetime: 3600 });
  expect(await reader.carPage("global", { number: 2, size: 10 })).toMatchObject({ number: 2, totalElements: 30 });
});
