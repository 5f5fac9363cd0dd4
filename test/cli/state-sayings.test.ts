import { expect, it } from "vitest";
import { accountFleet, type Place, place } from "./harness.ts";

const MASKS = 'interface: { failures: { alreadyListed: ["*already*"], notListed: ["*not on the list*"] } }\n';
const AS = ["--auto-approve"] as const;

/** Accounts whose lists cannot be read, on a server that refuses what is done already. */
function unread(cars: readonly string[] = []): Promise<Place> {
  return place({
    mode: "billing-account",
    start: { accounts: [{ baId: "4711", cars: [...cars] }, { baId: "4712" }] },
    behaviour: { accountCars: 404, duplicateAdd: "failure", absentDelete: "failure" },
  });
}

function expectRefusalText(ended: { readonly code: number | null; readonly stderr: string }, words: RegExp): void {
  expect(ended.code).toBe(3);
  expect(ended.stderr).toMatch(words);
}

const listOf = (here: Place) => [...here.sandbox.model.plates("account:4711")].sort();

it("state adopt takes the fleet file's cars for a list that cannot be read, names each, and the list is known from then on", async () => {
  const here = await unread(["AB1", "CD2"]);
  here.write("fleet.yaml", accountFleet({ "4711": ["AB1", "CD2"] }));
  const asked = await here.run("state", "adopt");
  expect(asked).toMatchObject({ code: 3, stderr: expect.stringContaining("--auto-approve") });
  const adopted = await here.run("state", "adopt", ...AS);
  expect(adopted).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(
      /^account:4711: 2 cars to record as listed, and no others except those that the state knows\n {2}AB1\n {2}CD2\nThis says/,
    ),
    stdout:
      "account:4711: 2 cars adopted into .platectl/state.jsonl; taken as the whole list, without asking (--auto-approve)\n",
  });
  expect((await here.run("plan")).stdout).toContain("No changes in the lists that could be read.");
  expect((await here.run("state", "adopt", ...AS)).stdout).toMatch(/^Nothing to adopt/);
  here.write("fleet.yaml", accountFleet({ "4711": ["AB1"] }));
  expect((await here.run("apply", ...AS)).code).toBe(0);
  expect(listOf(here)).toEqual(["AB1"]);
});

it("state adopt warns of cars that are perhaps new, where the state knows most of the list", async () => {
  const here = await unread();
  here.write("fleet.yaml", accountFleet({ "4711": ["AB1", "AB2"] }));
  const first = await here.run("state", "adopt", "--auto-approve");
  expect(first.stderr).not.toContain("would keep it off the list");
  here.write("fleet.yaml", accountFleet({ "4711": ["AB1", "AB2", "ZNEW3"] }));
  const second = await here.run("state", "adopt", "--auto-approve");
  expect(second.stderr).toContain("ZNEW3");
  expect(second.stderr).toMatch(/warning: the state knows most cars .* adopting it would keep it off the list/);
  expect((await here.run("state", "adopt", "ZNEW3", "--auto-approve")).stderr).not.toContain("warning");
});

it("state adopt --from an older file or list finds the cars that have left since", async () => {
  const here = await unread(["AB1", "CD2", "EF3"]);
  here.write("old.yaml", accountFleet({ "4711": ["AB1", "CD2"] }));
  here.write("more.txt", "EF3\n");
  here.write("fleet.yaml", accountFleet({ "4711": ["AB1"] }));
  expect((await here.run("state", "adopt", "--from", "old.yaml", ...AS)).code).toBe(0);
  expect((await here.run("state", "adopt", "--from", "more.txt", "--account", "4711", ...AS)).code).toBe(0);
  expect((await here.run("apply", ...AS)).code).toBe(0);
  expect(listOf(here)).toEqual(["AB1"]);
});

it("state adopt --from-report takes what the server called already listed, by the masks in force now", async () => {
  const here = await unread(["AB1"]);
  here.write("fleet.yaml", accountFleet({ "4711": ["AB1", "CD2"] }));
  expect((await here.run("apply", ...AS, "--report", "report.json")).code).toBe(9);
  expectRefusalText(
    await here.run("state", "adopt", "--from-report", "report.json", ...AS),
    /interface\.failures\.alreadyListed/,
  );
  here.write("fleet.yaml", accountFleet({ "4711": ["AB1", "CD2"] }, MASKS));
  const adopted = await here.run("state", "adopt", "--from-report", "report.json", ...AS);
  expect(adopted).toMatchObject({ code: 0, stdout: "account:4711: 1 car adopted into .platectl/state.jsonl\n" });
  expect((await here.run("plan", "--exit-code")).code).toBe(0);
});

it("state adopt of single cars asks which account is meant, and refuses two sources at once", async () => {
  const here = await unread(["AB1"]);
  here.write("fleet.yaml", accountFleet({ "4711": ["CD2"], "4712": [] }));
  expectRefusalText(await here.run("state", "adopt", "AB1", ...AS), /Name its list with --account/);
  expectRefusalText(await here.run("state", "adopt", "AB1", "--empty", ...AS), /Give one of PLATE/);
  expect((await here.run("state", "adopt", "AB1", "--account", "4711", ...AS)).code).toBe(0);
  expect((await here.run("apply", ...AS)).code).toBe(0);
  expect(listOf(here)).toEqual(["CD2"]);
});

it("state forget ends a delete that the server goes on refusing", async () => {
  const here = await unread();
  here.write("fleet.yaml", accountFleet({ "4711": ["CD2"] }));
  await here.run("state", "adopt", "GHOST", "--account", "4711", ...AS);
  const refused = await here.run("apply", ...AS);
  expect(refused.code).toBe(9);
  expect(refused.stdout.replaceAll(/\s+/g, " ")).toContain("`state forget PLATE`");
  const forgotten = await here.run("state", "forget", "ghost", ...AS);
  expect(forgotten).toMatchObject({ code: 0, stdout: "account:4711: ghost recorded as not listed\n" });
  expect((await here.run("apply", ...AS)).code).toBe(0);
  expect((await here.run("history", "GHOST")).stdout).toContain("forgotten");
});
