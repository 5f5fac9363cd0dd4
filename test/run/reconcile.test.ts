import { expect, it } from "vitest";
import type { DesiredState } from "../../src/allowlist/index.ts";
import { desiredFrom, globalFile, Town } from "../convergence/town.ts";
import { runCases } from "./cases.ts";

const CARS = ["AA1", "AA2", "AA3", "AA4"];

function fileOf(more: string): DesiredState {
  return { ...desiredFrom(globalFile([...CARS, more])), files: [{ path: "fleet.yaml", sha256: more }] };
}

runCases(import.meta.url);

it("what a run left out is still an edit in the next one, and what a whole run did and others undid is drift", async () => {
  const town = new Town().put([...CARS, "OLD1"]);
  const reasonsOf = async (wanted: DesiredState) =>
    (await town.plan(wanted)).plan?.scopes.flatMap(({ changes }) =>
      changes.map((one) => `${one.action} ${one.reason?.kind}`),
    );
  expect((await town.apply(fileOf("NEW1"), { choice: { only: ["add"] } })).exitCode).toBe(0);
  expect(await reasonsOf(fileOf("NEW1"))).toEqual(["delete edit"]);
  expect((await town.apply(fileOf("NEW1"))).exitCode).toBe(0);
  // The list has as many cars as before, so that the end of the run alone says what was desired.
  expect((await town.apply(fileOf("NEW2"))).exitCode).toBe(0);
  town.put(["XX1"]);
  expect(await reasonsOf(fileOf("NEW2"))).toEqual(["delete drift"]);
});
