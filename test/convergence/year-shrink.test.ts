import { expect, it } from "vitest";
import { Exports, GLOBAL_OPEN } from "./exports.ts";
import { accountsFile, numbered, Town } from "./town.ts";

const fleet = (limit: string) => `${GLOBAL_OPEN}carsFrom: [{ file: a.csv, column: plate, maxShrink: ${limit} }]\n`;
const cars = (number: number) => numbered("AB1", 1, number);

async function townWith(limit: string, number: number) {
  const town = new Town();
  const exports = new Exports().write("fleet.yaml", fleet(limit)).csv("a.csv", cars(number));
  const shrinkTo = async (left: number) => exports.csv("a.csv", cars(left)).desired();
  const first = await town.apply(await exports.desired());
  return { town, exports, shrinkTo, first };
}

it.each([
  ["10%", 20, 18, 0],
  ["10%", 20, 17, 4],
  ["2", 20, 18, 0],
  ["2", 20, 17, 4],
  ["0", 20, 19, 4],
  ["12.5%", 40, 35, 0],
  ["12.5%", 40, 34, 4],
])("with maxShrink %s of a list of %i cars that has %i now ends with %i", async (limit, before, now, code) => {
  const { town, shrinkTo } = await townWith(limit, before);
  const run = await town.apply(await shrinkTo(now));
  expect(run.exitCode).toBe(code);
  expect(town.plates()).toEqual(cars(code === 0 ? now : before));
});

it("the plan says which list shrank, what it had and has, and the option that lets it pass", async () => {
  const { town, shrinkTo } = await townWith("10%", 20);
  const { plan } = await town.plan(await shrinkTo(15));
  expect(plan?.guards).toContainEqual({
    rule: "maxShrink",
    scope: "global",
    tripped: true,
    limit: 2,
    actual: 5,
    override: "--allow-shrink=5",
    list: { name: "a.csv", before: 20, now: 15 },
    changed: { before: 20, live: 20, wanted: 15 },
  });
});

it("maxShrink lets as many pass as the option says, and measures the next list against that", async () => {
  const { town, shrinkTo } = await townWith("10%", 20);
  expect((await town.apply(await shrinkTo(15), { allowances: { shrink: 4 } })).exitCode).toBe(4);
  expect((await town.apply(await shrinkTo(15), { allowances: { shrink: 5 } })).exitCode).toBe(0);
  expect((await town.apply(await shrinkTo(14))).exitCode).toBe(0);
});

it("maxShrink measures against the last list that was applied, not against one that was refused or only planned", async () => {
  const { town, shrinkTo } = await townWith("10%", 20);
  expect((await town.apply(await shrinkTo(10))).exitCode).toBe(4);
  expect((await town.apply(await shrinkTo(9))).exitCode).toBe(4);
  await town.plan(await shrinkTo(19));
  expect((await town.apply(await shrinkTo(18))).exitCode).toBe(0);
});

it("maxShrink remembers the list of a run that had nothing to do", async () => {
  const town = new Town().put(cars(20));
  const exports = new Exports().write("fleet.yaml", fleet("10%")).csv("a.csv", cars(20));
  expect((await town.apply(await exports.desired())).writes).toBe(0);
  expect((await town.apply(await exports.csv("a.csv", cars(10)).desired())).exitCode).toBe(4);
});

it("maxShrink forgets a list that is taken out of the fleet file", async () => {
  const { town, exports, shrinkTo } = await townWith("10%", 20);
  exports.write("fleet.yaml", `${GLOBAL_OPEN}cars: [${cars(20).join(", ")}]\n`);
  await town.apply(await exports.desired());
  exports.write("fleet.yaml", fleet("10%"));
  expect((await town.apply(await shrinkTo(10))).exitCode).toBe(0);
});

it("maxShrink counts a car once that is written twice, so that a list without its doubles has not shrunk", async () => {
  const { town, exports } = await townWith("10%", 20);
  await town.apply(await exports.csv("a.csv", [...cars(20), ...cars(20)]).desired());
  expect((await town.apply(await exports.csv("a.csv", cars(20)).desired())).exitCode).toBe(0);
});

it("maxShrink measures each account's list on its own, also where a run looks at one account", async () => {
  const town = new Town();
  const exports = new Exports().csv("1.csv", cars(20)).csv("2.csv", numbered("CD1", 1, 20));
  const item = (baId: number) =>
    `  - { baId: ${baId}, carsFrom: [{ file: ${baId}.csv, column: plate, maxShrink: 10% }] }\n`;
  const start = accountsFile({}).replace("accounts:\n", `accounts:\n${item(1)}${item(2)}`);
  exports.write("fleet.yaml", start);
  await town.apply(await exports.desired());
  exports.csv("1.csv", cars(15)).csv("2.csv", numbered("CD1", 1, 18));
  const desired = await exports.desired();
  expect((await town.apply(desired, { accounts: ["2"] })).exitCode).toBe(0);
  const both = await town.apply(desired);
  expect(both.exitCode).toBe(4);
  const tripped = both.plan?.guards.filter((guard) => guard.tripped);
  expect(tripped).toEqual([expect.objectContaining({ rule: "maxShrink", scope: "account:1", actual: 5 })]);
  expect((await town.apply(desired, { allowances: { shrink: 5 } })).exitCode).toBe(0);
});
