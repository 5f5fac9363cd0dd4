import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { targetOf } from "../../src/plan/index.ts";
import { encodeJournal } from "../../src/state/index.ts";
import { dayFromToday, record, user } from "./audit-world.ts";
import { accountFleet, type Place, placeWith } from "./harness.ts";

const RANGE = ["--from", dayFromToday(-39), "--to", dayFromToday(0)];

/** A fleet from which a car was deleted ten days ago that cost 30.00 DKK in 30 days, and was billed 2.50 since. */
async function departed(): Promise<Place> {
  const billing = [
    record(1, "GONE1", { day: dayFromToday(-30), amount: "30.00" }),
    record(2, "gone 1", { day: dayFromToday(-5), amount: "2.50" }),
    record(3, "AB1", { day: dayFromToday(-30), amount: "99.00" }),
  ];
  const account = { baId: "4711", cars: ["AB1"], users: [user("1", "ACTIVE")], billing };
  const here = await placeWith(accountFleet({ "4711": ["AB1"] }), { accounts: [account] });
  const url = new URL(here.sandbox.url);
  const target = targetOf(url, url, "billing-account").fingerprint;
  const cars = [{ licenseNumber: "GONE1", outcome: "verified" as const }];
  const entries = [{ kind: "outcome" as const, scope: "account:4711" as const, action: "delete" as const, cars }];
  mkdirSync(join(here.folder, ".platectl"));
  const at = `${dayFromToday(-10)}T10:00:00.000Z`;
  writeFileSync(join(here.folder, ".platectl", "state.jsonl"), encodeJournal([{ at, target, entries }]));
  return here;
}

it("billing report says what deletes have spared, as an estimate with its rule", async () => {
  const here = await departed();
  const { code, stdout } = await here.run("billing", "report", ...RANGE);
  const text = stdout.replace(/\s+/g, " ");
  expect(code).toBe(0);
  expect(text).toContain("Spared by deletes, estimated: 7.50 DKK of 1 car ");
  expect(text).toContain(
    "An estimate: what a car cost a day in up to 90 days before it was taken off the lists (7 at least)",
  );
  const { saved } = JSON.parse((await here.run("billing", "report", ...RANGE, "--json")).stdout);
  expect(saved).toMatchObject({ cars: 1, amounts: [{ currencyCode: "DKK", amountIncludingVat: "7.50" }] });
  expect((await here.run("billing", "report", ...RANGE, "--format", "html")).stdout).toContain("7.50 DKK of 1 car");
});

it("the page and the document of an audit say what deletes have spared", async () => {
  const here = await departed();
  const { saved } = JSON.parse((await here.run("audit", ...RANGE, "--json")).stdout);
  expect(saved).toMatchObject({ cars: 1, amounts: [{ currencyCode: "DKK", amountIncludingVat: "7.50" }] });
  const { stdout } = await here.run("audit", ...RANGE, "--format", "html");
  expect(stdout).toMatch(/Spared by deletes, estimated.*7\.50 DKK of 1 car.*An estimate: /s);
});

it("a report stands where the state cannot be read, and says so", async () => {
  const here = await departed();
  writeFileSync(join(here.folder, ".platectl", "state.jsonl"), "no journal\n");
  const { code, stdout } = await here.run("billing", "report", ...RANGE);
  expect(code).toBe(0);
  expect(stdout).toContain("Spent: 131.50 DKK.");
  expect(stdout).toContain("note: what deletes have spared is not known: ");
});
