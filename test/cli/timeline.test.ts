import { expect, it } from "vitest";
import { dayFromToday, record, user } from "./audit-world.ts";
import { flows } from "./flows.ts";
import { accountFleet, commit, git, globalPlace, type Place, place, placeWith, runCli } from "./harness.ts";

flows(import.meta.url);

it("audit and car find say that the journal of another server is ignored", async () => {
  const here = await globalPlace([], ["NEW1"]);
  await here.run("apply", "--auto-approve");
  const other = await globalPlace([], ["NEW1"]);
  other.write(".platectl/state.jsonl", here.read(".platectl/state.jsonl"));
  const { warnings } = JSON.parse((await other.run("audit", "--json")).stdout);
  expect(warnings).toMatchObject([{ code: "journal-of-another-server" }]);
  const find = async (place: Place) => (await place.run("car", "find", "NEW1")).stdout;
  expect(await find(here)).toMatch(/^Last sent: .* add verified/m);
  const ignored = /^Last sent: never; 1 entry of the journal is of another server or mode, and not shown$/m;
  expect(await find(other)).toMatch(ignored);
  // A document that does not fit its schema fails the run.
  const { note } = JSON.parse((await other.run("car", "find", "NEW1", "--json")).stdout);
  expect(note).toMatch(/^1 entry of the journal/);
});

const billing = [record(1, "SOLD1", { day: dayFromToday(-12) }), record(2, "SOLD1", { day: dayFromToday(-8) })];
const accounts = [{ baId: "4711", cars: ["KEEP1"], users: [user("1", "ACTIVE")], billing }];
const NOTHING = { shown: [["billed-not-known", "info", 2]], missing: ["history-missing"], asked: 0 };
const ASKED = { shown: [["billed-not-desired", "error", 1]], missing: [], asked: 1 };

/** A repository whose fleet file lost a car on a day, which was billed before and after day -10. */
async function soldCar(sold = dayFromToday(-10)): Promise<Place> {
  const here = await placeWith(accountFleet({ "4711": ["KEEP1", "SOLD1"] }), { accounts });
  git(here, "init", "-q", "-b", "main");
  commit(here, "a lease", dayFromToday(-60));
  here.write("fleet.yaml", accountFleet({ "4711": ["KEEP1"] }));
  commit(here, "sold", sold);
  here.write("note.txt", "nothing about cars");
  commit(here, "another", dayFromToday(-2));
  return here;
}

/** What an audit finds of billed cars, what it warns of, and how many records it asks about. */
async function found({ folder, env }: Place, args: readonly string[] = [], more: Place["env"] = {}) {
  const range = ["--from", dayFromToday(-25), "--to", dayFromToday(1)];
  const { stdout } = await runCli(["audit", "--json", ...range, ...args], folder, { ...env, ...more });
  const { findings, warnings, verdicts } = JSON.parse(stdout);
  const billed = findings.filter(({ evidence }: { evidence: { billed?: object } }) => evidence.billed);
  const shown = billed.map((one: { rule: string; severity: string; evidence: { billed: { records: number } } }) => [
    one.rule,
    one.severity,
    one.evidence.billed.records,
  ]);
  return { shown, missing: warnings.map(({ code }: { code: string }) => code), asked: verdicts.questions.records };
}

it("an audit in a shallow clone, or without the program git, says so, and concludes nothing from what is missing", async () => {
  const here = await soldCar();
  const shallow = await place({ mode: "billing-account", start: { accounts } });
  git(shallow, "clone", "-q", "--depth", "1", `file://${here.folder}`, ".");
  expect(await found(here)).toEqual(ASKED);
  expect(await found(shallow, ["--info"])).toEqual(NOTHING);
  expect(await found(here, ["--info"], { PATH: here.folder })).toEqual(NOTHING);
  const nightly = await shallow.run("audit", "--from", dayFromToday(-25), "--to", dayFromToday(1));
  expect(nightly.stdout).toMatch(/2 records \(20\.00 DKK\) of cars/);
  expect(nightly.code).toBe(0);
});

it.each(["in no repository", "in another repository"])(
  "the history of a fleet file is looked up around it, %s",
  async (where) => {
    const here = await soldCar();
    const outside = await place({ mode: "billing-account", start: { accounts } });
    if (where === "in another repository") git(outside, "init", "-q", "-b", "main");
    git(outside, "clone", "-q", `file://${here.folder}`, "other/fleet");
    expect(await found(outside, ["-f", "other/fleet/fleet.yaml"])).toEqual(ASKED);
    const { stdout } = await outside.run("history", "SOLD1", "--offline", "-f", "other/fleet/fleet.yaml");
    expect(stdout).toMatch(/lost .* sold\n/);
    const plan = await outside.run("plan", "--base", "HEAD~1", "-f", "other/fleet/fleet.yaml");
    expect([plan.code, plan.stderr]).toEqual([0, expect.not.stringContaining("base")]);
  },
);

it.each([
  ["before the commit that it follows", dayFromToday(-70)],
  ["to come", dayFromToday(1)],
])("a commit of a day %s proves no day, and nothing is asked on its word", async (_, day) => {
  const here = await soldCar(day);
  expect(await found(here)).toMatchObject({ missing: ["commit-days"], asked: 0 });
});
