import fc from "fast-check";
import { expect, it } from "vitest";
import type { Plan } from "../../src/plan/index.ts";
import { planCases } from "./cases.ts";
import {
  type CarText,
  DAY,
  desiredCars,
  desiredEntry,
  keyOf,
  type LiveText,
  liveCars,
  liveEntry,
  onlyScope,
  planFor,
  signs,
} from "./support.ts";

const OPEN = { policy: { allowEmpty: true, protect: { customerCare: true, plates: ["Ä*"] } } };

planCases(import.meta.url);

it("a delete says nothing of use where the fleet could not be read", () => {
  const [change] = onlyScope(planFor({ desired: [], live: ["AB1"] })).changes;
  expect(change).not.toHaveProperty("inFleet");
});

it("cars of billing accounts have no features", () => {
  const plan = planFor({
    scopes: { "account:1": { desired: ["AB1", "CD1"], live: [{ plate: "AB1", features: ["LEASING"] }, "EF1"] } },
  });
  expect(signs(plan)).toEqual(["+ CD1", "- EF1"]);
  for (const change of onlyScope(plan).changes) expect(change).not.toHaveProperty("features");
});

interface Row {
  readonly plateKey: string;
  readonly features: readonly string[];
}

/** The rows of a list, by spelling; whether unconfirmed cars are among them is up to `isThere`. */
function rowsOf(live: readonly LiveText[], isThere: boolean): Map<string, Row> {
  return new Map(
    live
      .map(liveEntry)
      .filter(({ uncertain }) => !uncertain || isThere)
      .flatMap(({ licenseNumber, otherSpellings = [], plateKey, features }) =>
        [licenseNumber, ...otherSpellings].map((spelling) => [spelling, { plateKey, features }] as const),
      ),
  );
}

/** A server that does as it is told: adding a car that is there gives it other features. */
function applied(rows: Map<string, Row>, plan: Plan): Map<string, Row> {
  for (const { action, licenseNumber, features } of onlyScope(plan).changes) {
    const plateKey = keyOf(licenseNumber);
    const there = [...rows].find(([spelling, row]) => spelling === licenseNumber || row.plateKey === plateKey);
    if (action === "delete") rows.delete(licenseNumber);
    else rows.set(there?.[0] ?? licenseNumber, { plateKey, features: features?.to ?? [] });
  }
  return rows;
}

it("applying the difference gives desired ∪ exempt, whether or not unconfirmed cars are on the list", () => {
  fc.assert(
    fc.property(desiredCars, liveCars, fc.boolean(), (desired, live, isThere) => {
      const plan = planFor({ ...OPEN, desired, live });
      const rows = applied(rowsOf(live, isThere), plan);
      const exempt = onlyScope(plan).exempt.filter(({ licenseNumber }) => rowsOf(live, isThere).has(licenseNumber));
      const wanted = desired.map((car) => desiredEntry(car).plateKey);
      const expected = new Set([...wanted, ...exempt.map(({ licenseNumber }) => keyOf(licenseNumber))]);
      expect(new Set([...rows.values()].map(({ plateKey }) => plateKey))).toEqual(expected);
      for (const { licenseNumber } of exempt) expect(rows.has(licenseNumber)).toBe(true);
      for (const { plateKey, features } of desired.map((car) => desiredEntry(car))) {
        const there = [...rows.values()].filter((row) => row.plateKey === plateKey);
        expect(there.map((row) => row.features)).toContainEqual(features);
      }
    }),
  );
});

it("the difference of a list and itself is empty", () => {
  fc.assert(
    fc.property(desiredCars, (cars) => {
      const live = cars
        .map((car) => desiredEntry(car))
        .map(({ licenseNumber: plate, features }) => ({ plate, features }));
      const plan = planFor({ ...OPEN, desired: cars, live });
      expect(onlyScope(plan)).toMatchObject({ changes: [], exempt: [], counts: { unchanged: cars.length } });
    }),
  );
});

it("V2, E8: no desired plate is in a delete, no undesired one in an add, and none is in both", () => {
  fc.assert(
    fc.property(desiredCars, liveCars, (desired, live) => {
      const wanted = new Set(desired.map((car) => desiredEntry(car).plateKey));
      for (const { action, licenseNumber } of onlyScope(planFor({ ...OPEN, desired, live })).changes)
        expect(wanted.has(keyOf(licenseNumber))).toBe(action !== "delete");
    }),
  );
});

it("every car is counted once in a plan", () => {
  fc.assert(
    fc.property(desiredCars, liveCars, (desired, live) => {
      const plan = planFor({ ...OPEN, desired, live });
      const { counts, changes, exempt } = onlyScope(plan);
      expect(counts.add + counts.update + counts.unchanged).toBe(desired.length);
      expect(counts.add + counts.update + counts.delete).toBe(changes.length);
      expect(counts.exempt).toBe(exempt.length);
      expect(plan.counts).toEqual(counts);
    }),
  );
});

it("E5: the order of cars and rows does not change a plan", () => {
  const permuted = fc
    .tuple(desiredCars, liveCars)
    .chain(([desired, live]) =>
      fc.tuple(
        fc.constant({ desired, live }),
        fc.shuffledSubarray(desired, { minLength: desired.length }),
        fc.shuffledSubarray(live, { minLength: live.length }),
      ),
    );
  // Without lines: these are of the file, and so is the order that changes them.
  const bytes = (desired: readonly CarText[], live: readonly LiveText[]) =>
    JSON.stringify(planFor({ ...OPEN, desired, live })).replaceAll(/fleet\.yaml:\d+:5/g, "");
  fc.assert(
    fc.property(permuted, ([{ desired, live }, otherDesired, otherLive]) => {
      expect(bytes(otherDesired, otherLive)).toBe(bytes(desired, live));
    }),
  );
});

it("E5: neither the files' order nor the number of equal runs changes a byte of a plan", () => {
  const files = ["b.yaml", "cars/a.csv", "a.yaml"].map((path, at) => ({ path, sha256: String(at).repeat(64) }));
  const bytes = (list: typeof files) => JSON.stringify(planFor({ desired: ["AB1"], files: list, day: DAY }));
  expect(bytes(files.toReversed())).toBe(bytes(files));
  expect(bytes(files)).toBe(bytes(files));
});
