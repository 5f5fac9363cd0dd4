import { expect, it } from "vitest";
import { dayFromToday, record, user } from "./audit-world.ts";
import { flows } from "./flows.ts";
import { accountFleet, commit, git, globalPlace, type Place, place, placeWith } from "./harness.ts";

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

it("an audit in a shallow clone says so, and concludes nothing from what is missing", async () => {
  const billing = [record(1, "SOLD1", { day: dayFromToday(-12) }), record(2, "SOLD1", { day: dayFromToday(-8) })];
  const accounts = [{ baId: "4711", cars: ["KEEP1"], users: [user("1", "ACTIVE")], billing }];
  const here = await placeWith(accountFleet({ "4711": ["KEEP1", "SOLD1"] }), { accounts });
  git(here, "init", "-q", "-b", "main");
  commit(here, "a lease", dayFromToday(-60));
  here.write("fleet.yaml", accountFleet({ "4711": ["KEEP1"] }));
  commit(here, "sold", dayFromToday(-10));
  here.write("note.txt", "nothing about cars");
  commit(here, "another", dayFromToday(-2));
  const shallow = await place({ mode: "billing-account", start: { accounts } });
  git(shallow, "clone", "-q", "--depth", "1", `file://${here.folder}`, ".");
  const found = async (one: Place) => {
    const range = ["--from", dayFromToday(-25), "--to", dayFromToday(1)];
    const { stdout } = await one.run("audit", "--json", ...range);
    const { findings, warnings, verdicts } = JSON.parse(stdout);
    const billed = findings.filter(({ evidence }: { evidence: { billed?: object } }) => evidence.billed);
    const shown = billed.map((one: { rule: string; severity: string; evidence: { billed: { records: number } } }) => [
      one.rule,
      one.severity,
      one.evidence.billed.records,
    ]);
    return { shown, missing: warnings.map(({ code }: { code: string }) => code), asked: verdicts.questions.records };
  };
  expect(await found(here)).toEqual({ shown: [["billed-not-desired", "error", 1]], missing: [], asked: 1 });
  const nothing = { shown: [["billed-not-known", "warning", 2]], missing: ["history-missing"], asked: 0 };
  expect(await found(shallow)).toEqual(nothing);
});
