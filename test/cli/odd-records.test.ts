import { expect, it } from "vitest";
import { z } from "zod";
import { dataFile } from "../data-file.ts";
import { dayFromToday, onTheWire, record, recordsInFront, user } from "./audit-world.ts";
import { accountFleet, type Ended, expectEnd, inFrontOf, type Place, place } from "./harness.ts";

const day = dayFromToday(-2);

/** A record as a server writes it, with ids that follow from its number. */
const wire = (number: number, plate: string) => ({
  ...onTheWire(record(number, plate, { day, user: "11" })),
  infoId: 322,
  infoRecordId: 320 + number,
});

type Row = Record<string, unknown>;
const set = (changes: Row) => (row: Row) => ({ ...row, ...changes });
const without = (key: string) => (row: Row) => Object.fromEntries(Object.entries(row).filter(([own]) => own !== key));

/** The row as a shape of the data file has it: with other values, without a key, or with other values of its parking. */
function shaped(row: Row, change: unknown): unknown {
  const { set: changes = {}, without: key, parking = {} } = SHAPE.parse(change);
  const own = { ...Object(row["parking"]), ...parking };
  const whole = { ...row, ...(Object.keys(parking).length > 0 && { parking: own }), ...changes };
  return key === undefined ? whole : without(key)(whole);
}

const start = {
  accounts: [
    { baId: "4711", cars: ["AB1", "CD2", "EF3"], users: [user("11", "ACTIVE", "AB1")] },
    { baId: "4712", cars: ["GH4"], users: [user("1", "ACTIVE")], billing: [record(1, "GH4", { day })] },
  ],
};
const off = ["idle", "never-in-fleet", "fleet-not-allowed"].map((rule) => `${rule}: off`).join(", ");
const fleet = accountFleet({ "4711": ["AB1", "CD2", "EF3"], "4712": ["GH4"] }, `policy: { audit: { ${off} } }\n`);

const VALUES = z.record(z.string(), z.unknown());
const SHAPE = z.strictObject({ set: VALUES, without: z.string(), parking: VALUES }).partial();
/** What a server may write, and why it cannot be judged; nothing where it can. */
const SHAPES = z
  .array(z.tuple([z.string(), z.unknown()], z.string()))
  .parse(dataFile("cli/odd-records.yaml"))
  .map(([shape, change, reason]) => ({ shape, change, reason }));

let here: Place;

/** A server whose account 4711 has these records. */
async function serving(rows: readonly unknown[]): Promise<(...args: string[]) => Promise<Ended>> {
  here = await place({ mode: "billing-account", start });
  here.write("fleet.yaml", fleet);
  const front = await recordsInFront(here, "4711", () => rows);
  return (...args) => here.run(...args, "--base-url", front);
}

/** The same, where nobody declares account 4711. */
async function servingUnmanaged(rows: readonly unknown[]): Promise<Ended> {
  const run = await serving(rows);
  here.write("fleet.yaml", accountFleet({ "4712": ["GH4"] }, `policy: { audit: { ${off} } }\n`));
  return run("audit", ...RANGE, "--json");
}

const RANGE = ["--from", dayFromToday(-10), "--to", dayFromToday(-1)];

it.each(SHAPES)("a record with $shape hides no other record of billing list", async ({ change, reason }) => {
  const run = await serving([wire(1, "AB1"), wire(2, "CD2"), change === null ? null : shaped(wire(3, "EF3"), change)]);
  const ended = await run("billing", "list", "4711", ...RANGE, "--json");
  const { records, setAside } = JSON.parse(ended.stdout);
  expect(records).toHaveLength(reason === undefined ? 3 : 2);
  expect({ code: ended.code, reasons: setAside.rows.map((row: { reason: string }) => row.reason) }).toEqual(
    reason === undefined ? { code: 0, reasons: [] } : { code: 6, reasons: [reason] },
  );
});

it("a record of an odd shape is named by history with its page, id and plate", async () => {
  const run = await serving([wire(1, "AB1"), set({ vat: null })(wire(3, "EF3"))]);
  const words = /page 0, billing record 323, plate `EF3`: vat is not a number/;
  for (const args of [
    ["billing", "list", "4711", "--format", "csv"],
    ["audit", "--format", "markdown"],
    ["history", "AB1"],
  ]) {
    const { code, stdout, stderr } = await run(...args, ...RANGE);
    expect({ args, code, said: `${stdout}${stderr}` }).toEqual({ args, code: 6, said: expect.stringMatching(words) });
    expect(stderr).not.toContain("\\u{a}");
  }
});

