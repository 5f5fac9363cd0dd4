import { describe, expect, it } from "vitest";
import { parseFleet } from "../../src/schema/index.ts";
import { rowsOf, TEXT, TEXTS } from "../rows.ts";
import { ACCOUNTS, carsOf, desiredOf, diagnosticsOf, findingsIn, findingsOf, GLOBAL, platesOf } from "./fleet-text.ts";

const read = (text: string) => parseFleet(text, "fleet.yaml");

it("cars carry what the file says, and where", () => {
  const text = `${GLOBAL}defaults: { features: [LEASING] }
cars:
  - AB12345
  - licenseNumber: "0123456"
    features: []
    validFrom: 2026-01-01
    validUntil: 2099-12-31
    note: pool car, Malmö
  - { licenseNumber: kün-1, features: [POOL, LEASING, POOL] }
`;
  const file = "fleet.yaml";
  expect(carsOf(read(text))).toEqual([
    { licenseNumber: "AB12345", plateKey: "AB12345", features: ["LEASING"], source: { file, line: 5, column: 5 } },
    {
      licenseNumber: "0123456",
      plateKey: "0123456",
      features: [],
      validFrom: "2026-01-01",
      validUntil: "2099-12-31",
      note: "pool car, Malmö",
      source: { file, line: 6, column: 5 },
    },
    {
      licenseNumber: "kün-1",
      plateKey: "KÜN1",
      features: ["LEASING", "POOL"],
      source: { file, line: 11, column: 5 },
    },
  ]);
});

it("a note of a car may run over lines", () => {
  const text = `${GLOBAL}cars:\n  - licenseNumber: A1\n    note: |\n      first\n      second\n`;
  expect(carsOf(read(text))[0]?.note).toBe("first\nsecond");
});

it.each(rowsOf(import.meta.url, "an invalid car is refused", TEXT, TEXT))(
  "an invalid car is refused: %s",
  (car, finding) => {
    expect(findingsIn(`${GLOBAL}cars: [ ${car} ]\n`)).toContain(finding);
  },
);

it("a car's day may be 29 February in leap years only", () => {
  const text = `${GLOBAL}cars: [{licenseNumber: A1, validFrom: 2028-02-29, validUntil: 2400-02-29}]\n`;
  expect(platesOf(read(text))).toEqual(["A1"]);
});

describe("A4: the same plate twice", () => {
  it.each([
    ["[A1, A1]", ["duplicate-plate 3:12"]],
    ["[A1, a-1]", ["duplicate-spelling 3:12"]],
    ["[A1, {licenseNumber: A1, note: x}]", ["duplicate-plate 3:12"]],
    [
      "[{licenseNumber: A1, features: [X, LEASING]}, {licenseNumber: A1, features: [LEASING, X]}]",
      ["unknown-feature 3:38", "duplicate-plate 3:53"],
    ],
  ])("a plate that is written twice is one car, with a warning: %s", (cars, findings) => {
    const reading = read(`${GLOBAL}cars: ${cars}\n`);
    expect(findingsOf(reading)).toEqual(findings);
    expect(platesOf(reading)).toEqual(["A1"]);
  });

  it.each([
    ["features", "[A1, {licenseNumber: A1, features: [LEASING]}]"],
    ["features", "[A1, {licenseNumber: a 1, features: [LEASING]}]"],
    ["validFrom", "[A1, {licenseNumber: A1, validFrom: 2026-01-01}]"],
    ["validUntil", "[{licenseNumber: A1, validUntil: 2099-01-01}, {licenseNumber: A1, validUntil: 2099-01-02}]"],
  ])("a plate that is written twice with other %s is an error that names both places: %s", (what, cars) => {
    const [finding, ...others] = diagnosticsOf(read(`${GLOBAL}cars: ${cars}\n`));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: "error", code: "conflicting-plate", source: { line: 3 } });
    expect(finding?.message).toContain("fleet.yaml:3:8");
    expect(finding?.message).toContain(what);
  });
});

it("Cyrillic and Greek look-alikes warn with their code points", () => {
  const [finding, ...others] = diagnosticsOf(read(`${GLOBAL}cars: [АBВ12, ÆØ12]\n`));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ severity: "warning", code: "lookalike-letters" });
  expect(finding?.message).toContain("`А` (U+0410), `В` (U+0412)");
});

it.each(["АВ12", "ΝΒΑ 1234", "А1", "ΔΒ-12"])(
  "the plate %s, all of whose letters are of one script, brings no warning",
  (plate) => {
    expect(findingsIn(`${GLOBAL}cars: ["${plate}"]\n`)).toEqual([]);
  },
);

it("the remedy for look-alike letters names the setting with its section", () => {
  const [finding] = diagnosticsOf(read(`${GLOBAL}cars: [АB12]\n`));
  expect(finding?.fix).toContain("`interface.foldLookalikes`");
});

it("features other than LEASING warn once each", () => {
  const text = `${GLOBAL}cars:\n  - {licenseNumber: A1, features: [LEASNG]}\n  - {licenseNumber: A2, features: [LEASNG]}\n`;
  expect(findingsIn(text)).toEqual(["unknown-feature 4:35"]);
});

it.each([
  ["in a car", "accounts: [{baId: 1, cars: [{licenseNumber: A1, features: []}]}]", "features-not-accepted 3:49"],
  ["in defaults", "accounts: []\ndefaults: { features: [] }", "features-not-accepted 4:13"],
])("B3: features are refused in billing-account mode %s", (_, lines, finding) => {
  expect(findingsIn(`${ACCOUNTS}${lines}\n`)).toEqual([finding]);
});

it("accounts come in the order of their numbers, with names and places", () => {
  const text = `${ACCOUNTS}accounts:\n  - { baId: 10, cars: [A1] }\n  - { baId: 9, name: Acme Denmark, cars: [] }\n`;
  expect(desiredOf(read(text)).scopes.map(({ scope, name, source }) => ({ scope, name, line: source.line }))).toEqual([
    { scope: "account:9", name: "Acme Denmark", line: 5 },
    { scope: "account:10", name: undefined, line: 4 },
  ]);
});

it.each(rowsOf(import.meta.url, "an invalid account is refused", TEXT, TEXT, TEXTS))(
  "an invalid account is refused: %s",
  (_, lines, findings) => {
    expect(findingsIn(`${ACCOUNTS}${lines}\n`)).toEqual(findings);
  },
);

it.each([
  [`${GLOBAL}count: 2\ncars: [A1, A2]\n`, []],
  [`${GLOBAL}count: 3\ncars: [A1, A2]\n`, ["count-differs 3:8"]],
  [`${GLOBAL}count: 1\ncars: [A1, A2]\n`, ["count-differs 3:8"]],
  [`${GLOBAL}count: 2\ncars: [A1, A1]\n`, ["duplicate-plate 4:12"]],
  [`${ACCOUNTS}count: 2\naccounts: [{baId: 1, count: 1, cars: [A1]}, {baId: 2, cars: [A1]}]\n`, []],
  [`${ACCOUNTS}accounts: [{baId: 1, count: 2, cars: [A1]}]\n`, ["count-differs 3:29"]],
])("A9: the declared number of cars is checked: %j", (text, findings) => {
  expect(findingsIn(text)).toEqual(findings);
});
