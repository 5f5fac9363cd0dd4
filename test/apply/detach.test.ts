import { expect, it } from "vitest";
import { applyCases } from "./cases.ts";
import { outcomes, planOf, unreadable, World } from "./world.ts";

const ACCOUNT = "account:4711";

/** A list with three cars, of which a parking user holds some. */
function worldHolding(...plates: readonly string[]): World {
  const world = new World().put(["AB1", "AB2", "AB3"], ACCOUNT);
  world.held.set("51", new Set(plates));
  return world;
}

applyCases(import.meta.url);

it("a detach is journalled before it is sent, with its parking user", async () => {
  const world = worldHolding("AB1");
  await world.apply(planOf([ACCOUNT, { delete: ["AB1"], detach: { 51: ["AB1"] } }]));
  expect(world.journal[0]).toMatchObject({ kind: "intent", action: "detach", scope: ACCOUNT, parkingUser: "51" });
  expect(world.journal[1]).toMatchObject({ kind: "outcome", action: "detach", scope: ACCOUNT, parkingUser: "51" });
  expect(world.events.indexOf("intent")).toBeLessThan(world.events.indexOf("send"));
});

it("nothing is sent to a parking user who cannot be read", async () => {
  const world = worldHolding("AB1");
  world.heldBy = () => {
    throw unreadable();
  };
  const result = await world.apply(planOf([ACCOUNT, { source: "state", delete: ["AB1"], detach: { 51: ["AB1"] } }]));
  expect(world.sent).toEqual([]);
  expect(outcomes(result)).toEqual({ "51 AB1": "not-sent", AB1: "not-sent" });
});

it("the run stops when a parking user loses more than asked", async () => {
  const world = worldHolding("AB1", "ZZ8", "ZZ9");
  world.behaviour = ({ action }, { held }) => {
    if (action === "detach") held.get("51")?.clear();
    return undefined;
  };
  const result = await world.apply(planOf([ACCOUNT, { delete: ["AB1"], detach: { 51: ["AB1"] } }]));
  expect(result.alarms[0]?.message).toContain("took 2 more away (`ZZ8`, `ZZ9`)");
  expect(outcomes(result)).toEqual({ "51 AB1": "verified", AB1: "not-sent" });
  expect(world.plates(ACCOUNT)).toContain("AB1");
});
