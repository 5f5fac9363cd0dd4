import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { workbookWith } from "../schema/spreadsheet/workbook-file.ts";
import { dayFromToday, record, user } from "./audit-world.ts";
import { commit, git, type Place, place } from "./harness.ts";

const FLEET =
  "version: 1\nmode: billing-account\naccounts:\n  - baId: 4711\n    carsFrom: [{ file: cars.xlsx, column: Plate, validUntil: Until }]\n";
const STAYS = ["STAYS1", "STAYS2", "STAYS3"];
const LEFT = ["LEFT1", "LEFT2", "LEFT3", "LEFT4", "LEFT5", "LEFT6", "LEFT7", "LEFT8"];

function writeCars(here: Place, plates: readonly string[], file = "cars.xlsx"): void {
  const rows = plates.map((plate, at) => [`Driver ${at}`, plate, ""]);
  writeFileSync(join(here.folder, file), workbookWith([["Driver", "Plate", "Until"], ...rows]));
}

/** A list in a workbook, from which eight cars left ten days ago; nothing was applied. */
async function workbookFleet(): Promise<Place & { readonly left: string }> {
  const billing = [...STAYS, ...LEFT].map((plate, at) => record(at + 1, plate, { day: dayFromToday(-20) }));
  const start = { accounts: [{ baId: "4711", cars: STAYS, users: [user("1", "ACTIVE")], billing }] };
  const here = await place({ mode: "billing-account", start });
  here.write("fleet.yaml", FLEET);
  git(here, "init", "-q", "-b", "main");
  writeCars(here, [...LEFT, ...STAYS]);
  commit(here, "the list begins", dayFromToday(-60));
  writeCars(here, STAYS);
  return { ...here, left: commit(here, "eight leave", dayFromToday(-10)) };
}

it("the history of a car in a workbook names the commits that wrote its row and took it out", async () => {
  const here = await workbookFleet();
  const { commits } = JSON.parse((await here.run("history", "left 3", "--offline", "--json")).stdout);
  expect(commits).toEqual({
    rows: [
      expect.objectContaining({ change: "gained", file: "cars.xlsx", subject: "the list begins" }),
      expect.objectContaining({ change: "lost", file: "cars.xlsx", subject: "eight leave", commit: here.left }),
    ],
  });
  expect((await here.run("car", "find", "LEFT3", "--offline")).stdout).toContain("eight leave (lost in cars.xlsx");
});

it("the cars that left a workbook before the commit's day are no findings of an audit without a state", async () => {
  const here = await workbookFleet();
  const range = ["--from", dayFromToday(-25), "--to", dayFromToday(-15)];
  const { findings } = JSON.parse((await here.run("audit", "--json", ...range)).stdout);
  expect(findings.filter(({ rule }: { rule: string }) => rule.startsWith("billed-not"))).toEqual([]);
});

it("a plan names the commit behind a change of a workbook, and the row that went", async () => {
  const here = await workbookFleet();
  here.sandbox.model.putCars("account:4711", ["LEFT2"]);
  writeCars(here, [...STAYS, "NEW1"]);
  const came = commit(here, "one comes", dayFromToday(-5));
  const plan = JSON.parse((await here.run("plan", "--json")).stdout);
  const reasons = plan.scopes[0].changes.map(({ licenseNumber, reason }: Record<string, unknown>) => [
    licenseNumber,
    reason,
  ]);
  expect(Object.fromEntries(reasons)).toMatchObject({
    NEW1: { kind: "edit", commit: came, source: "cars.xlsx:Cars!B5" },
    LEFT2: { kind: "row-gone", commit: here.left, source: "cars.xlsx:3" },
  });
  writeCars(here, [...STAYS, "NEW1", "NEW2"]);
  const { stdout } = await here.run("plan", "--json");
  expect(stdout).toMatch(/NEW2.*"noCommit": "uncommitted"/s);
});

it("a version of a workbook that cannot be read hides no other commit, and is no proof that a car never was in it", async () => {
  const here = await workbookFleet();
  here.sandbox.model.putCars("account:4711", ["LEFT2", "STRANGER1"]);
  here.write("cars.xlsx", "no workbook");
  commit(here, "broken", dayFromToday(-4));
  writeCars(here, STAYS);
  commit(here, "repaired", dayFromToday(-3));
  const plan = JSON.parse((await here.run("plan", "--json")).stdout);
  const reasons = plan.scopes[0].changes.map(({ licenseNumber, reason }: Record<string, unknown>) => [
    licenseNumber,
    reason,
  ]);
  expect(Object.fromEntries(reasons)).toMatchObject({
    LEFT2: { kind: "row-gone", commit: here.left },
    STRANGER1: expect.not.objectContaining({ kind: "drift" }),
  });
});