const odd = set({ vat: null });
const named = { what: "billing record", count: 1, rows: [{ id: "323", reason: "vat is not a number" }] };
it("an odd record of an account that is not declared is named, and is in no sum", async () => {
  const { code, stdout } = await servingUnmanaged([wire(1, "AB1"), wire(2, "CD2"), odd(wire(3, "EF3"))]);
  const { findings, setAside } = JSON.parse(stdout);
  expect(findings.map(({ message }: { message: string }) => message)).toEqual([
    expect.stringMatching(/2 records of \S+, 20\.00 DKK; it was billed what cannot be judged: 1 record$/),
  ]);
  expect({ code, setAside }).toMatchObject({ code: 6, setAside: [{ scope: "account:4711", ...named }] });
});

it("a record that is listed twice is shown twice by billing list, with a warning", async () => {
  const run = await serving([wire(1, "AB1"), wire(2, "CD2"), wire(2, "CD2")]);
  const ended = await run("billing", "list", "4711", ...RANGE, "--json");
  expect(ended.code).toBe(0);
  expect(JSON.parse(ended.stdout)).toMatchObject({ totals: [{ records: 3, amountIncludingVat: "30" }] });
  expect(ended.stderr).toMatch(/1 record is listed again, and counted again in the sums: 322\/322/);
});

it("records of days outside the range are shown by billing list while most are inside it", async () => {
  const late = set({ startDate: "2025-01-01T10:00:00Z", endDate: "2025-01-01T11:00:00Z" })(wire(3, "EF3"));
  const run = await serving([wire(1, "AB1"), wire(2, "CD2"), late]);
  const ended = await run("billing", "list", "4711", ...RANGE, "--json");
  expect({ code: ended.code, records: JSON.parse(ended.stdout).records.length }).toEqual({ code: 0, records: 3 });
  expect(ended.stderr).toMatch(/1 record is of days outside the range/);
});

it.each([["costCenter"], ["phoneNumber"], ["lastName"]])("a parking user is read where %s is missing", async (key) => {
  here = await place({ mode: "billing-account", start });
  here.write("fleet.yaml", fleet);
  const front = await usersWithout(here, key);
  const listed = await here.run("users", "list", "4711", "--json", "--base-url", front);
  expect({ code: listed.code, [key]: JSON.parse(listed.stdout).users[0][key] }).toEqual({ code: 0, [key]: "" });
  expect((await here.run("audit", "--json", "--base-url", front)).code).toBe(0);
});

it("a parking user without a status is left out, and the others are judged", async () => {
  here = await place({ mode: "billing-account", start });
  here.write("fleet.yaml", fleet);
  const front = await usersWithout(here, "status");
  const listed = await here.run("users", "list", "4711", "--json", "--base-url", front);
  expect(JSON.parse(listed.stdout)).toMatchObject({ users: [{ id: "12" }], setAside: { count: 1 } });
  expectEnd(listed, 6, { stderr: /page 0, parking user 11: status is missing/ });
  const audited = await here.run("audit", "--json", "--base-url", front);
  expect({ code: audited.code, ...JSON.parse(audited.stdout) }).toMatchObject({
    code: 6,
    setAside: [{ scope: "account:4711", what: "parking user", count: 1, rows: [{ id: "11" }] }],
  });
});

/** A server whose account 4711 has a first user without that key, and a second one with it. */
function usersWithout({ sandbox }: Place, key: string): Promise<string> {
  const common = {
    firstName: "A",
    lastName: "B",
    email: "c@d.dk",
    phoneNumber: "+45",
    costCenter: "",
    status: "ACTIVE",
  };
  const first = without(key)({ id: 11, ...common });
  const rows = [first, { id: 12, ...common }];
  const totals = { size: 1000, number: 0, totalElements: 2, totalPages: 1 };
  return inFrontOf(sandbox.url, ({ url = "" }, response) => {
    const [path = ""] = url.split("?");
    const one = path.startsWith("/api/billing-accounts/4711/parking-users/")
      ? rows.find(({ id }) => path.endsWith(`/${id}`))
      : undefined;
    if (!one && path !== "/api/billing-accounts/4711/parking-users") return undefined;
    const body = one ? { ...one, cars: [], address: null } : { content: rows, page: totals };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    return "taken";
  });
}
