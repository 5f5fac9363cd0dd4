import { expect, it } from "vitest";
import { lookalikesIn, readPlate } from "../../src/allowlist/index.ts";
import { seedData } from "../../src/sandbox/index.ts";

const NOW = Date.UTC(2026, 10, 23, 12);
const data = seedData(1, NOW);
const plates = data.cars.map((car) => car.licenseNumber);
const records = data.accounts.flatMap((account) => account.billing);

it("seeded contents are the same for the same seed, byte by byte, and different for another", () => {
  expect(JSON.stringify(seedData(7, NOW))).toBe(JSON.stringify(seedData(7, NOW)));
  expect(JSON.stringify(seedData(8, NOW))).not.toBe(JSON.stringify(seedData(7, NOW)));
});

it("seeded contents have plates that nobody refuses and no two of which are the same car", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const readings = seedData(seed, NOW).cars.map((car) => readPlate(car.licenseNumber, { foldLookalikes: false }));
    expect(readings.filter((reading) => reading.kind !== "plate")).toEqual([]);
    const keys = readings.map((reading) => (reading.kind === "plate" ? reading.plateKey : ""));
    expect(new Set(keys).size).toBe(keys.length);
  }
  expect(plates.flatMap(lookalikesIn).length).toBeGreaterThan(0);
});

it("seeded contents have leased cars, cars of customer care, a fleet beyond the list and an account closed to the client", () => {
  expect(data.cars.some((car) => car.features.includes("LEASING"))).toBe(true);
  expect(data.cars.some((car) => car.addedByCustomerCare)).toBe(true);
  const fleet = data.fleet.map((car) => car.licenseNumber);
  expect(fleet.some((plate) => plates.includes(plate))).toBe(true);
  expect(fleet.some((plate) => !plates.includes(plate))).toBe(true);
  expect(data.accounts.map((account) => [account.baId, account.closed])).toEqual([
    ["4711", false],
    ["4712", false],
    ["4713", false],
    ["4799", true],
    ["9007199254740993", false],
  ]);
});

it("seeded contents have billing records of several currencies whose amounts add up to the smallest unit", () => {
  expect(new Set(records.map((record) => record.currency.currencyCode)).size).toBeGreaterThan(5);
  for (const record of records) {
    const digits = record.currency.defaultFractionDigits;
    expect(record.amountIncludingVat.split(".")[1]?.length ?? 0).toBe(digits);
    const net = Number(record.amountExcludingVat);
    const gross = Number(record.amountIncludingVat);
    expect(Math.abs(gross - net * (1 + Number(record.vat) / 100))).toBeLessThanOrEqual(0.5 / 10 ** digits + 1e-9);
    expect(record.startDate < record.endDate).toBe(true);
  }
  expect(records.some((record) => !plates.includes(record.parking.licensePlate))).toBe(true);
});

it("seeded contents have parking of the last 30 days on any day, some of it by cars on no list, and none that is yet to come", () => {
  for (let day = 0; day < 400; day += 9) {
    const now = Date.UTC(2026, 0, 1 + day, 23, 59);
    const { cars, accounts } = seedData(1, now);
    const listed = new Set(cars.map((car) => car.licenseNumber));
    const from = now - 30 * 86_400_000;
    const all = accounts.filter(({ closed }) => !closed).flatMap(({ billing }) => billing);
    const recent = all.filter(({ startDate }) => Date.parse(startDate) >= from);
    expect(recent.length).toBeGreaterThan(30);
    expect(recent.filter(({ parking }) => !listed.has(parking.licensePlate)).length).toBeGreaterThan(2);
    expect(all.filter(({ endDate }) => Date.parse(endDate) > now)).toEqual([]);
  }
});
