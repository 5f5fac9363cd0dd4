import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { accountFleet, commit, git, place, plates } from "./harness.ts";

const AS = ["--auto-approve"] as const;
const CARS = plates("AB", 100);
const RETURNED = CARS.slice(95);

const unshown = (cars: readonly string[] = CARS) =>
  place({
    mode: "billing-account",
    start: { accounts: [{ baId: "4711", cars: [...cars] }] },
    behaviour: { accountCars: 404, duplicateAdd: "failure", absentDelete: "failure" },
  });

/** A list that cannot be read holds 100 cars; five have left the file since, and the state is lost. */
async function lostState(files: (cars: readonly string[]) => Readonly<Record<string, string>>) {
  const here = await unshown();
  const write = (cars: readonly string[]) => Object.entries(files(cars)).forEach((one) => void here.write(...one));
  write(CARS);
  git(here, "init", "-q", "-b", "main");
  const applied = commit(here, "applied");
  expect((await here.run("state", "adopt", ...AS)).code).toBe(0);
  rmSync(join(here.folder, ".platectl"), { recursive: true });
  write(CARS.slice(0, 95));
  return { here, applied };
}

const inFile = (cars: readonly string[]) => ({ "fleet.yaml": accountFleet({ "4711": cars }) });
const inList = (cars: readonly string[]) => ({
  "fleet.yaml": "version: 1\nmode: billing-account\naccounts: [{ baId: 4711, carsFrom: [{ file: cars.txt }] }]\n",
  "cars.txt": cars.map((one) => `${one}\n`).join(""),
});

function firstRemedy(text: string): string[] {
  const plain = text.replaceAll(/\s+/g, " ");
  const [, words = ""] = /`platectl (state adopt [^`]*--from[^`]*)`/.exec(plain) ?? [];
  expect(plain.indexOf("state adopt")).toBe(plain.indexOf(words));
  return words.split(" ");
}

it.each([
  ["in the fleet file", inFile, true],
  ["in a list file", inList, true],
  ["in a file that is not committed yet", inFile, false],
] as const)("the remedy that a stopped apply names first loses no returned car: %s", async (_, files, isCommitted) => {
  const { here, applied } = await lostState(files);
  if (isCommitted) commit(here, "five cars returned");
  const stopped = await here.run("apply", ...AS);
  expect(stopped.code).toBe(4);
  const remedy = firstRemedy(stopped.stderr);
  expect(remedy).toEqual(["state", "adopt", "--account", "4711", "--from-commit", applied.slice(0, 12)]);
  expect(stopped.stderr.replaceAll(/\s+/g, " ")).toContain("names 5 cars that the file does not name now");
  expect((await here.run(...remedy, ...AS)).code).toBe(0);
  expect((await here.run("apply", ...AS)).code).toBe(0);
  expect([...here.sandbox.model.plates("account:4711")].sort()).toEqual(CARS.slice(0, 95));
});

it("state adopt without a file says what it claims, and names the older file, before it asks", async () => {
  const { here, applied } = await lostState(inFile);
  const { code, stdout, stderr } = await here.run("state", "adopt", ...AS);
  expect(code).toBe(0);
  expect(stderr).toContain("This says that no other car is on the list. If a state was lost, stop here and use --from");
  expect(stderr).toContain(
    `5 cars that the file does not name now; where they may still be listed: \`platectl state adopt --account 4711 --from-commit ${applied.slice(0, 12)}\``,
  );
  expect(stdout).not.toContain("known completely");
});

it("cars that the state knows are not taken for lost ones", async () => {
  const { here } = await lostState(inFile);
  expect((await here.run("state", "adopt", ...CARS.slice(0, 98), ...AS)).code).toBe(0);
  const { stdout } = await here.run("plan", "--json");
  expect(JSON.parse(stdout).scopes[0].live).toMatchObject({ baseline: "unknown", older: { gone: 2 } });
  await here.run("state", "forget", "ZZ1", ...RETURNED.slice(3), ...AS);
  expect(JSON.parse((await here.run("plan", "--json")).stdout).scopes[0].live).not.toHaveProperty("older");
});
