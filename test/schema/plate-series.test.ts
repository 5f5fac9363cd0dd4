import { expect, it } from "vitest";
import { loadFleet, parseFleet } from "../../src/schema/index.ts";
import { ACCOUNTS, diagnosticsOf, folderWith, GLOBAL } from "./fleet-text.ts";

const DANISH = `${GLOBAL}defaults: { country: DK }\n`;
const warningsIn = (text: string) => diagnosticsOf(parseFleet(text, "fleet.yaml"));

it("plates that match no series of their country are a warning with the place and the plate that was probably meant", () => {
  expect(warningsIn(`${DANISH}cars:\n  - AB12345\n  - AB1234S\n`)).toEqual([
    {
      severity: "warning",
      code: "plate-series",
      message: "`AB1234S` does not match any Danish series. Did you mean `AB12345`?",
      source: { file: "fleet.yaml", line: 6, column: 5 },
      licenseNumber: "AB1234S",
      scope: "global",
      fix: "Correct the plate, or write the `country` where the car is registered.",
    },
  ]);
});

it("plates that match no series of their country are found in lists of other files, and in accounts", async () => {
  const files = {
    "fleet.yaml": `${ACCOUNTS}defaults: { country: DK }\naccounts:\n  - { baId: 1, cars: [AB1234S] }\n  - { baId: 2, carsFrom: [{ file: a.txt }] }\n`,
    "a.txt": "AB12345\nAB1234S\n",
  };
  const places = diagnosticsOf(await loadFleet(["fleet.yaml"], { cwd: folderWith(files) })).map(
    ({ source, code }) => `${code} ${source?.file}:${source?.line}`,
  );
  expect(places).toEqual(["plate-series a.txt:2", "plate-series fleet.yaml:5"]);
});

it("plates that match no series of their country are named up to the thousandth; one warning says where the others begin, and how many they are", () => {
  const plates = Array.from({ length: 1036 }, (_, at) => `  - AB1${1000 + at}S\n`);
  const warnings = warningsIn(`${DANISH}cars:\n${plates.join("")}`);
  expect(warnings).toHaveLength(1000);
  expect(warnings[999]).toMatchObject({
    code: "plate-series",
    message: "37 more plates, from here on, match no series of their country.",
    source: { line: 1004, column: 5 },
  });
});

it("plates that look foreign in a national list are one warning together, at the first of them", () => {
  const visitors = Array.from({ length: 30 }, (_, at) => `  - PKL 380${10 + at}\n`);
  expect(warningsIn(`${DANISH}cars:\n  - AB12345\n${visitors.join("")}`)).toEqual([
    {
      severity: "warning",
      code: "foreign-plates",
      message:
        "30 plates look foreign, not Danish (possibly PL 30): `PKL 38010`, `PKL 38011`, `PKL 38012` and 27 others.",
      source: { file: "fleet.yaml", line: 6, column: 5 },
      fix: "Where they are right, write the `country` of these cars.",
    },
  ]);
});

it("plates that look foreign in a national list are one warning for all accounts together", () => {
  const accounts = [1, 2, 3].map((id) => `  - { baId: ${id}, cars: [PKL 3800${id}] }\n`);
  const warnings = warningsIn(`${ACCOUNTS}defaults: { country: DK }\naccounts:\n${accounts.join("")}`);
  expect(warnings.map(({ message }) => message)).toEqual([
    "3 plates look foreign, not Danish (possibly PL 3): `PKL 38001`, `PKL 38002`, `PKL 38003`.",
  ]);
});
