import { expect, it } from "vitest";
import { record, recordsInFront } from "./audit-world.ts";
import { flows } from "./flows.ts";
import { accountFleet, inFrontOf, type Place, placeWith } from "./harness.ts";

flows(import.meta.url);

const DAYS = ["--from", "2026-01-01", "--to", "2026-02-28"];

/** One of account 4711, and whose costs it is. */
function owned(costCenter: string, one: ReturnType<typeof record>): ReturnType<typeof record> {
  return { ...one, costCenter };
}

const fee = (id: number, amount: string) => record(id, " ", { day: "2026-02-03", amount });

/** Two accounts: 40.15 DKK in all, 7.00 of it without a plate, and 12.5 EUR. */
const BILLED = [
  {
    baId: "4711",
    billing: [
      owned("Sales", record(1, "AB12345", { day: "2026-01-05", amount: "0.10" })),
      owned("Sales", record(2, "ab 12345", { day: "2026-01-31", amount: "20.20" })),
      owned("Ops", record(3, "CD23456", { day: "2026-02-10", amount: "25.00" })),
      owned("Ops", record(4, "CD23456", { day: "2026-02-11", amount: "-25.00" })),
      fee(5, "7.00"),
      record(6, "CD23456", { day: "2026-02-12", amount: "12.5", currency: "EUR", user: "7" }),
      // Of the days beside the range.
      record(7, "CD23456", { day: "2025-12-31", amount: "99" }),
      record(8, "CD23456", { day: "2026-03-01", amount: "99" }),
    ].sort((left, right) => (left.startDate < right.startDate ? -1 : 1)),
  },
  { baId: "4712", billing: [{ ...record(9, "EF34567", { day: "2026-02-28", amount: "12.85" }), infoId: "5" }] },
];

async function billed(): Promise<Place> {
  const here = await placeWith(accountFleet({ 4711: ["AB12345"], 4712: ["EF34567"] }), { accounts: BILLED });
  return here;
}

/** The names of the groups with what they come to. */
function amounts(stdout: string): readonly string[] {
  const { groups } = JSON.parse(stdout);
  return groups.map((one: Record<string, string>) =>
    [one["licenseNumber"] ?? one["key"] ?? "-", one["amountIncludingVat"], one["currencyCode"]].join(" "),
  );
}

it.each([
  ["month", ["2026-01 20.30 DKK", "2026-02 19.85 DKK", "2026-02 12.5 EUR"]],
  ["account", ["4711 27.30 DKK", "4712 12.85 DKK", "4711 12.5 EUR"]],
  ["costCenter", ["Sales 20.30 DKK", "- 19.85 DKK", "Ops 0.00 DKK", "- 12.5 EUR"]],
  ["user", ["1 40.15 DKK", "7 12.5 EUR"]],
  ["car", ["AB12345 20.30 DKK", "EF34567 12.85 DKK", "- 7.00 DKK", "CD23456 0.00 DKK", "CD23456 12.5 EUR"]],
  ["area", ["1, Vesterbro, København 40.15 DKK", "1, Vesterbro, København 12.5 EUR"]],
])("billing report adds up by %s, exactly and each currency by itself", async (by, expected) => {
  const here = await billed();
  const { code, stdout } = await here.run("billing", "report", "--by", by, ...DAYS, "--json");
  expect({ code, amounts: amounts(stdout) }).toEqual({ code: 0, amounts: expected });
});

it("billing report names records that cannot be judged, says that the sums are incomplete, and exits with 6", async () => {
  const here = await billed();
  const odd = { ...BILLED[1]?.billing[0], infoId: 5, infoRecordId: 9, currency: null };
  const url = await recordsInFront(here, "4712", () => [odd]);
  const servers = ["--base-url", url, "--auth-url", here.sandbox.url];
  const { code, stdout } = await here.run("billing", "report", ...DAYS, ...servers);
  expect(code).toBe(6);
  expect(stdout).toContain("incomplete: account 4712: 1 record set aside");
  expect(stdout).toContain("currency is not an object");
  expect(stdout).toContain("Spent, incomplete: at least these records: 27.30 DKK and 12.5 EUR.");
});

/** An invoice beside the records. */
interface Check {
  readonly invoiced: string;
  readonly currencyCode: string;
  readonly agrees: boolean;
  readonly causes: readonly { readonly cause: string; readonly explains: boolean; readonly examples: string[] }[];
}

/** The invoices of a report as JSON, beside how it ended. */
async function invoiced(here: Place, ...given: readonly string[]) {
  const named = given.flatMap((one) => ["--invoice", one]);
  const { code, stdout } = await here.run("billing", "report", ...DAYS, ...named, "--json");
  const invoices: readonly Check[] = JSON.parse(stdout).invoices;
  return { code, invoices };
}

