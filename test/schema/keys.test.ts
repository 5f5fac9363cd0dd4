import fc from "fast-check";
import { expect, it } from "vitest";
import { DEFAULT_INTERFACE, DEFAULT_POLICY } from "../../src/allowlist/index.ts";
import { parseFleet } from "../../src/schema/index.ts";
import { fleetCases } from "./cases.ts";
import { desiredOf, findingsIn, GLOBAL } from "./fleet-text.ts";

fleetCases(import.meta.url);

it("the contract's defaults hold where the file says nothing", () => {
  expect(desiredOf(parseFleet(`${GLOBAL}cars: []\n`, "fleet.yaml"))).toMatchObject({
    policy: DEFAULT_POLICY,
    interface: DEFAULT_INTERFACE,
    timeZone: "UTC",
  });
});

it("B2: no misspelling of any key is accepted", () => {
  const mutated = fc
    .constantFrom(..."policy interface timeZone defaults count carsFrom".split(" "))
    .chain((key) =>
      fc
        .tuple(fc.nat(key.length), fc.constantFrom("x", "S", "_"))
        .map(([at, letter]) => key.slice(0, at) + letter + key.slice(at)),
    );
  fc.assert(
    fc.property(mutated, (key) => {
      expect(findingsIn(`${GLOBAL}cars: []\n${key}: {}\n`)).toEqual(["unknown-key 4:1"]);
    }),
  );
});
