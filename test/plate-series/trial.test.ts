import { expect, it } from "vitest";
import { countries, judgePlate, plateMeant } from "../../src/plate-series/index.ts";
import { keyOf } from "../plan/support.ts";
import { EXAMPLES, type Example } from "./examples.ts";

const LOOKALIKES = new Map([..."O0I1B8S5Z2G6"].map((character, at, all) => [character, all[at ^ 1] ?? ""]));

const examples: readonly Example[] = EXAMPLES.map(({ country, plate }) => ({ country, plate: keyOf(plate) }));

function isDoubted(country: string, plate: string): boolean {
  return judgePlate(country, plate) !== "fits";
}

function share(all: readonly Example[], test: (example: Example) => boolean): number {
  return all.filter(test).length / all.length;
}

it("the trial of plate series uses more than 2,000 plates, at least twenty of each country", () => {
  const perCountry = Array.from(
    countries().keys(),
    (country) => examples.filter((one) => one.country === country).length,
  );
  expect(examples.length).toBeGreaterThan(3_500);
  expect(Math.min(...perCountry)).toBeGreaterThanOrEqual(20);
});

it("plate series doubt fewer than one in a hundred real formats", () => {
  expect(share(examples, ({ country, plate }) => isDoubted(country, plate))).toBeLessThan(0.01);
});

it("plate series find at least 80 of 100 plates in which one character was taken for its look-alike, and name most of them", () => {
  const typed = examples.flatMap(({ country, plate }) => {
    const at = [...plate].findIndex((character) => LOOKALIKES.has(character));
    const other = LOOKALIKES.get(plate.charAt(at)) ?? "";
    return at < 0 ? [] : [{ country, plate: plate.slice(0, at) + other + plate.slice(at + 1), meant: plate }];
  });
  expect(typed.length).toBeGreaterThan(3_000);
  expect(share(typed, ({ country, plate }) => isDoubted(country, plate))).toBeGreaterThan(0.8);
  const named = typed.filter(({ country, plate, meant }) => {
    return judgePlate(country, plate) === "doubt" && plateMeant(country, plate) === meant;
  });
  expect(named.length / typed.length).toBeGreaterThan(0.75);
});

it("plate series find at least 75 of 100 plates with one character too many", () => {
  const typed = examples.map(({ country, plate }, at) => {
    const place = at % (plate.length + 1);
    const extra = "A7K3X9".charAt(at % 6);
    return { country, plate: plate.slice(0, place) + extra + plate.slice(place) };
  });
  expect(share(typed, ({ country, plate }) => isDoubted(country, plate))).toBeGreaterThan(0.75);
});

it("plate series find at least 35 of 100 plates with one character missing: the others are valid shorter plates", () => {
  const typed = examples.map(({ country, plate }, at) => {
    const place = at % plate.length;
    return { country, plate: plate.slice(0, place) + plate.slice(place + 1) };
  });
  expect(share(typed, ({ country, plate }) => isDoubted(country, plate))).toBeGreaterThan(0.35);
});
