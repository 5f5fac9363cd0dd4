import { expect, it } from "vitest";
import { type Behaviour, failed, LOST, planOf, response, resultsOf, unreadable, World } from "./world.ts";

const ACCOUNT = "account:4711";

/** A list with three cars, of which parking users hold some. */
function worldHolding(held: Record<string, readonly string[]>, behaviour: Behaviour = () => undefined): World {
  const world = new World().put(["AB1", "AB2", "AB3"], ACCOUNT);
  for (const [parkingUser, plates] of Object.entries(held)) world.held.set(parkingUser, new Set(plates));
  world.behaviour = behaviour;
  return world;
}

const onlyDetaches =
  (reply: ReturnType<Behaviour>): Behaviour =>
  ({ action }) =>
    action === "detach" ? reply : undefined;

/** `detach 51 AB1`, `delete AB1`: what was sent, in order. */
function requests({ sent }: World): string[] {
  return sent.map(({ action, parkingUser, cars }) =>
    [action, parkingUser, ...cars.map(({ licenseNumber }) => licenseNumber)].filter(Boolean).join(" "),
  );
}

/** Outcomes of the parking users' changes and of the list's, apart. */
function both(result: Awaited<ReturnType<World["apply"]>>) {
  const some = (isDetach: boolean) =>
    Object.fromEntries(
      resultsOf(result)
        .filter(({ action }) => (action === "detach") === isDetach)
        .map(({ licenseNumber, parkingUser, outcome }) => [
          [parkingUser, licenseNumber].filter(Boolean).join(" "),
          outcome,
        ]),
    );
  return { detached: some(true), deleted: some(false) };
}

it("a car is taken from its parking users before the delete, one request a car, and is read back", async () => {
  const world = worldHolding({ 51: ["AB1", "AB2", "ZZ9"], 52: ["AB1"] });
  const detach = { 51: ["AB1", "AB2"], 52: ["AB1"] };
  const result = await world.apply(planOf([ACCOUNT, { delete: ["AB1", "AB2"], detach }]));
  expect(requests(world)).toEqual(["detach 51 AB1", "detach 51 AB2", "detach 52 AB1", "delete AB1", "delete AB2"]);
  expect(both(result).detached).toEqual({ "51 AB1": "verified", "51 AB2": "verified", "52 AB1": "verified" });
  expect(both(result).deleted).toEqual({ AB1: "verified", AB2: "verified" });
  expect([...(world.held.get("51") ?? [])]).toEqual(["ZZ9"]);
  expect(result.scopes[0]?.counts.verified).toBe(5);
});

it("a detach is journalled before it is sent, with its parking user", async () => {
  const world = worldHolding({ 51: ["AB1"] });
  await world.apply(planOf([ACCOUNT, { delete: ["AB1"], detach: { 51: ["AB1"] } }]));
  expect(world.journal[0]).toMatchObject({ kind: "intent", action: "detach", scope: ACCOUNT, parkingUser: "51" });
  expect(world.journal[1]).toMatchObject({ kind: "outcome", action: "detach", scope: ACCOUNT, parkingUser: "51" });
  expect(world.events.indexOf("intent")).toBeLessThan(world.events.indexOf("send"));
});

it("the intent of a detach that was not sent is cancelled with its parking user", async () => {
  const world = worldHolding({ 51: ["AB1", "AB2"] }, onlyDetaches(response(401)));
  await world.apply(planOf([ACCOUNT, { delete: ["AB1", "AB2"], detach: { 51: ["AB1", "AB2"] } }]));
  const withdrawn = world.journal.filter((entry) => entry.kind === "outcome" && entry.cars[0]?.outcome === "not-sent");
  expect(withdrawn).toMatchObject([{ action: "detach", parkingUser: "51", cars: [{ licenseNumber: "AB2" }] }]);
});

it.each([
  ["a refused car", failed({ licenseNumber: "AB1", error: "not yours" })],
  ["no such user or car", response(404)],
  ["no permission for parking users", response(403)],
])("the delete is sent when the server refuses the detach: %s", async (_, reply) => {
  const world = worldHolding({ 51: ["AB1"] }, onlyDetaches(reply));
  const result = await world.apply(planOf([ACCOUNT, { delete: ["AB1"], detach: { 51: ["AB1"] } }]));
  expect(both(result)).toEqual({ detached: { "51 AB1": "rejected" }, deleted: { AB1: "verified" } });
  expect(result.alarms).toEqual([]);
});

it("a car stays on the list while a parking user may still hold it, so that the next run finds both again", async () => {
  const world = worldHolding({ 51: ["AB1"] }, onlyDetaches(LOST));
  const result = await world.apply(planOf([ACCOUNT, { delete: ["AB1", "AB2"], detach: { 51: ["AB1"] } }]));
  expect(both(result).detached).toEqual({ "51 AB1": "unknown" });
  expect(world.plates(ACCOUNT)).toContain("AB1");
  const held = resultsOf(result).find(({ action, licenseNumber }) => action === "delete" && licenseNumber === "AB1");
  expect(held).toMatchObject({ outcome: "not-sent" });
});

it("a lost detach that worked is found done, and is not sent again", async () => {
  const world = worldHolding({ 51: ["AB1"] }, ({ action, parkingUser = "" }, { held }) => {
    if (action !== "detach") return undefined;
    held.get(parkingUser)?.delete("AB1");
    return LOST;
  });
  const result = await world.apply(planOf([ACCOUNT, { delete: ["AB1"], detach: { 51: ["AB1"] } }]));
  expect(requests(world)).toEqual(["detach 51 AB1", "delete AB1"]);
  expect(both(result)).toEqual({ detached: { "51 AB1": "verified" }, deleted: { AB1: "verified" } });
});

it("a detach is held back with its delete", async () => {
  const refused = failed({ licenseNumber: "AB1", error: "the account is full" });
  const world = worldHolding({ 51: ["AB1", "AB2"] }, ({ action }) => (action === "add" ? refused : undefined));
  const work = { delete: ["AB1", "AB2"], detach: { 51: ["AB1", "AB2"] } };
  const result = await world.apply(planOf(["account:4712", { add: ["AB1"] }], [ACCOUNT, work]));
  expect(requests(world)).toEqual(["add AB1", "detach 51 AB2", "delete AB2"]);
  expect(both(result).detached).toEqual({ "51 AB1": "not-sent", "51 AB2": "verified" });
});

it("nothing is sent to a parking user who cannot be read", async () => {
  const world = worldHolding({ 51: ["AB1"] });
  world.heldBy = () => {
    throw unreadable();
  };
  const result = await world.apply(planOf([ACCOUNT, { source: "state", delete: ["AB1"], detach: { 51: ["AB1"] } }]));
  expect(requests(world)).toEqual([]);
  expect(both(result)).toEqual({ detached: { "51 AB1": "not-sent" }, deleted: { AB1: "not-sent" } });
});

it("the run stops when a parking user loses more than asked", async () => {
  const world = worldHolding({ 51: ["AB1", "ZZ8", "ZZ9"] }, ({ action }, { held }) => {
    if (action === "detach") held.get("51")?.clear();
    return undefined;
  });
  const result = await world.apply(planOf([ACCOUNT, { delete: ["AB1"], detach: { 51: ["AB1"] } }]));
  expect(result.alarms[0]?.message).toContain("took 2 more away (`ZZ8`, `ZZ9`)");
  expect(both(result)).toEqual({ detached: { "51 AB1": "verified" }, deleted: { AB1: "not-sent" } });
  expect(world.plates(ACCOUNT)).toContain("AB1");
});
