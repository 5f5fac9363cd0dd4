import { expect, it } from "vitest";
import { globalFile, numbered, Town } from "./town.ts";

it("H2: an interrupt that comes while a plan is made ends the run before anything is sent", async () => {
  const town = new Town();
  const stop = new AbortController();
  // The town answers at once: it is around the calculation that the event loop turns for the first time.
  setImmediate(() => stop.abort(new Error("interrupted")));
  const file = globalFile(numbered("AB", 1, 10));
  await expect(town.apply(file, { stop: stop.signal })).rejects.toThrow("interrupted");
  expect(town.sent).toEqual([]);
  await town.apply(globalFile(["CD1"]));
  expect(town.plates()).toEqual(["CD1"]);
});
