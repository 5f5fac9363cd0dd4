import { expect, it } from "vitest";
import { parseFleet } from "../../src/schema/index.ts";
import { ACCOUNTS, carsOf, diagnosticsOf, findingsIn, GLOBAL } from "./fleet-text.ts";

const read = (text: string) => parseFleet(text, "fleet.yaml");
const countriesIn = (text: string) => carsOf(read(text)).map(({ licenseNumber, country }) => [licenseNumber, country]);

it("the country of a car is its own or, where it states none, that of `defaults`", () => {
  const text = `${GLOBAL}defaults: { country: DK }
cars:
  - AB12345
  - { licenseNumber: ABC123, country: SE }
  - licenseNumber: AB12346
    note: pool car
`;
  expect(countriesIn(text)).toEqual([
    ["AB12345", "DK"],
    ["ABC123", "SE"],
    ["AB12346", "DK"],
  ]);
});

it("the country of a car of cars in accounts comes from `defaults`, too", () => {
  const text = `${ACCOUNTS}defaults: { country: DK }\naccounts: [{ baId: 1, cars: [AB12345] }]\n`;
  expect(carsOf(read(text), "1")).toMatchObject([{ licenseNumber: "AB12345", country: "DK" }]);
});

it.each([
  ["dk", "Write `country: DK`."],
  ["UK", "Write `country: GB`."],
  ["el", "Write `country: GR`."],
  ["Denmark", "Correct `country`, or remove it."],
  ["ZZ", "Correct `country`, or remove it."],
])("a wrong country, %s, on a car is an error with the place and the fix", (code, fix) => {
  const [finding] = diagnosticsOf(read(`${GLOBAL}cars: [{ licenseNumber: AB12345, country: ${code} }]\n`));
  expect(finding).toMatchObject({ severity: "error", code: "wrong-value", source: { line: 3, column: 43 }, fix });
  expect(finding?.message).toBe(`\`country\` must be a country code of ISO 3166-1, such as \`DK\`, not \`${code}\`.`);
});

it("a wrong country in `defaults` is an error that names the code that was meant", () => {
  const [finding] = diagnosticsOf(read(`${GLOBAL}defaults: { country: UK }\ncars: [AB12ABC]\n`));
  expect(finding).toMatchObject({ severity: "error", source: { line: 3 }, fix: "For example: `country: GB`." });
});

it("the country may be `NO`, for Norway, without quotes", () => {
  expect(countriesIn(`${GLOBAL}cars: [{ licenseNumber: AB12345, country: NO }]\n`)).toEqual([["AB12345", "NO"]]);
});

it("the country does not make two mentions of one plate differ", () => {
  const cars = "[{ licenseNumber: AB12345, country: US }, AB12345]";
  expect(findingsIn(`${GLOBAL}defaults: { country: DK }\ncars: ${cars}\n`)).toEqual(["duplicate-plate 4:49"]);
});
