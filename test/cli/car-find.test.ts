import { expect, it } from "vitest";
import { flows } from "./flows.ts";
import { globalPlace, type Place } from "./harness.ts";

flows(import.meta.url);

async function applied(): Promise<Place> {
  const here = await globalPlace([], ["BX200"], "  - { licenseNumber: AX-100, features: [LEASING] }\n");
  expect((await here.run("apply", "--auto-approve")).code).toBe(0);
  return here;
}

it("car find says since when a car is on the list, not when its features changed", async () => {
  const here = await applied();
  const since = async () => /, since (\S+)$/m.exec((await here.run("car", "find", "AX100")).stdout)?.[1];
  const before = await since();
  here.write("fleet.yaml", here.read("fleet.yaml").replace(", features: [LEASING]", ""));
  expect((await here.run("apply", "--auto-approve")).code).toBe(0);
  expect(await since()).toBe(before);
  expect((await here.run("car", "find", "AX100")).stdout).toMatch(/^Last sent: /m);
});

it("car find says acknowledged of a run that was killed before it had read the list back", async () => {
  const here = await applied();
  const lines = here.read(".platectl/state.jsonl").trimEnd().split("\n");
  // The end of the run is the last line.
  here.write(".platectl/state.jsonl", `${lines.slice(0, -1).join("\n")}\n`);
  const { stdout } = await here.run("car", "find", "AX100");
  expect(stdout).toMatch(/^Last sent: \S+Z add acknowledged, by /m);
});
