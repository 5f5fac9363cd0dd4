import fc from "fast-check";
import { expect, it } from "vitest";
import { type LiveEntry, listDigest, readPlate } from "../../src/allowlist/index.ts";

function entryOf(licenseNumber: string, differing: Partial<LiveEntry> = {}): LiveEntry {
  const reading = readPlate(licenseNumber, { foldLookalikes: false });
  if (reading.kind !== "plate") throw new Error(`${licenseNumber} is not a plate`);
  return { licenseNumber, plateKey: reading.plateKey, features: [], addedByCustomerCare: false, ...differing };
}

const rows = fc
  .uniqueArray(fc.stringMatching(/^[A-C]{1,3}[0-9]{1,2}$/), { maxLength: 12 })
  .map((plates) => plates.map((plate) => entryOf(plate)));

it("the digest of a list does not depend on the order of the rows (E5)", () => {
  const permuted = rows.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
  fc.assert(
    fc.property(permuted, ([all, other]) => {
      expect(listDigest(other)).toBe(listDigest(all));
    }),
  );
});

it("the digest of a list differs for different sets of rows", () => {
  fc.assert(
    fc.property(rows, rows, (left, right) => {
      const plates = (list: readonly LiveEntry[]) => list.map(({ licenseNumber }) => licenseNumber).sort();
      const isSame = plates(left).join() === plates(right).join();
      expect(listDigest(left) === listDigest(right)).toBe(isSame);
    }),
  );
});

const row = entryOf("AB1", { features: ["LEASING", "POOL"] });
it.each([
  ["spelling", { ...row, licenseNumber: "AB-1" }],
  ["features", { ...row, features: ["LEASING"] }],
  ["where one feature ends", { ...row, features: ["LEASINGPOOL"] }],
  ["customer care", { ...row, addedByCustomerCare: true }],
  ["doubt", { ...row, uncertain: true as const }],
  ["further rows", { ...row, otherSpellings: ["AB-1"] }],
])("another %s gives another digest of a list", (_, other) => {
  expect(listDigest([other])).not.toBe(listDigest([row]));
});

it("the digest of a list is the same in every version: approved plans and journals hold it", () => {
  const list = [
    entryOf("AB1"),
    entryOf("KÜN2", { features: ["LEASING", "POOL"] }),
    entryOf("CD3", { addedByCustomerCare: true, otherSpellings: ["CD-3"] }),
    entryOf("EF4", { uncertain: true }),
  ];
  expect(listDigest([])).toBe("0".repeat(32));
  expect(listDigest(list)).toBe("7d8bd53b371e4181301771544dc90e4b");
});

it("the digests of two lists differ when the rows swap their contents", () => {
  const swap = (one: string, other: string) =>
    listDigest([entryOf("AB1", { features: [one] }), entryOf("CD2", { features: [other] })]);
  expect(swap("LEASING", "POOL")).not.toBe(swap("POOL", "LEASING"));
});
