import fc from "fast-check";
import { expect, it } from "vitest";
import type { Plan } from "../../src/plan/index.ts";
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

it.each<[string, CarText[], LiveText[], string[]]>([
  ["is added with the desired spelling", ["ab-12 345"], [], ["+ ab-12 345"]],
  ["is deleted with the server's spelling", [], ["ab-12 345"], ["- ab-12 345"]],
  ["is unchanged under another spelling", ["AB 12345"], ["ab-12345"], []],
  [
    "gets features under the server's spelling",
    [{ plate: "AB 12345", features: ["LEASING"] }],
    ["ab-12345"],
    ["~ ab-12345"],
  ],
  ["loses features", ["AB12345"], [{ plate: "AB12345", features: ["LEASING"] }], ["~ AB12345"]],
  [
    "keeps equal features",
    [{ plate: "AB12345", features: ["LEASING", "POOL"] }],
    [{ plate: "AB12345", features: ["LEASING", "POOL"] }],
    [],
  ],
  ["is two cars when only O and 0 differ", ["ABO1"], ["AB01"], ["+ ABO1", "- AB01"]],
  ["is two cars when only an umlaut differs", ["BÖ1"], ["BO1"], ["+ BÖ1", "- BO1"]],
  [
    "listed under two spellings is deleted twice",
    [],
    [{ plate: "AB1", otherSpellings: ["A-B1"] }],
    ["- A-B1", "- AB1"],
  ],
  [
    "listed under two spellings is left alone when desired (V2, D6)",
    ["AB 1"],
    [{ plate: "A-B1", otherSpellings: ["AB1"] }],
    [],
  ],
  ["sent before and never confirmed is added again", ["AB1"], [{ plate: "AB1", uncertain: true }], ["+ AB1"]],
  ["sent before and never confirmed is deleted again", [], [{ plate: "AB1", uncertain: true }], ["- AB1"]],
])("one car, desired and live: %s", (_, desired, live, expected) => {
  expect(signs(planFor({ ...OPEN, desired, live }))).toEqual(expected);
});

it("a change shows both sides of the features, its place, and whether a deleted car is in use", () => {
  const plan = planFor({
    desired: [{ plate: "CD1", features: ["LEASING"] }],
    live: [{ plate: "AB1", features: ["POOL"] }, "EF1"],
    fleet: ["ab-1"],
  });
  expect(onlyScope(plan).changes).toMatchObject([
    { action: "add", licenseNumber: "CD1", features: { from: [], to: ["LEASING"] }, source: "fleet.yaml:10:5" },
    { action: "delete", licenseNumber: "AB1", features: { from: ["POOL"], to: [] }, inFleet: true },
    { action: "delete", licenseNumber: "EF1", features: { from: [], to: [] }, inFleet: false },
  ]);
});

it("a change carries the car's own note wherever the fleet file has one", () => {
  const plan = planFor({
    desired: [
      { plate: "AB1", note: "Anna Berg" },
      { plate: "CD1", features: ["POOL"], note: "pool, floor 2" },
      { plate: "EF1", note: "returned", validUntil: "2020-01-31" },
      "GH1",
    ],
    live: ["CD1", "EF1", "KL1"],
  });
  expect(onlyScope(plan).changes.map(({ licenseNumber, note }) => [licenseNumber, note])).toEqual([
    ["AB1", "Anna Berg"],
    ["GH1", undefined],
    ["CD1", "pool, floor 2"],
    ["EF1", "returned"],
    ["KL1", undefined],
  ]);
});

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

it("an unconfirmed car is shown as such on either side", () => {
  const plan = planFor({
    desired: ["AB1"],
    live: [
      { plate: "AB1", uncertain: true },
      { plate: "XY77", uncertain: true },
    ],
    source: "state",
  });
  expect(onlyScope(plan).changes.map(({ hint }) => hint)).toEqual([
    "sent before, and no answer says whether it is listed",
    "sent before, and no answer says whether it is listed",
  ]);
});

const window = { plate: "AB1", validFrom: "2026-05-01", validUntil: "2026-05-31" };
it.each([
  ["2026-04-30", [], ["- AB1"], "validFrom 2026-05-01 is yet to come"],
  ["2026-05-01", ["+ AB1"], [], undefined],
  ["2026-05-31", ["+ AB1"], [], undefined],
  ["2026-06-01", [], ["- AB1"], "validUntil 2026-05-31 has passed"],
])("validFrom and validUntil decide on %s", (day, whenAbsent, whenLive, hint) => {
  expect(signs(planFor({ day, desired: [window] }))).toEqual(whenAbsent);
  const plan = planFor({ day, desired: [window], live: ["AB1"] });
  expect(signs(plan)).toEqual(whenLive);
  expect(onlyScope(plan).changes[0]?.hint).toBe(hint);
  expect(onlyScope(plan).changes[0]?.source).toBe(hint && "fleet.yaml:10:5");
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

it("changes are ordered as adds, updates, deletes, each by plate in code-unit order", () => {
  const plan = planFor({
    desired: ["ZZ1", "ÄA1", "AA1", { plate: "MM2", features: ["LEASING"] }, { plate: "MM1", features: ["LEASING"] }],
    live: ["MM1", "MM2", "XX2", "XX10", "ÖX1"],
  });
  expect(signs(plan)).toEqual(["+ AA1", "+ ZZ1", "+ ÄA1", "~ MM1", "~ MM2", "- XX10", "- XX2", "- ÖX1"]);
});

it("changes of a long list are in code-unit order, whatever letters and however many of them their plates share", () => {
  const letters = fc.constantFrom("A", "Z", "0", "9", "Ä", "Ø", "Я");
  const plate = fc.array(letters, { minLength: 1, maxLength: 10 }).map((parts) => parts.join(""));
  const shared = fc.constantFrom("B", "A1", "AAAAA1", "ZZ9");
  const lists = fc.tuple(shared, fc.uniqueArray(plate, { minLength: 70, maxLength: 300 }));
  fc.assert(
    fc.property(lists, ([first, rest]) => {
      const desired = rest.map((one) => `${first}${one}`).filter((one) => one.length <= 16);
      const names = onlyScope(planFor({ desired, live: [] })).changes.map(({ plateKey }) => plateKey);
      expect(names).toEqual([...names].sort());
      expect(names).toHaveLength(desired.length);
    }),
  );
});
