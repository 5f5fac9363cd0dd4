import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { place } from "./harness.ts";

const hookShape = z.strictObject({
  id: z.string().regex(/^platectl-[a-z-]+$/),
  name: z.string(),
  description: z.string(),
  entry: z.string().regex(/^platectl /),
  language: z.literal("node"),
  files: z.string(),
  pass_filenames: z.literal(false),
});
const hooks = z
  .array(hookShape)
  .parse(parse(readFileSync(new URL("../../.pre-commit-hooks.yaml", import.meta.url), "utf8")));

const CLEAN = "version: 1\nmode: global\ncarsFrom: [{ file: cars/a.txt }]\n";

/** Runs the hook as pre-commit does: its entry, then the `args` of the user. */
async function run(id: string, fleet: string, ...args: readonly string[]) {
  const here = await place({ mode: "global", start: {} });
  here.write("fleet.yaml", fleet);
  here.write("cars/a.txt", "AB1\n");
  const entry =
    hooks
      .find((hook) => hook.id === id)
      ?.entry.split(" ")
      .slice(1) ?? [];
  const ended = await here.run(...entry, ...args);
  expect(here.sandbox.requests).toEqual([]);
  return { ended, after: here.read("fleet.yaml") };
}

it.each([
  ["platectl-validate", CLEAN, 0],
  ["platectl-validate", CLEAN.replace("a.txt", "b.txt"), 3],
  ["platectl-fmt", CLEAN, 0],
  ["platectl-fmt-check", CLEAN, 0],
  ["platectl-fmt-check", CLEAN.replace("[{ ", "[{"), 2],
])("the pre-commit hook %s of %j ends with %i and changes nothing", async (id, fleet, code) => {
  const { ended, after } = await run(id, fleet);
  expect({ code: ended.code, after }).toEqual({ code, after: fleet });
});

it("the pre-commit hook platectl-fmt corrects a file, so that pre-commit stops the commit once", async () => {
  const wrong = CLEAN.replace("[{ ", "[{");
  const { ended, after } = await run("platectl-fmt", wrong);
  expect({ code: ended.code, after }).toEqual({ code: 0, after: CLEAN });
});

it.each([
  ["platectl-validate", ["fleet.yaml", "fleets/dk/platectl.yml", "cars/a.csv", "dk/cars/a.txt", "cars/a.xlsx"]],
  ["platectl-fmt", ["fleet.yaml", "dk/fleet.yml", "platectl.yaml"]],
  ["platectl-fmt-check", ["fleet.yaml", "dk/fleet.yml", "platectl.yaml"]],
])("the pre-commit hook %s runs when a file changes that it reads, and for no other", (id, own) => {
  const pattern = new RegExp(hooks.find((hook) => hook.id === id)?.files ?? "");
  const others = ["README.md", "deploy.yaml", "my-fleet.yaml", "fleet.yaml.orig", "data/prices.csv", "notes.txt"];
  expect([...own, ...others].filter((path) => pattern.test(path))).toEqual(own);
});
