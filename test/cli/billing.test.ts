import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { record as made } from "./audit-world.ts";
import { expectRefusal, type Place, place } from "./harness.ts";

const CURRENCIES = {
  DKK: { displayName: "Danish Krone", symbol: "kr.", defaultFractionDigits: 2, numericCode: 208 },
  EUR: { displayName: "Euro", symbol: "€", defaultFractionDigits: 2, numericCode: 978 },
} as const;

function record(infoId: string, day: string, licensePlate: string, amount: string, code: keyof typeof CURRENCIES) {
  const { parking, ...rest } = made(1, licensePlate, { day, amount, currency: code, user: "9007199254740993" });
  return {
    ...rest,
    infoId,
    startDate: `${day}T08:00:00Z`,
    endDate: `${day}T09:00:00Z`,
    currency: { ...CURRENCIES[code], currencyCode: code, numericCodeAsString: String(CURRENCIES[code].numericCode) },
    parking: { ...parking, areaNumber: "7", areaName: "=1+1" },
  };
}

const billing = [
  record("9007199254740993", "2026-01-10", "AB1", "0.10", "DKK"),
  record("2", "2026-01-20", "AB1", "0.20", "DKK"),
  record("3", "2026-01-31", "CD2", "12.50", "EUR"),
  record("4", "2026-02-01", "CD2", "1000000000000000.01", "EUR"),
];

function billed(behaviour: Parameters<typeof place>[0]["behaviour"] = {}): Promise<Place> {
  return place({ mode: "billing-account", start: { accounts: [{ baId: "4711", billing }] }, behaviour });
}

it("billing list shows records and exact totals, never over currencies", async () => {
  const here = await billed();
  const { code, stdout } = await here.run("billing", "list", "4711");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^2026-01-10T08:00:00Z .* AB1 .* 0\.10 +DKK$/m);
  expect(stdout).toMatch(/^DKK +2 +0\.30 +0\.30$/m);
  expect(stdout).toMatch(/^EUR +2 +1000000000000012\.51 +1000000000000012\.51$/m);
});

it("billing list reads only the days that are asked for, both ends included", async () => {
  const here = await billed();
  const { stdout } = await here.run("billing", "list", "4711", "--from", "2026-01-20", "--to", "2026-01-31", "--json");
  expect(JSON.parse(stdout)).toMatchObject({
    kind: "platectl/billing",
    schemaVersion: 1,
    account: "4711",
    from: "2026-01-20",
    to: "2026-01-31",
    records: [{ infoId: "2" }, { infoId: "3" }],
    totals: [
      { currencyCode: "DKK", records: 1, amountIncludingVat: "0.20" },
      { currencyCode: "EUR", records: 1, amountIncludingVat: "12.50" },
    ],
  });
});

it("billing list streams CSV and NDJSON with digits as they are, and prints totals on stderr (S18, S19)", async () => {
  const here = await billed();
  here.write(
    "fleet.yaml",
    "version: 1\nmode: billing-account\naccounts: [{ baId: 4711, cars: [] }]\ninterface: { pageSize: 2 }\n",
  );
  const [csv, ndjson] = await Promise.all([
    here.run("billing", "list", "4711", "--format", "csv"),
    here.run("billing", "list", "4711", "--format", "ndjson", "--quiet"),
  ]);
  const rows: Record<string, string>[] = parse(csv.stdout, { columns: true });
  expect(rows[0]).toMatchObject({ infoId: "9007199254740993", amountIncludingVat: "0.10", areaName: "'=1+1" });
  expect(rows).toHaveLength(4);
  expect(csv.stderr).toMatch(/^DKK +2 +0\.30 +0\.30$/m);
  const lines = ndjson.stdout.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).infoId)).toEqual(["9007199254740993", "2", "3", "4"]);
  expect(ndjson.stdout).toMatch(/^[ -~\n]*$/);
  expect(ndjson.stderr).toBe("");
});

it("billing list writes refunds as numbers in CSV, and any other value with a leading minus as text", async () => {
  const refund = { ...record("5", "2026-02-01", "-2+3", "-12.50", "EUR"), costCenter: "-7" };
  const here = await place({
    mode: "billing-account",
    start: { accounts: [{ baId: "4711", billing: [refund, record("6", "2026-02-02", "AB1", "12.505", "EUR")] }] },
  });
  const { stdout, stderr } = await here.run("billing", "list", "4711", "--format", "csv");
  const [row]: Record<string, string>[] = parse(stdout, { columns: true });
  expect(row).toMatchObject({ amountIncludingVat: "-12.50", licensePlate: "'-2+3", costCenter: "'-7" });
  expect(stderr).toMatch(/^EUR +2 +0\.005 +0\.005$/m);
});

it("billing list notices a server that ignores the dates", async () => {
  const here = await billed({ fromDateParam: "since" });
  const ended = await here.run("billing", "list", "4711", "--from", "2026-03-01");
  expectRefusal(ended, 6, /interface\.fromDateParam or toDateParam may be wrong/, here.sandbox);
});

it.each([
  ["a day that does not exist", ["--from", "2026-02-30"], /--from takes a day/],
  ["an end before the start", ["--from", "2026-02-02", "--to", "2026-02-01"], /is after/],
])("billing list refuses %s and contacts nothing", async (_, args, words) => {
  const here = await billed();
  expectRefusal(await here.run("billing", "list", "4711", ...args), 3, words, here.sandbox);
  expect(here.sandbox.requests).toEqual([]);
});
