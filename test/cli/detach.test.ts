import { expect, it } from "vitest";
import { planDocumentSchema, reportDocumentSchema } from "../../src/schema/index.ts";
import { user } from "./audit-world.ts";
import { accountFleet, expectRefusal, place, plates, writesTo } from "./harness.ts";

const DETACH = "policy: { onRemove: detach }\n";
const KEPT = plates("OK", 20);

/** An account that lost two cars, one of which two parking users hold, and one that lost none. */
const start = {
  fleet: [],
  accounts: [
    {
      baId: "4711",
      cars: [...KEPT, "SOLD1", "SOLD2"],
      users: [user("51", "ACTIVE", "SOLD1", "OWN9"), user("52", "CLOSED", "SOLD1")],
    },
    { baId: "4712", cars: ["ZZ1"], users: [user("61", "ACTIVE", "SOLD1")] },
  ],
} as const;
const FILE = accountFleet({ 4711: KEPT, 4712: ["ZZ1"] }, DETACH);

async function placed(file = FILE, behaviour = {}) {
  const here = await place({ mode: "billing-account", start, behaviour });
  here.write("fleet.yaml", file);
  return here;
}

it("a plan with onRemove: detach shows which parking users lose a deleted car", async () => {
  const here = await placed();
  const { stdout } = await here.run("plan");
  expect(stdout).toContain("  - SOLD1\n  - SOLD2\n  x SOLD1  from parking user 51\n  x SOLD1  from parking user 52\n");
  expect(stdout).toContain("Plan: 0 to add, 0 to update, 2 to delete, 2 to detach, 21 unchanged, 0 kept.");
  expect(writesTo(here.sandbox)).toEqual([]);
});

it("an approved plan with detaches is applied, every car is reported, and nothing is left to do", async () => {
  const here = await placed();
  await here.run("plan", "--plan-file", "plan.json");
  const plan = planDocumentSchema.parse(JSON.parse(here.read("plan.json")));
  expect(plan.counts).toMatchObject({ delete: 2, detach: 2 });
  const ended = await here.run("apply", "plan.json", "--json");
  const report = reportDocumentSchema.parse(JSON.parse(ended.stdout));
  expect(report.scopes[0]?.results.map(({ action, parkingUser, outcome }) => [action, parkingUser, outcome])).toEqual([
    ["delete", undefined, "verified"],
    ["delete", undefined, "verified"],
    ["detach", "51", "verified"],
    ["detach", "52", "verified"],
  ]);
  expect({ code: ended.code, stderr: ended.stderr.includes("warning") }).toEqual({ code: 0, stderr: false });
  expect((await here.run("plan", "--exit-code")).code).toBe(0);
  const other = await here.run("users", "get", "4712", "61", "--json");
  expect(other.stdout).toContain("SOLD1");
  expect((await here.run("users", "get", "4711", "51", "--json")).stdout).toContain("OWN9");
});

it("a plan with detaches is refused as stale when one more parking user holds the car by then", async () => {
  const here = await placed();
  await here.run("plan", "--plan-file", "plan.json");
  const users = here.sandbox.model.accounts.get("4711")?.users;
  const first = users?.get("51");
  if (first) users?.set("51", { ...first, cars: [...first.cars, "SOLD2"] });
  const ended = await here.run("apply", "plan.json");
  expectRefusal(ended, 7, /does not approve detach `SOLD2` \(account:4711, parking user 51\)/, here.sandbox);
});

it("a car that the server does not take from its user is deleted, and apply ends with 9", async () => {
  const here = await placed(FILE, { forbidden: ["/api/billing-accounts/4711/parking-users/51/cars"] });
  const { code, stdout } = await here.run("apply", "--auto-approve");
  expect(code).toBe(9);
  expect(stdout).toContain("account 4711 — 3 verified, 1 rejected\n  rejected  x SOLD1 from parking user 51\n");
  expect(stdout.replace(/\s+/g, " ")).toContain(
    "1 car was not taken from its parking user, and no later apply tries that again once the car is off the list. Do it by hand: `platectl users remove-car 4711 51 'SOLD1'`.",
  );
  expect(stdout).not.toContain("run again");
  const command = ["users", "remove-car", "4711", "51", "SOLD1", "--auto-approve"];
  await here.run(...command);
  expect(writesTo(here.sandbox).filter((one) => one.includes("/parking-users/51/cars"))).toHaveLength(2);
  const list = await here.run("cars", "list", "--account", "4711", "--format", "csv");
  expect(list.stdout).not.toContain("SOLD");
});
