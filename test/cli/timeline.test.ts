import { expect, it } from "vitest";
import { flows } from "./flows.ts";
import { globalPlace, type Place } from "./harness.ts";

flows(import.meta.url);

it("audit and car find say that the journal of another server is ignored", async () => {
  const here = await globalPlace([], ["NEW1"]);
  await here.run("apply", "--auto-approve");
  const other = await globalPlace([], ["NEW1"]);
  other.write(".platectl/state.jsonl", here.read(".platectl/state.jsonl"));
  const { warnings } = JSON.parse((await other.run("audit", "--json")).stdout);
  expect(warnings).toMatchObject([{ code: "journal-of-another-server" }]);
  const find = async (place: Place) => (await place.run("car", "find", "NEW1")).stdout;
  expect(await find(here)).toMatch(/^Last sent: .* add verified/m);
  const ignored = /^Last sent: never; 1 entry of the journal is of another server or mode, and not shown$/m;
  expect(await find(other)).toMatch(ignored);
  // A document that does not fit its schema fails the run.
  const { note } = JSON.parse((await other.run("car", "find", "NEW1", "--json")).stdout);
  expect(note).toMatch(/^1 entry of the journal/);
});
