import { expect, it } from "vitest";
import { commit, expectRefusal, git, globalFleet, globalPlace, type Place, place, plates } from "./harness.ts";

const AS = ["--auto-approve"] as const;

/** The file wants NEW1 and NEW2 and names OLD1 no more; nobody has ever named STRANGER. */
async function edited(): Promise<Place> {
  const here = await globalPlace(["SAME1", "SAME2", "OLD1", "STRANGER"], ["SAME1", "SAME2", "OLD1", "NEW1"]);
  git(here, "init", "-q", "-b", "main");
  commit(here, "before");
  here.write("fleet.yaml", globalFleet(["SAME1", "SAME2", "NEW1", "NEW2"]));
  commit(here, "after");
  return here;
}

const list = (here: Place) => [...here.sandbox.model.plates("global")].sort();
const plain = (text: string) => text.replaceAll(/<\/?code>|`/g, "").replaceAll(/\s+/g, " ");

it("apply --only does these changes alone, says what it left out, and never that nothing is left", async () => {
  const here = await edited();
  const done = await here.run("apply", ...AS, "--only", "add");
  expect(done.code).toBe(0);
  expect(list(here)).toEqual(["NEW1", "NEW2", "OLD1", "SAME1", "SAME2", "STRANGER"]);
  expect(plain(done.stdout)).toContain(
    "Done as chosen: global: 2 deletes left out by --only add, and still to be done: - OLD1, - STRANGER.",
  );
  expect(plain(done.stdout)).not.toContain("Nothing is left");
  const again = await here.run("apply", ...AS, "--only", "add");
  expect(plain(again.stdout)).toContain("2 deletes left out");
  expect((await here.run("apply", ...AS)).code).toBe(0);
  expect(list(here)).toEqual(["NEW1", "NEW2", "SAME1", "SAME2"]);
});

it("apply --skip leaves a car alone in any spelling, and names one that no change is of", async () => {
  const here = await edited();
  const done = await here.run("apply", ...AS, "--skip", "old-1", "--skip", "STRANGER", "--skip", "NEW3");
  expect(done.code).toBe(0);
  expect(plain(done.stderr)).toContain("--skip NEW3: the plan has no change of this car; did you mean NEW1?");
  expect(list(here)).toEqual(["NEW1", "NEW2", "OLD1", "SAME1", "SAME2", "STRANGER"]);
});

it("a run that leaves deletes out does not make a list that was cut off the measure for the next run", async () => {
  const here = await place({ mode: "global", start: {} });
  const cars = plates("AB", 30);
  here.write("fleet.yaml", "version: 1\nmode: global\ncarsFrom: [{ file: cars.txt, maxShrink: 10% }]\n");
  here.write("cars.txt", cars.join("\n"));
  expect((await here.run("apply", ...AS)).code).toBe(0);
  here.write("cars.txt", [...cars.slice(5), "NEW1"].join("\n"));
  expect((await here.run("apply", ...AS, "--only", "add")).code).toBe(0);
  const next = await here.run("apply", ...AS);
  expect(next.code).toBe(4);
  expect(plain(next.stderr)).toContain("cars.txt had 30 cars when it was last applied and has 26 now");
});

it("an approved plan is applied as it was chosen, and with no other choice", async () => {
  const here = await edited();
  expect((await here.run("plan", "--only", "delete", "--skip", "STRANGER", "--plan-file", "plan.json")).code).toBe(0);
  expectRefusal(await here.run("apply", "plan.json", "--only", "add"), 3, /applied as it was approved/, here.sandbox);
  here.write("other.json", here.read("plan.json").replace('"skip": [', '"skip": ["OLD1", '));
  expectRefusal(await here.run("apply", "other.json"), 7, /altered/, here.sandbox);
  const done = await here.run("apply", "plan.json");
  expect(done.code).toBe(0);
  expect(list(here)).toEqual(["SAME1", "SAME2", "STRANGER"]);
  expect(plain(done.stdout)).toContain("2 adds, 1 delete left out by --only delete --skip");
});

it("drift alone is put right while edits wait: the exit code is that of what was chosen", async () => {
  const here = await edited();
  const base = ["--base", "HEAD~1"] as const;
  const planned = await here.run("plan", ...base, "--only", "drift", "--exit-code", "--plan-file", "plan.json");
  expect(planned.code).toBe(2);
  expect((await here.run("apply", "plan.json")).code).toBe(0);
  expect(list(here)).toEqual(["NEW1", "OLD1", "SAME1", "SAME2"]);
  const rest = await here.run("plan", ...base, "--only", "drift", "--exit-code");
  expect(rest.code).toBe(0);
  expect(plain(rest.stdout)).toMatch(/Nothing of what was chosen is to be done. What is left out is still to be done/);
  expect((await here.run("plan", ...base, "--only", "edit", "--exit-code")).code).toBe(2);
});

it.each(["text", "markdown", "html", "json"])("the plan as %s names what is left out", async (format) => {
  const here = await edited();
  const { stdout } = await here.run("plan", "--only", "update", "--skip", "STRANGER", "--format", format);
  expect(plain(stdout)).toContain("2 adds, 2 deletes left out by --only update --skip");
  expect(plain(stdout)).toContain("OLD1");
});

it.each([
  ["plan", ["--only", "adds"], /add, update, delete, drift, edit/],
  ["plan", ["--only", "drift"], /--only drift needs a base revision/],
  ["apply", [...AS, "--only", "edit"], /plan --base REVISION --only edit --plan-file/],
  ["plan", ["--skip", "?"], /--skip "\?" is not a plate/],
] as const)("%s with %j is an input error, and nothing is contacted", async (command, options, words) => {
  const here = await edited();
  expectRefusal(await here.run(command, ...options), 3, words, here.sandbox);
});
