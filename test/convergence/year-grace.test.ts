import { expect, it } from "vitest";
import type { Mode } from "../../src/allowlist/index.ts";
import { response } from "../apply/world.ts";
import { Exports, GLOBAL_OPEN } from "./exports.ts";
import { MASKS, numbered, Town, WORDS } from "./town.ts";

const DAY_MS = 24 * 60 * 60_000;
const FLEET = `${GLOBAL_OPEN}carsFrom: [{ file: a.csv, column: plate, grace: 3d }]\n`;
const CARS = numbered("AB1", 1, 9);
const REST = CARS.slice(1);
const GONE = "AB1001";

/** A town whose cars come from one export, a day a time; the first day is 2026-05-01. */
class Daily {
  readonly town = new Town();
  readonly exports = new Exports().write("fleet.yaml", FLEET);

  async apply(cars: readonly string[], fleet?: string) {
    if (fleet !== undefined) this.exports.write("fleet.yaml", fleet);
    return this.town.apply(await this.exports.csv("a.csv", cars).desired());
  }

  async plan(cars: readonly string[]) {
    return (await this.town.plan(await this.exports.csv("a.csv", cars).desired())).plan;
  }

  sleep(days: number): this {
    this.town.clock.passed += days * DAY_MS;
    return this;
  }

  get hasGone(): boolean {
    return this.town.plates().includes(GONE);
  }
}

async function appliedOnce(cars: readonly string[]): Promise<Daily> {
  const daily = new Daily();
  await daily.apply(cars);
  return daily.sleep(1);
}

it("grace keeps a car that vanishes for three days, and deletes it on the fourth", async () => {
  const daily = await appliedOnce(CARS);
  for (const day of ["2026-05-02", "2026-05-03", "2026-05-04"]) {
    const { plan, exitCode } = await daily.apply(REST);
    expect([exitCode, daily.hasGone, plan?.counts.exempt], day).toEqual([0, true, 1]);
    expect(plan?.scopes[0]?.exempt).toEqual([
      expect.objectContaining({
        rule: "grace",
        licenseNumber: GONE,
        reason: "vanished from `a.csv` on 2026-05-02, kept until 2026-05-05",
      }),
    ]);
    daily.sleep(1);
  }
  const { plan } = await daily.apply(REST);
  expect(plan?.scopes[0]?.changes).toEqual([
    expect.objectContaining({
      action: "delete",
      licenseNumber: GONE,
      reason: { kind: "grace-over", at: "2026-05-02", source: "fleet.yaml:4:20" },
      hint: "vanished from `a.csv` on 2026-05-02, and its grace of 3 days is over",
    }),
  ]);
  expect(daily.town.plates()).toEqual(REST);
  expect((await daily.sleep(1).apply(REST)).writes).toBe(0);
});

it("grace forgets a car that returns: when it vanishes again, its days start again", async () => {
  const daily = await appliedOnce(CARS);
  await daily.apply(REST);
  await daily.sleep(2).apply(CARS);
  await daily.sleep(1).apply(REST);
  await daily.sleep(2).apply(REST);
  expect(daily.hasGone).toBe(true);
  await daily.sleep(1).apply(REST);
  expect(daily.hasGone).toBe(false);
});

it("grace starts with the first apply without the car, not with a plan", async () => {
  const daily = await appliedOnce(CARS);
  await daily.plan(REST);
  await daily.sleep(5).apply(REST);
  expect(daily.hasGone).toBe(true);
});

it("grace counts no run that was refused", async () => {
  const daily = new Daily();
  const guarded = FLEET.replace("always: 999", "always: 0").replace("percent: 100", "percent: 0");
  const all = [...CARS, "CD2001"];
  await daily.apply(all);
  daily.town.put(["XX1"]);
  expect((await daily.sleep(1).apply(REST, guarded)).exitCode).toBe(4);
  daily.town.list().delete("XX1");
  await daily.sleep(3).apply(REST, guarded);
  expect(daily.town.plates()).toEqual(all);
});

it("grace starts with a run whose writes fail, and ends with one in which the car is back", async () => {
  const daily = await appliedOnce(CARS);
  daily.town.fault = () => response(503);
  expect((await daily.apply([...REST, "AB1020"])).exitCode).toBe(10);
  expect((await daily.sleep(1).apply([...CARS, "AB1020"])).exitCode).toBe(10);
  daily.town.fault = () => undefined;
  await daily.sleep(2).apply(REST);
  expect(daily.hasGone).toBe(true);
});

