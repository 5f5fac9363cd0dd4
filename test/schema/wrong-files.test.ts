import { expect, it } from "vitest";
import { ACCOUNTS, diagnosticsOf, GLOBAL, load } from "./fleet-text.ts";

const CARS = `${GLOBAL}cars:\n`;
const FROM_CSV = `${GLOBAL}carsFrom: [{ file: c.csv, column: plate, validFrom: from, validUntil: to, dates: DD.MM.YYYY }]\n`;
const BY_ACCOUNT = `${ACCOUNTS}carsFrom: [{ file: c.csv, column: plate, account: no }]\naccounts: [{ baId: 1 }]\n`;

/** What is wrong, where it must be said (`file:line`), and the files: the text of `fleet.yaml`, and of `c.csv` where it names one. */
const WRONG: readonly (readonly [what: string, place: string, fleet: string, list?: string])[] = [
  ["an empty file", "fleet.yaml:1", ""],
  ["a list in place of a fleet file", "fleet.yaml:1", "- AB12345\n"],
  ["no version", "fleet.yaml:1", "mode: global\ncars: []\n"],
  ["a mode that is not known", "fleet.yaml:2", "version: 1\nmode: globl\ncars: []\n"],
  ["no cars", "fleet.yaml:1", GLOBAL],
  ["cars without a list", "fleet.yaml:3", `${GLOBAL}cars: AB12345\n`],
  ["a key that is misspelt", "fleet.yaml:3", `${GLOBAL}cras: []\n`],
  ["a key that is written twice", "fleet.yaml:4", `${GLOBAL}cars: []\ncars: []\n`],
  ["a car without a plate", "fleet.yaml:4", `${CARS}  - { note: x }\n`],
  ["a car with an unknown key", "fleet.yaml:4", `${CARS}  - { licenseNumber: AB1, colour: red }\n`],
  ["a car that is a list", "fleet.yaml:4", `${CARS}  - [AB1]\n`],
  ["a plate of signs", "fleet.yaml:4", `${CARS}  - "!!!"\n`],
  ["a plate that is too long", "fleet.yaml:4", `${CARS}  - ABCDEFGHIJKLMNOPQ1\n`],
  [
    "a plate twice with other days",
    "fleet.yaml:5",
    `${CARS}  - AB1\n  - { licenseNumber: ab 1, validUntil: 2026-01-01 }\n`,
  ],
  ["a day that does not exist", "fleet.yaml:4", `${CARS}  - { licenseNumber: AB1, validUntil: 2026-02-30 }\n`],
  [
    "days that are swapped",
    "fleet.yaml:4",
    `${CARS}  - { licenseNumber: A1, validFrom: 2026-02-02, validUntil: 2026-01-01 }\n`,
  ],
  ["a country that is none", "fleet.yaml:4", `${CARS}  - { licenseNumber: AB1, country: XX }\n`],
  ["features that are no list", "fleet.yaml:4", `${CARS}  - { licenseNumber: AB1, features: LEASING }\n`],
  ["a missing dash", "fleet.yaml:5", `${CARS}  - AB1\n  CD2\n`],
  ["a tab", "fleet.yaml:4", `${CARS}\t- AB1\n`],
  ["a quote that is not closed", "fleet.yaml:4", `${CARS}  - "AB1\n`],
  ["a bracket that is not closed", "fleet.yaml:3", `${GLOBAL}cars: [AB1\n`],
  ["an anchor", "fleet.yaml:4", `${CARS}  - &a AB1\n`],
  ["a tag", "fleet.yaml:4", `${CARS}  - !!str AB1\n`],
  ["two documents", "fleet.yaml:4", `${GLOBAL}cars: []\n---\nmode: global\n`],
  ["conflict markers", "fleet.yaml:4", `${CARS}<<<<<<< ours\n  - AB1\n=======\n  - CD2\n>>>>>>> theirs\n`],
  ["accounts in global mode", "fleet.yaml:4", `${GLOBAL}cars: []\naccounts: []\n`],
  ["cars at the top in billing-account mode", "fleet.yaml:3", `${ACCOUNTS}cars: []\naccounts: []\n`],
  ["an account twice", "fleet.yaml:5", `${ACCOUNTS}accounts:\n  - { baId: 1, cars: [] }\n  - { baId: 1, cars: [] }\n`],
  ["a count that differs", "fleet.yaml:3", `${GLOBAL}count: 2\ncars: [AB1]\n`],
  ["a percentage above 100", "fleet.yaml:4", `${GLOBAL}cars: []\npolicy: { maxDeletes: { percent: 200 } }\n`],
  ["a time zone that is none", "fleet.yaml:4", `${GLOBAL}cars: []\ntimeZone: Mars\n`],
  ["a list that is missing", "fleet.yaml:3", `${GLOBAL}carsFrom: [{ file: d.csv, column: plate }]\n`],
  ["a list outside of the folder", "fleet.yaml:3", `${GLOBAL}carsFrom: [{ file: ../d.csv, column: plate }]\n`],
  ["a list without the column", "c.csv:1", FROM_CSV, "no;from;to\n1;;\n"],
  ["a list without a header", "c.csv:1", FROM_CSV, "AB12345;01.01.2026;\n"],
  ["a row without a plate", "c.csv:3", FROM_CSV, "plate;from;to\nAB1;;\n;01.01.2026;\n"],
  ["a row with too many cells", "c.csv:2", FROM_CSV, "plate;from;to\nAB1;;;x\n"],
  ["a day in another format", "c.csv:2", FROM_CSV, "plate;from;to\nAB1;2026-01-01;\n"],
  ["a row with swapped days", "c.csv:2", FROM_CSV, "plate;from;to\nAB1;02.01.2026;01.01.2026\n"],
  ["a quote in a row that is not closed", "c.csv:2", FROM_CSV, 'plate;from;to\n"AB1;;\n'],
  ["a plate that a spreadsheet changed", "c.csv:2", FROM_CSV, "plate;from;to\n1.23E+47;;\n"],
  ["a row of no account", "c.csv:3", BY_ACCOUNT, "plate;no\nAB1;1\nCD2;x\n"],
  ["a row of an account that is not declared", "c.csv:3", BY_ACCOUNT, "plate;no\nAB1;1\nCD2;2\n"],
];

it.each(WRONG.map(([what, place, fleet, list = ""]) => [what, place, fleet, list] as const))(
  "%s is an error with its place, its reason and what to write",
  async (_, place, fleet, list) => {
    const reading = await load({ "fleet.yaml": fleet, "c.csv": list });
    const errors = diagnosticsOf(reading).filter(({ severity }) => severity === "error");
    const places = errors.map(({ source }) => `${source?.file}:${source?.line}`);
    expect(places).toContain(place);
    for (const { message, fix } of errors) {
      expect(message).toMatch(/^.{10,}\.$/s);
      expect(fix).toMatch(/^.{10,}[.?]$/s);
    }
  },
);

it.each([
  ["a fleet file", `${CARS}${'  - "!!!"\n'.repeat(33_000)}`, "", 1001],
  ["a list", FROM_CSV, `plate;from;to\n${"AB1;soon;\n".repeat(33_000)}`, 2],
])("33,000 wrong rows of %s are a bounded number of errors", async (_, fleet, list, most) => {
  const found = diagnosticsOf(await load({ "fleet.yaml": fleet, "c.csv": list }));
  expect(found).toHaveLength(most);
  expect(found.at(-1)?.message).toBe("32,000 more errors are not shown.");
  expect(JSON.stringify(found).length).toBeLessThan(1_000_000);
});
