import { describe, expect, it } from "vitest";
import { formatSource } from "../../src/allowlist/index.ts";
import { parseFleet } from "../../src/schema/index.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { carsOf, diagnosticsOf, findingsIn, findingsOf, GLOBAL, load, platesOf } from "./fleet-text.ts";
import { workbookWith } from "./spreadsheet/workbook-file.ts";

const KINDS = ["csv", "xlsx", "txt"] as const;

/** A list with these plates in each format, the first below the header where there is one. */
function listOf(kind: (typeof KINDS)[number], plates: readonly string[]) {
  const keys = kind === "txt" ? "" : ", column: plate";
  const rows = [["plate", "make"], ...plates.map((plate) => [plate, "VW"])];
  const content = {
    csv: () => rows.map((row) => `${row.join(";")}\n`).join(""),
    xlsx: () => workbookWith(rows),
    txt: () => plates.map((plate) => `${plate}\n`).join(""),
  }[kind]();
  return load({ "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.${kind}${keys} }]\n`, [`a.${kind}`]: content });
}

const PLACES = { csv: "a.csv:3:1", xlsx: "a.xlsx:Cars!A3", txt: "a.txt:2:1" };

describe.each(KINDS)("a cell of a %s list that is no plate", (kind) => {
  const errors = async (...plates: readonly string[]) =>
    diagnosticsOf(await listOf(kind, plates))
      .filter(({ severity }) => severity === "error")
      .map(({ code, message, source }) => `${source && formatSource(source)} ${code} ${message}`);

  it.runIf(kind !== "xlsx")(
    "a line of sixteen million equal letters is an error, as any text too long for a plate",
    async () => {
      const found = await errors("AB12345", "A".repeat(16_000_000));
      expect(found).toHaveLength(1);
      expect(found[0]).toContain(`${PLACES[kind]} not-a-plate`);
    },
  );

  it.each(rowsOf(import.meta.url, "a word of lease systems in place of a plate is an error with its place", TEXT))(
    "a word of lease systems in place of a plate is an error with its place: %s",
    async (word) => {
      expect(await errors("AB1", word)).toEqual([
        `${PLACES[kind]} not-a-plate \`${word}\` stands for a plate that is not known yet.`,
      ]);
    },
  );

  it.each(rowsOf(import.meta.url, "is refused in place of a plate", TEXT))(
    "%s is refused in place of a plate, too",
    async (word) => {
      expect(await errors("AB1", word)).toEqual([expect.stringContaining(`${PLACES[kind]} not-a-plate`)]);
    },
  );

  it("a VIN, whole or cut off, is an error that says so", async () => {
    const whole = "WVWZZZ1KZAW123456";
    expect(await errors("AB1", whole)).toEqual([expect.stringMatching(/not-a-plate .*identification number \(VIN\)/)]);
    expect(await errors("AB1", whole.slice(0, 15))).toEqual([
      expect.stringContaining(`${PLACES[kind]} not-a-plate \`WVWZZZ1KZAW1234\` has more than 12 letters and digits`),
    ]);
  });

  it.each([
    ["names", ["Anna Bo", "Eva", "Jørgen", "AB123"]],
    ["names with a number", ["Anna 0", "Anna 1", "Anna 2", "AB123"]],
    ["contract numbers", ["4500012345", "4500012346", "4500012347"]],
    ["days", ["31.12.2026", "2027-01-31", "01/02/2027", "AB1"]],
  ])("a list of which most cells are %s is an error at the first of them", async (_, plates) => {
    const [first, ...others] = await errors(...plates);
    expect(first).toMatch(/not-a-plate 3 of the [34] plates of this list look like names, contract numbers/);
    expect(others).toEqual([]);
  });

  it("wish plates without a digit are one warning, and the longest plates of any country are none", async () => {
    const reading = await listOf(kind, ["OLE", "AB123", "BO", "VISITORS 1234", "M-AB 1234E", "CD1"]);
    expect(carsOf(reading)).toHaveLength(6);
    expect(diagnosticsOf(reading).map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^unusual-plate 2 plates have no digit, such as `OLE`; also at/),
    ]);
    expect(platesOf(await listOf(kind, ["OLE", "EVA"]))).toEqual(["OLE", "EVA"]);
  });
});