it.each([
  ["in the fleet file, where it was deleted", `${FLEET}cars: [${GONE}]\n`, FLEET, REST],
  ["absent", FLEET, `${FLEET}absent: [${GONE}]\n`, REST],
  ["on a list whose grace was taken out", FLEET, FLEET.replace(", grace: 3d", ""), REST],
  ["on a list that was taken out", FLEET, `${GLOBAL_OPEN}cars: [${REST.join(", ")}]\n`, REST],
  [
    "in the fleet file until a day that is over",
    FLEET,
    `${FLEET}cars: [{ licenseNumber: ${GONE}, validUntil: 2026-05-01 }]\n`,
    REST,
  ],
])("grace does not keep a car that is or was %s", async (_, before, now, cars) => {
  const daily = new Daily();
  await daily.apply(before === FLEET ? CARS : REST, before);
  expect(daily.hasGone).toBe(true);
  await daily.sleep(1).apply(cars, now);
  expect(daily.hasGone).toBe(false);
});

it("grace says in the first plan that nothing is known of the list yet", async () => {
  const daily = new Daily();
  const codes = (plan: Awaited<ReturnType<Daily["plan"]>>) => plan?.warnings.map(({ code }) => code);
  expect(codes(await daily.plan(CARS))).toEqual(["list-not-known"]);
  await daily.apply(CARS);
  expect(codes(await daily.plan(CARS))).toEqual([]);
});

it("grace warns when cars are back after their grace, as an old export brings them", async () => {
  const daily = await appliedOnce(CARS);
  await daily.apply(REST);
  await daily.sleep(3).apply(REST);
  const { plan } = await daily.sleep(10).apply(CARS);
  expect(plan?.warnings).toEqual([
    {
      code: "list-cars-returned",
      scope: "global",
      message:
        "global: `a.csv` names 1 car again that had vanished from it (`AB1001` since 2026-05-02); check that it is not an old export",
    },
  ]);
  expect((await daily.plan(CARS))?.warnings).toEqual([]);
});

it("grace keeps a car that moves to the list of another account, for the file may name the wrong one", async () => {
  const daily = new Daily();
  const accounts = accountsWithGrace("billing-account", "1", "2");
  daily.exports.write("fleet.yaml", accounts).csv("1.csv", CARS).csv("2.csv", ["CD2001"]);
  await daily.town.apply(await daily.exports.desired());
  daily.sleep(1).exports.csv("1.csv", REST).csv("2.csv", ["CD2001", GONE]);
  await daily.town.apply(await daily.exports.desired());
  expect(daily.town.plates("account:1")).toEqual(CARS);
  expect(daily.town.plates("account:2")).toEqual([GONE, "CD2001"]);
  await daily.sleep(3).town.apply(await daily.exports.desired());
  expect(daily.town.plates("account:1")).toEqual(REST);
});

it("grace remembers each account on its own, whichever accounts a run looks at", async () => {
  const daily = new Daily();
  daily.exports.write("fleet.yaml", accountsWithGrace("billing-account", "1", "2"));
  daily.exports.csv("1.csv", CARS).csv("2.csv", ["CD2001", "CD2002"]);
  await daily.town.apply(await daily.exports.desired());
  daily.sleep(1).exports.csv("1.csv", REST).csv("2.csv", ["CD2001"]);
  const desired = await daily.exports.desired();
  await daily.town.apply(desired, { accounts: ["1"] });
  await daily.sleep(2).town.apply(desired, { accounts: ["2"] });
  await daily.sleep(1).town.apply(desired);
  expect(daily.town.plates("account:1")).toEqual(REST);
  expect(daily.town.plates("account:2")).toEqual(["CD2001", "CD2002"]);
});

it("grace holds on a list that cannot be read, too", async () => {
  const daily = new Daily();
  daily.town.offersLists = false;
  daily.town.words = WORDS;
  daily.exports.write("fleet.yaml", accountsWithGrace("billing-account", "1") + MASKS).csv("1.csv", CARS);
  await daily.town.apply(await daily.exports.desired());
  daily.sleep(1).exports.csv("1.csv", REST);
  await daily.town.apply(await daily.exports.desired());
  await daily.sleep(2).town.apply(await daily.exports.desired());
  expect(daily.town.plates("account:1")).toEqual(CARS);
  await daily.sleep(1).town.apply(await daily.exports.desired());
  expect(daily.town.plates("account:1")).toEqual(REST);
});

function accountsWithGrace(mode: Mode, ...accounts: readonly string[]): string {
  const items = accounts.map(
    (baId) => `  - { baId: ${baId}, carsFrom: [{ file: ${baId}.csv, column: plate, grace: 3d }] }`,
  );
  return `${GLOBAL_OPEN.replace("global", mode)}accounts:\n${items.join("\n")}\n`;
}
