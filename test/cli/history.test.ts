import { expect, it } from "vitest";
import { record as billed, user } from "./audit-world.ts";
import { flows } from "./flows.ts";
import { accountFleet, git, type Place, place, runCli } from "./harness.ts";

flows(import.meta.url);

const record = (infoId: string, licensePlate: string, amount: string) => {
  const { parking, ...rest } = billed(1, licensePlate, { day: "2026-01-10", amount });
  const [startDate, endDate] = ["2026-01-10T08:00:00Z", "2026-01-10T09:00:00Z"];
  return { ...rest, infoId, startDate, endDate, parking: { ...parking, areaName: "Torvet" } };
};

const accounts = [
  {
    baId: "4711",
    cars: ["OTHER1"],
    billing: [record("1", "bö-1", "0.10"), record("2", "BÖ1", "0.20"), record("3", "BO1", "9.00")],
    users: [
      { ...user("11", "ACTIVE", "BÖ 1"), firstName: "Åsa", lastName: "Lind" },
      { ...user("12", "ACTIVE", "BO1"), firstName: "Bo", lastName: "Ek" },
    ],
  },
];

async function committed(): Promise<Place> {
  const here = await place({ mode: "billing-account", start: { accounts } });
  git(here, "init", "-q");
  const commit = (subject: string) => {
    git(here, "add", "fleet.yaml", "cars");
    git(here, "commit", "-q", "--author=Åsa <a@example.com>", "-m", subject);
  };
  here.write("cars/list.txt", "OTHER1\nbö 1\n");
  here.write(
    "fleet.yaml",
    "version: 1\nmode: billing-account\naccounts: [{ baId: 4711, carsFrom: [{ file: cars/list.txt }] }]\n",
  );
  commit("Begin with a list");
  expect((await here.run("apply", "--auto-approve")).code).toBe(0);
  here.write("cars/list.txt", "OTHER1\n");
  here.write("fleet.yaml", accountFleet({ "4711": ["OTHER1", "BÖ-1"] }));
  commit("Move the car\u001b[31m");
  here.write("fleet.yaml", accountFleet({ "4711": ["OTHER1", "BÖ12", "BO1"] }));
  commit("Sell\u001fit");
  return here;
}

it("history shows one plate's events in any spelling: git, journal, billing and users", async () => {
  const here = await committed();
  const range = ["--from", "2026-01-01", "--to", "2026-01-31"];
  const { code, stdout, stderr } = await here.run("history", "BÖ 1", ...range);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^BÖ 1 \(compared as BÖ1\)$/m);
  expect(stdout).toMatch(
    /^BÖ 1 .*\n\nOn the list now: account:4711: yes, as bö 1, since \S+Z\n\nDesired now: in no fleet file\n/m,
  );
  const commits = stdout.split("\n").filter((line) => /\b(?:gained|lost|changed)\b/.test(line));
  expect(commits).toEqual([
    expect.stringMatching(/gained +cars\/list\.txt +[0-9a-f]{12} +Åsa +Begin with a list$/),
    expect.stringMatching(/lost +cars\/list\.txt +.*Move the car\\u\{1b\}\[31m$/),
    expect.stringMatching(/gained +fleet\.yaml +.*Move the car/),
    expect.stringMatching(/lost +fleet\.yaml +.*Sell it$/),
  ]);
  expect(stdout).toMatch(/account:4711 +add (?:acknowledged|verified)/);
  expect(stdout).toMatch(/4711 +bö-1 +Torvet +0\.10 +DKK$/m);
  expect(stdout).toMatch(/^DKK +2 +0\.30 +0\.30$/m);
  expect(stdout).toMatch(/^4711 +11 +Åsa Lind +ACTIVE +BÖ 1$/m);
  expect(stdout).not.toMatch(/9\.00|Bo Ek/);
});

it("history does not attribute a car to the oldest commit of a shallow clone", async () => {
  const here = await committed();
  const clone = `${here.folder}/clone`;
  git(here, "clone", "-q", "--depth", "2", `file://${here.folder}`, clone);
  const commits = async (plate: string) => {
    const { stdout } = await runCli(["history", plate, "--offline"], clone, here.env);
    return /history(?::? |\n)([\s\S]*?)\n\n/.exec(stdout)?.[1];
  };
  const note = "older commits are not here, as this clone is shallow; git fetch --unshallow brings them";
  expect(await commits("OTHER1")).toBe(note);
  expect(await commits("BÖ1")).toMatch(new RegExp(`^at .*\n.*lost .*Sell it\n${note}$`));
});
