import { expect, it } from "vitest";
import { ITEMS_A_STEP } from "../../src/runtime/steps.ts";
import { globalFile, numbered, Town } from "./town.ts";

it("H2: an interrupt that comes while a long plan is made ends the run before anything is sent", async () => {
  const town = new Town();
  const stop = new AbortController();
  // The town answers at once: it is between two steps of the plan that the event loop turns for the first time.
  setImmediate(() => stop.abort(new Error("interrupted")));
  const file = globalFile(numbered("AB", 1, 2 * ITEMS_A_STEP));
  await expect(town.apply(file, { stop: stop.signal })).rejects.toThrow("interrupted");
  expect(town.sent).toEqual([]);
  await town.apply(globalFile(["CD1"]));
  expect(town.plates()).toEqual(["CD1"]);
});
