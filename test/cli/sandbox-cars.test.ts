import { once } from "node:events";
import { expect, it } from "vitest";
import { accountFleet, accountPlace, globalPlace, type Place, runCli } from "./harness.ts";

/** Runs a command against a sandbox of its own, which starts with these options. */
async function against(here: Place, options: readonly string[], ...command: readonly string[]) {
  const { child } = here.start("sandbox", "--json", ...options);
  const [text] = await once(child.stdout ?? child, "data");
  const { environment } = JSON.parse(String(text));
  return runCli(command, here.folder, { ...here.env, ...environment });
}

it("sandbox --cars starts with the cars and accounts of the reader's fleet file, in its mode", async () => {
  const here = await accountPlace({}, { 4711: ["AB1", "AB2"], 4712: ["CD1"] });
  const ended =
    "      - { licenseNumber: CD9, validUntil: 2020-01-01 }\n      - { licenseNumber: CD8, validFrom: 2999-01-01 }\n";
  here.write("fleet.yaml", accountFleet({ 4711: ["AB1", "AB2"] }, `  - baId: 4712\n    cars:\n      - CD1\n${ended}`));
  const plan = await against(here, ["--cars", "fleet.yaml"], "plan");
  // A car whose last day is over is still listed: the first plan deletes it.
  expect(plan).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/- CD9 .*\n(?:.*\n)*Plan: 0 to add, 0 to update, 1 to delete, 3 unchanged/),
  });
});

it("sandbox --empty has no cars: the first plan of the reader's file adds them all", async () => {
  const here = await globalPlace([], ["AB1", "AB2"]);
  const plan = await against(here, ["--empty"], "plan");
  expect(plan).toMatchObject({ code: 0, stdout: expect.stringContaining("Plan: 2 to add, 0 to update, 0 to delete") });
});

it("sandbox --empty --cars has the accounts of the file, without cars", async () => {
  const here = await accountPlace({}, { 4711: ["AB1"], 4712: ["CD1", "CD2"] });
  const plan = await against(here, ["--empty", "--cars", "fleet.yaml"], "plan");
  expect(plan).toMatchObject({ code: 0, stdout: expect.stringContaining("Plan: 3 to add, 0 to update, 0 to delete") });
});
