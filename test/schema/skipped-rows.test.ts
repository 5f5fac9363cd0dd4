import { describe, expect, it } from "vitest";
import { loadFleet } from "../../src/schema/index.ts";
import { rowsOf, TEXT, TEXTS } from "../rows.ts";
import {
  ACCOUNTS,
  carsOf,
  desiredOf,
  diagnosticsOf,
  findingsOf,
  folderWith,
  GLOBAL,
  load,
  platesOf,
} from "./fleet-text.ts";
import { workbookWith } from "./spreadsheet/workbook-file.ts";

type Cells = Parameters<typeof workbookWith>[0];
const KINDS = ["csv", "xlsx"] as const;

/** A fleet file that names a list of these rows, the first of them the header. */
function listOf(kind: (typeof KINDS)[number], keys: string, rows: Cells) {
  const content = { csv: () => rows.map((row) => `${row.join(";")}\n`).join(""), xlsx: () => workbookWith(rows) }[
    kind
  ]();
  return load({ "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.${kind}, ${keys} }]\n`, [`a.${kind}`]: content });
}

const skippedOf = (reading: Awaited<ReturnType<typeof load>>) =>
  (desiredOf(reading).skippedRows ?? []).map(
    ({ why, found, rows }) => `${rows} ${why}${found === undefined ? "" : ` ${found}`}`,
  );

describe.each(KINDS)("rows of a %s list that are no cars", (kind) => {
  it("texts of `skip` in the column of plates are left out in any case, and counted one by one", async () => {
    const rows = [
      ["Kennzeichen", "Fahrer"],
      ["AB1", "Bo"],
      ["", "Eva"],
      ["BESTELLT", "Jo"],
      ["bestellt", ""],
      ["-", "x"],
    ];
    const reading = await listOf(kind, 'column: Kennzeichen, skip: ["", "-", "Bestellt"]', rows);
    expect(findingsOf(reading)).toEqual([]);
    expect(platesOf(reading)).toEqual(["AB1"]);
    expect(skippedOf(reading)).toEqual(["1 skip ", "2 skip Bestellt", "1 skip -"]);
  });

  it("the last row counts as left out by `skip` where it is, and as totals elsewhere", async () => {
    const rows = [
      ["Reg", "Contract"],
      ["AB1", "1"],
      ["", "2"],
    ];
    expect(skippedOf(await listOf(kind, 'column: Reg, skip: [""]', rows))).toEqual(["1 skip "]);
    expect(skippedOf(await listOf(kind, "column: Reg", rows))).toEqual(["1 totals"]);
  });

  it("a mark in place of a plate is an error that names `skip`", async () => {
    const [error] = diagnosticsOf(await listOf(kind, "column: Reg", [["Reg"], ["AB1"], ["???"]]));
    expect(error).toMatchObject({ code: "not-a-plate", fix: expect.stringContaining('`skip: ["???"]`') });
  });

  it("a row of `skip` may hold anything else", async () => {
    const rows = [
      ["Reg", "End"],
      ["AB1", "2027-01-31"],
      ["TBA", "unknown"],
    ];
    const reading = await listOf(kind, "column: Reg, validUntil: End, skip: [tba]", rows);
    expect(platesOf(reading)).toEqual(["AB1"]);
  });

  it("rows that are left out count towards no `atLeast` and no `count`", async () => {
    const rows = [["Reg"], ["AB1"], ["TBA"], ["OPEN"]];
    expect(findingsOf(await listOf(kind, "column: Reg, skip: [tba, open], atLeast: 2", rows))).toEqual([
      expect.stringContaining("list-too-short"),
    ]);
    expect(findingsOf(await listOf(kind, "column: Reg, skip: [tba, open, ab1]", rows))).toEqual([
      expect.stringContaining("empty-list"),
    ]);
  });

  it("the message of a word in place of a plate, and of a row without one, names `skip`", async () => {
    const reading = await listOf(kind, "column: Reg", [
      ["Reg", "x"],
      ["AB1", "a"],
      ["BESTELLT", "b"],
      ["", "c"],
    ]);
    expect(diagnosticsOf(reading).map(({ fix }) => fix)).toEqual([
      expect.stringContaining('`skip: ["BESTELLT"]`'),
      expect.stringContaining('`skip: [""]`'),
    ]);
  });

  it.each(rowsOf(import.meta.url, "a last row with totals is found and left out", TEXT, TEXTS))(
    "a last row with totals is found and left out: %s",
    async (_, totals) => {
      const rows = [
        ["Vertrag", "Kennzeichen", "Rate"],
        ["LV-1", "M AB 1", "400,00"],
        ["LV-2", "M AB 2", "412,50"],
        totals,
      ];
      const reading = await listOf(kind, "column: Kennzeichen", rows);
      expect(findingsOf(reading)).toEqual([]);
      expect(platesOf(reading)).toEqual(["M AB 1", "M AB 2"]);
      expect(skippedOf(reading)).toEqual(["1 totals"]);
    },
  );

  it.each<[string, Cells[number]]>([
    ["a number that is not the count", ["", "1234", ""]],
    ["a plate that begins like a word for totals", ["LV-3", "SUM 12", ""]],
    ["a plate of a company that is called so", ["Total Energies", "M AB 3", ""]],
    ["a count beside a contract", ["LV-3", "2", ""]],
    ["a plate of digits beside a customer who is called so", ["Total", "12345", "Golf"]],
  ])("a last row that may be a car stays one: %s", async (_, last) => {
    const rows = [["Vertrag", "Kennzeichen", "Rate"], ["LV-1", "M AB 1", ""], ["LV-2", "M AB 2", ""], last];
    expect(platesOf(await listOf(kind, "column: Kennzeichen", rows))).toEqual(["M AB 1", "M AB 2", last[1]]);
  });

  it("a word for totals that is not in the last row is an error, not a car", async () => {
    const rows = [
      ["Reg", "x"],
      ["AB1", "a"],
      ["Summe", ""],
      ["AB2", "a"],
    ];
    const [error] = diagnosticsOf(await listOf(kind, "column: Reg", rows));
    expect(error).toMatchObject({ code: "not-a-plate", message: "`Summe` is a word for totals." });
  });

  it("the label of totals is found in any column, however long the list is", async () => {
    const cars = Array.from({ length: 60 }, (_, at) => ["LV", `AB${at + 1}`, "x", "y"]);
    const rows = [["Vertrag", "Reg", "a", "b"], ...cars, ["", "60", "", "Fahrzeuge gesamt"]];
    const reading = await listOf(kind, "column: Reg", rows);
    expect([carsOf(reading).length, ...skippedOf(reading)]).toEqual([60, "1 totals"]);
  });

  it("a car on order in the last row is an error, not totals", async () => {
    const rows = [
      ["Reg", "Model"],
      ["AB1", "Golf"],
      ["", "Countryman 2.0"],
    ];
    expect(diagnosticsOf(await listOf(kind, "column: Reg", rows))).toMatchObject([{ code: "csv-no-plate" }]);
  });
});

const rows = [
  ["Reg", "From", "To", "Driver"],
  ["AB1", "2024-01-01", "2026-12-31", "old"],
  ["CD1", "2024-01-01", "", "only"],
  ["AB-1", "2027-01-01", "2029-12-31", "new"],
];
const keys = "column: Reg, validFrom: From, validUntil: To, note: Driver";
const on = async (day: string, more: string) => {
  const cwd = folderWith({
    "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.xlsx, ${keys}${more} }]\n`,
    "a.xlsx": workbookWith(rows),
  });
  return loadFleet(["fleet.yaml"], { cwd, now: Date.parse(day) });
};

it("they are an error unless `duplicates: latest` is given", async () => {
  expect(findingsOf(await on("2026-11-23", ""))).toEqual([expect.stringContaining("conflicting-plate")]);
  expect(findingsOf(await on("2026-11-23", ", duplicates: error"))).toHaveLength(1);
});

it.each([
  ["2023-05-01", "new"],
  ["2026-11-23", "old"],
  ["2026-12-31", "old"],
  ["2027-01-01", "new"],
  ["2030-01-01", "new"],
])("on %s the row that holds counts, or the latest: %s", async (day, note) => {
  const reading = await on(day, ", duplicates: latest");
  expect(findingsOf(reading)).toEqual([]);
  expect(carsOf(reading).map((car) => car.note)).toEqual([note, "only"]);
  expect(skippedOf(reading)).toEqual(["1 repeated"]);
});

it("without days the last row counts, and other cars keep their order", async () => {
  const text = "plate,note\nAB1,a\nCD1,b\nAB1,c\nAB1,d\n";
  const fleet = `${GLOBAL}count: 2\ncarsFrom: [{ file: a.csv, column: plate, note: note, duplicates: latest }]\n`;
  const reading = await load({ "fleet.yaml": fleet, "a.csv": text });
  expect(carsOf(reading).map(({ licenseNumber, note }) => `${licenseNumber} ${note}`)).toEqual(["AB1 d", "CD1 b"]);
  expect(skippedOf(reading)).toEqual(["2 repeated"]);
});

it("a renewal on another account moves the car", async () => {
  const fleet = `${ACCOUNTS}carsFrom: [{ file: a.csv, column: plate, account: no, duplicates: latest }]\naccounts: [{ baId: 1 }, { baId: 2 }]\n`;
  const reading = await load({ "fleet.yaml": fleet, "a.csv": "plate,no\nAB1,1\nAB1,2\n" });
  expect([carsOf(reading, "1").length, carsOf(reading, "2").length]).toEqual([0, 1]);
});

it("a car that the fleet file names itself is still reported", async () => {
  const fleet = `${GLOBAL}cars: [{ licenseNumber: AB1, validUntil: 2027-01-01 }]\ncarsFrom: [{ file: a.csv, column: plate, duplicates: latest }]\n`;
  const reading = await load({ "fleet.yaml": fleet, "a.csv": "plate\nAB1\nAB1\n" });
  expect(findingsOf(reading)).toEqual([expect.stringContaining("conflicting-plate")]);
});
