import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadFleet } from "../../src/schema/index.ts";
import { place } from "../cli/harness.ts";
import { SHAPES, type Shape } from "./shapes.ts";

const NAMES = SHAPES.map(({ name }) => name);

/** What `import` makes of an export without an option: the true cars, something else, or a refusal. */
async function outcomeOf({ file, bytes, cars }: Shape): Promise<string> {
  const here = await place({ mode: "global", start: {} });
  writeFileSync(join(here.folder, file), bytes);
  const ended = await here.run("import", file);
  if (ended.code !== 0) return `refused: ${ended.stderr}`;
  const reading = await loadFleet(["fleet.yaml"], { cwd: here.folder });
  if (reading.kind !== "desired") return "wrong: not valid";
  const found = reading.desired.scopes
    .flatMap(({ entries }) => [...entries.values()])
    .map(({ licenseNumber, validFrom = "", validUntil = "" }) => `${licenseNumber} ${validFrom} ${validUntil}`);
  const truth = cars.map(({ plate, from, until }) => `${plate} ${from} ${until}`);
  if (found.join() === truth.join()) return "right";
  return `wrong: ${found.join()} of ${readFileSync(join(here.folder, "fleet.yaml"), "utf8")}${ended.stderr}`;
}

it("of 50 shapes of real exports none is read wrongly, and at least 45 are right without an option", async () => {
  expect(NAMES).toHaveLength(50);
  const outcomes: string[] = [];
  for (const shape of SHAPES) outcomes.push(`${shape.name} ${await outcomeOf(shape)}`);
  expect(outcomes.filter((one) => / wrong: /.test(one))).toEqual([]);
  const right = outcomes.filter((one) => one.endsWith(" right"));
  expect(right.length, outcomes.join("\n")).toBeGreaterThanOrEqual(45);
});
