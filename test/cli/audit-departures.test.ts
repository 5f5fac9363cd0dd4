import { expect, it } from "vitest";
import { dayFromToday, record, user } from "./audit-world.ts";
import { accountFleet, commit, git, type Place, place } from "./harness.ts";

const QUIET =
  "policy: { maxDeletes: { percent: 100 }, audit: { idle: off, never-in-fleet: off, fleet-not-allowed: off } }\n";
const withSold = accountFleet({ "4711": ["AB1", "SOLD 1"] }, QUIET);
const withoutSold = accountFleet({ "4711": ["AB1"] }, QUIET);
const RANGE = ["--from", dayFromToday(-20), "--to", dayFromToday(1)];

/** An account where a car parked on these days, counted from today. */
function parked(days: readonly number[], cars: readonly string[] = ["AB1", "SOLD1"]): Promise<Place> {
  const billing = [record(1, "AB1", { day: dayFromToday(-20) })].concat(
    days.map((day, at) => record(at + 2, "SOLD1", { day: dayFromToday(day) })),
  );
  const start = {
    accounts: [{ baId: "4711", cars: [...cars], users: [user("1", "ACTIVE"), user("11", "ACTIVE", "AB1")], billing }],
  };
  return place({ mode: "billing-account", start });
}

function commitFleet(here: Place, fleet: string, day: number): void {
  here.write("fleet.yaml", fleet);
  git(here, "init", "-q", "-b", "main");
  commit(here, "change", dayFromToday(day));
}

async function moneyFindings(here: Place): Promise<string[]> {
  const { findings } = JSON.parse((await here.run("audit", "--json", ...RANGE)).stdout);
  return findings
    .filter(({ rule }: { rule: string }) => rule.startsWith("billed"))
    .map(({ rule, licenseNumber, message }: Record<string, string>) => `${rule} ${licenseNumber} ${message}`);
}

it("a car that left the file is no finding for what it parked before apply deleted it, and is one for what it parked later", async () => {
  const before = await parked([-3, -1, 0]);
  before.write("fleet.yaml", withoutSold);
  expect((await before.run("apply", "--auto-approve", "--allow-deletes=1")).code).toBe(0);
  expect(await moneyFindings(before)).toEqual([]);

  const after = await parked([-3, 1]);
  after.write("fleet.yaml", withoutSold);
  await after.run("apply", "--auto-approve", "--allow-deletes=1");
  expect(await moneyFindings(after)).toEqual([
    `billed-not-desired SOLD1 was billed after it left (taken off the list on ${dayFromToday(0)}, today): 1 record of ${dayFromToday(1)}, 10.00 DKK`,
  ]);
});

it("a car that left the file counts as wanted up to the commit that took it out, where the journal says nothing", async () => {
  const here = await parked([-9, -5, -4], ["AB1"]);
  commitFleet(here, withSold, -40);
  commitFleet(here, withoutSold, -5);
  expect(await moneyFindings(here)).toEqual([
    `billed-not-desired SOLD1 was billed after it left (taken out of the fleet files on ${dayFromToday(-5)}, 5 days ago): 1 record of ${dayFromToday(-4)}, 10.00 DKK`,
  ]);
});

it("a car that left the file counts as wanted until today while its line is gone and not committed yet", async () => {
  const here = await parked([-9, -1], ["AB1"]);
  commitFleet(here, withSold, -40);
  here.write("fleet.yaml", withoutSold);
  expect(await moneyFindings(here)).toEqual([]);
});

it("a car that left the file counts as wanted up to the commit that took it out of a list beside the fleet file", async () => {
  const here = await parked([-9, -4], ["AB1"]);
  const listed = `version: 1\nmode: billing-account\naccounts: [{ baId: 4711, carsFrom: [{ file: cars.csv, column: plate }] }]\n${QUIET}`;
  here.write("cars.csv", "plate;driver\nAB1;Anna\nSOLD 1;Bo\n");
  commitFleet(here, listed, -40);
  here.write("cars.csv", "plate;driver\nAB1;Carl\n");
  commitFleet(here, listed, -4);
  expect(await moneyFindings(here)).toEqual([]);
});

it("a car that left the file before the days of the audit left on the day of its commit", async () => {
  const here = await parked([-3], ["AB1"]);
  commitFleet(here, withSold, -60);
  commitFleet(here, withoutSold, -50);
  expect(await moneyFindings(here)).toEqual([
    expect.stringContaining(`it left (taken out of the fleet files on ${dayFromToday(-50)}, 50 days ago): 1 record`),
  ]);
});

it("a car that left the file counts as wanted up to the day before absent.since, where neither says more", async () => {
  const here = await parked([-9, -4], ["AB1"]);
  here.write(
    "fleet.yaml",
    `version: 1\nmode: billing-account\naccounts:\n  - baId: 4711\n    cars: [AB1]\n    absent: [{ licenseNumber: SOLD1, since: ${dayFromToday(-4)} }]\n${QUIET}`,
  );
  expect(await moneyFindings(here)).toEqual([
    expect.stringContaining(`by \`absent\`, on ${dayFromToday(-5)}, 5 days ago): 1 record of ${dayFromToday(-4)}`),
  ]);
});