describe("the same in a fleet file", () => {
  it("words in place of a plate and over-long texts are warnings in a fleet file, wish plates are nothing", () => {
    expect(findingsIn(`${GLOBAL}cars: [AB1, TBA, { licenseNumber: WVWZZZ1KZAW1234 }, OLE, EVA, BO]\n`)).toEqual([
      "unusual-plate 3:13",
      "unusual-plate 3:18",
    ]);
    expect(findingsIn(`${GLOBAL}cars:\n  - AB1\n  - Bestellt\n`)).toEqual(["unusual-plate 5:5"]);
  });

  it.each([
    ["names", "Anna Berg, Eva Holm, Jens Olsen, AB1"],
    ["contract numbers", '"4500012345", "4500012346", "4500012347", AB1'],
  ])("a fleet file of which most cars are %s is valid, with one warning at the first of them", (_, cars) => {
    const [warning, ...others] = diagnosticsOf(parseFleet(`${GLOBAL}cars: [${cars}]\n`, "fleet.yaml"));
    expect(warning).toMatchObject({ severity: "warning", code: "unusual-plate", source: { line: 3, column: 8 } });
    expect(warning?.message).toContain("3 of the 4 plates that are written here look like names, contract numbers");
    expect(others).toEqual([]);
  });

  it("a word in a fleet file is accepted like another warning", () => {
    const accept = "policy: { accept: [{ warning: unusual-plate, licenseNumber: TBA, reason: a wish plate }] }\n";
    const [warning] = diagnosticsOf(parseFleet(`${GLOBAL}cars: [AB1, TBA]\n${accept}`, "fleet.yaml"));
    expect(warning).toMatchObject({
      code: "unusual-plate",
      licenseNumber: "TBA",
      accepted: { reason: "a wish plate" },
    });
  });
});

it("a list without `column` is an error that names the columns", async () => {
  const csv = await load({
    "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.csv }]\n`,
    "a.csv": "Report of today\nReg. no;Driver\nAB1;Bo\n",
  });
  expect(diagnosticsOf(csv)[0]?.fix).toContain("Its columns are `Reg. no`, `Driver`.");
  expect(findingsOf(csv)).toEqual(["missing-key 3:20"]);
});

describe("the plate series of the country that a list declares", () => {
  const listOfCountry = (country: string, plates: readonly string[]) =>
    load({
      "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.csv, column: plate, country: ${country} }]\n`,
      "a.csv": ["plate", ...plates, ""].join("\n"),
    });

  it("a list of which most cells fit no series is an error at the first of them", async () => {
    const [error] = diagnosticsOf(await listOfCountry("DE", ["K2024-001", "K2024-002", "K2024-003", "M-AB 123"]));
    expect(error).toMatchObject({ code: "not-a-plate", severity: "error", source: { line: 2 } });
    expect(error?.message).toBe(
      "3 of the 4 plates of this list whose country is known fit no series of any country: `K2024-001`.",
    );
  });

  it("a few such plates, and visitors from another country, are warnings", async () => {
    const few = await listOfCountry("DE", ["K2024-001", "K2024-002", "M-AB 123", "M-AB 124"]);
    expect(new Set(diagnosticsOf(few).map(({ code }) => code))).toEqual(new Set(["plate-series"]));
    const danes = await listOfCountry("DE", ["AB 12 345", "CD 23 456", "EF 34 567"]);
    expect(diagnosticsOf(danes).map(({ severity }) => severity)).not.toContain("error");
  });

  it("in a fleet file they are warnings", () => {
    const cars = ["K2024-001", "K2024-002", "K2024-003"].map((plate) => `  - ${plate}\n`).join("");
    const found = diagnosticsOf(parseFleet(`${GLOBAL}defaults: { country: DE }\ncars:\n${cars}`, "fleet.yaml"));
    expect(found.map(({ severity }) => severity)).toEqual(["warning", "warning", "warning"]);
  });
});