it.each([
  [["40.15:DKK"], ["40.15 DKK"]],
  [
    ["40.150:dkk", "12.50:EUR"],
    ["40.150 DKK", "12.50 EUR"],
  ],
  [
    ["27.30:DKK:4711", "12.85:DKK:4712"],
    ["27.30 DKK", "12.85 DKK"],
  ],
  [["27.30:DKK", "12.85:DKK"], ["40.15 DKK"]],
  [["0:SEK"], ["0 SEK"]],
])("billing report says that invoices of %j agree with the records", async (given, expected) => {
  const { code, invoices } = await invoiced(await billed(), ...given);
  const agreed = invoices.filter(({ agrees, causes }) => agrees && causes.length === 0);
  expect({ code, agreed: agreed.map((one) => `${one.invoiced} ${one.currencyCode}`) }).toEqual({
    code: 0,
    agreed: expected,
  });
});

const EDGES = ["day-before 9007199254740993/7", "day-after 9007199254740993/8"];

it.each([
  ["139.15:DKK", "99.00", EDGES.map((edge) => `difference ${edge}`)],
  ["40.16:DKK", "0.01", EDGES],
  ["65.15:DKK", "25.00", [...EDGES, "difference before-refunds"]],
  ["33.15:DKK", "-7.00", [...EDGES, "difference without-plate"]],
  ["1.00:SEK", "1.00", []],
  ["-40.15:DKK", "-80.30", EDGES],
])(
  "billing report says by what an invoice of %s differs, and what may be the cause",
  async (given, difference, causes) => {
    const { code, invoices } = await invoiced(await billed(), given);
    expect({ code, invoices }).toMatchObject({ code: 2, invoices: [{ agrees: false, difference }] });
    const said = invoices[0]?.causes.map(({ cause, explains, examples }) =>
      [...(explains ? ["difference"] : []), cause, ...examples].join(" "),
    );
    expect(said).toEqual(causes);
  },
);

it("billing report finds the one record of another day that makes the difference, and records that were billed late", async () => {
  const here = await billed();
  const of = (id: number, day: string, amount = "10.00") => record(id, "AB1", { day, amount });
  here.sandbox.model.setBilling("4711", [
    ...[of(1, "2025-11-05", "3.00"), of(2, "2025-12-31", "8.00"), of(3, "2025-12-31", "5.00")],
    ...["05", "06", "07", "08", "09"].map((day) => of(Number(day), `2026-01-${day}`)),
  ]);
  // A server that gives one of them for any days, as one that was billed late.
  const url = await inFrontOf(here.sandbox.url, (request) => {
    request.url = request.url?.replace(/2025-12-31(?=.*2026-03-01)/, "2025-11-01") ?? "";
    return undefined;
  });
  const ask = async (...more: string[]) => {
    const servers = ["--base-url", url, "--auth-url", here.sandbox.url, "--account", "4711"];
    const { code, stdout } = await here.run("billing", "report", ...DAYS, ...servers, ...more);
    return { code, text: stdout.replace(/\s+/g, " ") };
  };
  const { text } = await ask();
  expect(text).toContain("Spent: 53.00 DKK.");
  expect(text).toContain(
    "records of other days are in no sum here, but in those of the days beside: 2 of 2025-12-31 (13.00 DKK)",
  );
  expect(await ask("--invoice", "58.00:DKK")).toEqual({
    code: 2,
    text: expect.stringContaining(
      "Invoice: 58.00 DKK, and the records come to 53.00 DKK: the invoice is 5.00 DKK higher" +
        " that is the difference: 1 record of the day before these days, in no sum here, 5.00 DKK (9007199254740993/3)" +
        " 2 records of the day before these days, in no sum here, 13.00 DKK (9007199254740993/2, 9007199254740993/3)" +
        " 1 record of earlier days that were billed late, in the sums here, 3.00 DKK (9007199254740993/1)",
    ),
  });
  const lower = "Invoice of account 4711: 50.00 DKK, and the records come to 53.00 DKK: the invoice is 3.00 DKK lower";
  const late = await ask("--invoice", "50.00:DKK:4711");
  expect(late.text).toContain(lower);
  expect(late.text).toContain("that is the difference: 1 record of earlier days that were billed late");
  const page = await ask("--invoice", "53:DKK", "--format", "html");
  expect(page).toEqual({ code: 0, text: expect.stringContaining("Invoice: 53 DKK, as the records say") });
});
