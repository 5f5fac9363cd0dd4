import { expect, it } from "vitest";
import { globalFleet, globalPlace, type Place, place, plates } from "./harness.ts";

const LIVE = plates("AB", 60);

/** Sixty cars on the list, of which the fleet file keeps one: maxDeletes trips. */
async function guarded(): Promise<Place> {
  const here = await place({ mode: "global", start: { cars: LIVE } });
  here.write("fleet.yaml", `# the fleet\n${globalFleet(LIVE.slice(0, 1))}\n# last words\n`);
  expect((await here.run("plan", "--plan-file", "plan.json", "--exit-code")).code).toBe(4);
  return here;
}

it("a plan that a guard stops passes with the entry, exactly and no further", async () => {
  const here = await guarded();
  const ended = await here.run("acknowledge", "plan.json", "--until", "2099-12-31", "--reason", "batch 7: returned");
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  const entry = '{ scope: global, deletes: 59, until: 2099-12-31, reason: "batch 7: returned" }';
  expect(ended.stdout).toBe(`fleet.yaml: added to policy.acknowledge\n  - ${entry}\nNext: platectl plan\n`);
  expect(here.read("fleet.yaml")).toContain(`# last words\npolicy:\n  acknowledge:\n    - ${entry}\n`);
  expect((await here.run("plan", "--exit-code")).code).toBe(2);
  const more = here.sandbox.model.plates("global").length;
  here.write("fleet.yaml", here.read("fleet.yaml").replace("deletes: 59", "deletes: 58"));
  expect((await here.run("plan", "--exit-code")).code).toBe(4);
  here.write("fleet.yaml", here.read("fleet.yaml").replace("deletes: 58", "deletes: 59"));
  expect((await here.run("apply", "--auto-approve")).code).toBe(0);
  expect([more, here.sandbox.model.plates("global").length]).toEqual([60, 1]);
});

it("a guard that no entry lets pass ends with 4 and says what would", async () => {
  const here = await globalPlace(["AB1"], []);
  await here.run("plan", "--plan-file", "plan.json");
  const ended = await here.run("acknowledge", "plan.json", "--reason", "x");
  expect(ended.code).toBe(4);
  expect(ended.stderr).toMatch(/the fleet file names none.*to allow this: policy\.allowEmpty: true/);
  expect(here.read("fleet.yaml")).not.toContain("acknowledge");
});

it("a plan that was altered, or is none, ends with 3 and changes nothing", async () => {
  const here = await guarded();
  const text = here.read("fleet.yaml");
  here.write("altered.json", here.read("plan.json").replace('"actual": 59', '"actual": 1'));
  here.write("other.json", '{"kind":"x"}');
  for (const file of ["altered.json", "other.json", "fleet.yaml", "missing.json"]) {
    const ended = await here.run("acknowledge", file, "--reason", "x");
    expect(ended).toMatchObject({ code: 3, stdout: "" });
    expect(ended.stderr).toMatch(/cannot be used/);
  }
  expect(here.read("fleet.yaml")).toBe(text);
});
