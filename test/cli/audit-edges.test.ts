import { expect, it } from "vitest";
import { dayFromToday, onTheWire, record, recordsInFront, user } from "./audit-world.ts";
import { accountFleet, type Place, placeWith } from "./harness.ts";

interface Booked {
  readonly start: string;
  readonly booked: string;
}

/** A day of 2026 and so many days later. */
function day(from: string, days = 0): string {
  return new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** A fleet whose server gives billing records by the day on which they were booked. */
async function bookedOn(records: readonly Booked[]): Promise<{ readonly here: Place; readonly url: string }> {
  const account = { baId: "1", cars: ["AB1"], users: [user("1", "ACTIVE")], billing: [] };
  const here = await placeWith(accountFleet({ "1": ["AB1"] }), { accounts: [account] });
  // Amounts are powers of two: each sum names its records.
  const rowOf = (at: number, day: string) => ({
    ...onTheWire(record(at, "SOLD1", { day, amount: String(2 ** at) })),
    infoId: 1,
    parking: { ...record(at, "SOLD1").parking, id: at, areaId: 1 },
  });
  const url = await recordsInFront(here, "1", (from, to) =>
    records.flatMap(({ start, booked }, at) => (booked < from || booked > to ? [] : [rowOf(at, start)])),
  );
  return { here, url };
}

it("a server that gives the records in another order each time has not changed them", async () => {
  const here = await placeWith(accountFleet({ "4711": ["AB1"] }), { accounts: [{ baId: "4711", cars: ["AB1"] }] });
  const rows = [1, 2, 3].map((id) => onTheWire(record(id, "AB1")));
  const url = await recordsInFront(here, "4711", () => rows.reverse());
  const claims = ["--claims", "claims.csv"];
  const range = ["--from", dayFromToday(-5), "--to", dayFromToday(-1)];
  const run = await here.run("audit", "--json", "--base-url", url, ...range, ...claims);
  expect(JSON.parse(run.stdout).failures).toEqual([]);
});

async function audited({ here, url }: Awaited<ReturnType<typeof bookedOn>>, from: string, to: string) {
  const run = await here.run("audit", "--json", "--base-url", url, "--from", from, "--to", to);
  const { coverage, findings } = JSON.parse(run.stdout);
  const of = (rule: string) => findings.find((one: { rule: string }) => one.rule === rule)?.evidence;
  const sumOf = (amounts: readonly { amountIncludingVat: string }[] = []) =>
    Number(amounts[0]?.amountIncludingVat ?? 0);
  const wrong = sumOf(of("billed-not-desired")?.billed.amounts);
  return { sum: sumOf(coverage.billed), wrong, records: coverage.records, late: of("billed-late")?.billed.ids ?? [] };
}

/** What `billing report` adds up. */
async function spent({ here, url }: Awaited<ReturnType<typeof bookedOn>>, from: string, to: string) {
  const run = await here.run("billing", "report", "--json", "--base-url", url, "--from", from, "--to", to);
  return Number(JSON.parse(run.stdout).totals[0]?.amountIncludingVat ?? 0);
}

it("a record of the day before the range that was booked later is judged, and one that the audit of that day sees is not", async () => {
  const world = await bookedOn([
    { start: "2026-03-31", booked: "2026-04-03" },
    { start: "2026-03-31", booked: "2026-03-31" },
    { start: "2026-03-31", booked: "2026-04-01" },
    { start: "2026-04-10", booked: "2026-04-10" },
    { start: "2026-04-11", booked: "2026-04-12" },
  ]);
  expect(await audited(world, "2026-04-01", "2026-04-30")).toEqual({ sum: 25, wrong: 25, records: 3, late: ["1/0"] });
  expect(await audited(world, "2026-03-01", "2026-03-31")).toEqual({ sum: 6, wrong: 6, records: 2, late: [] });
});

const BOUNDS = ["2026-02-01", "2026-03-01", "2026-04-01", "2026-05-01"];

it.each([
  ["booking", [-40, -2, -1, 0, 1, 2, 40]],
  ["start", [0]],
])(
  "audits and billing reports of three months say together what one of the quarter says, with a server that goes by the day of %s",
  async (_, offsets) => {
    const edges = BOUNDS.flatMap((bound) => [-2, -1, 0, 1].map((days) => day(bound, days)));
    const booked = edges.flatMap((start) => offsets.map((days) => ({ start, booked: day(start, days) })));
    const usual = Array.from({ length: 10 }, (_, at) => day("2026-02-10", 7 * at)).map((start) => ({
      start,
      booked: start,
    }));
    const chosen = [...booked, ...usual];
    for (let at = 0; at < chosen.length; at += 40) {
      const world = await bookedOn([...usual, ...chosen.slice(at, at + 40)]);
      const say = async (from: string, to: string) => {
        const { sum, wrong } = await audited(world, from, to);
        return [sum, wrong, await spent(world, from, to)];
      };
      const months = await Promise.all(
        BOUNDS.slice(0, -1).map((from, month) => say(from, day(BOUNDS[month + 1] ?? from, -1))),
      );
      const [sum = 0, ...others] = await say("2026-02-01", "2026-04-30");
      expect(sum).toBeGreaterThan(0);
      expect(others).toEqual([sum, sum]);
      expect([0, 1, 2].map((at) => months.reduce((total, month) => total + (month[at] ?? 0), 0))).toEqual([
        sum,
        sum,
        sum,
      ]);
    }
  },
);

it.each([
  ["PARKING_FEE", "NORMAL", "", 1],
  ["PARKING", "LICENSE_PLATE_RECOGNITION", "", 1],
  ["PARKING", "CHARGE", "", 1],
  ["SERVICE", "SMS", "", 1],
  ["SUBSCRIPTION", "MONTH", "", 0],
  ["SERVICE", "SMS", 'interface: { feeTypes: ["SERVICE/*"] }\n', 0],
])(
  "a record of type %s/%s with a place and a duration is judged as what it is (%s)",
  async (recordType, recordSubType, settings, found) => {
    const billing = [0, 30].map((minutes, at) => ({
      ...record(at + 1, "AB1", { day: "2026-03-10" }),
      recordType,
      recordSubType,
      startDate: `2026-03-10T10:${minutes || "00"}:00Z`,
      parking: { ...record(1, "AB1").parking, id: String(at) },
    }));
    const here = await placeWith(accountFleet({ "1": ["AB1"] }, settings), {
      accounts: [{ baId: "1", cars: ["AB1"], users: [user("1", "ACTIVE", "AB1")], billing }],
    });
    const run = await here.run("audit", "--json", "--from", "2026-03-01", "--to", "2026-03-31");
    const { findings, coverage } = JSON.parse(run.stdout);
    expect(findings.filter(({ rule }: { rule: string }) => rule === "billed-overlap")).toHaveLength(found);
    const fees = [{ recordType: `${recordType}/${recordSubType}`, records: 2 }];
    expect(coverage.feeTypes).toEqual(found === 0 ? fees : undefined);
  },
);
