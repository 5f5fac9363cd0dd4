import { expect, it } from "vitest";
import { textsOf } from "../rows.ts";
import { fleetCases } from "../schema/cases.ts";
import { diagnosticsOf, GLOBAL, load } from "../schema/fleet-text.ts";
import { workbookWith } from "./spreadsheet/workbook-file.ts";

fleetCases(import.meta.url);

const saysOf = async (texts: readonly string[], kind: "csv" | "xlsx" = "csv") => {
  const rows = [["plate", "Modell", "Bemerkung"], ...texts.map((text, at) => [`AB${at}`, `V${at} Active`, text])];
  const content = kind === "csv" ? rows.map((row) => `${row.join(";")}\n`).join("") : workbookWith(rows);
  const fleet = `${GLOBAL}carsFrom: [{ file: a.${kind}, column: plate }]\n`;
  return diagnosticsOf(await load({ "fleet.yaml": fleet, [`a.${kind}`]: content })).map(({ code }) => code);
};

it.each(textsOf(import.meta.url, "gone"))("a car is sold, returned, retired or ordered: %s", async (text) => {
  expect(await saysOf(["", text])).toEqual(["unused-status"]);
});

it.each(textsOf(import.meta.url, "there"))("a car is there: %s", async (text) => {
  expect(await saysOf(["", text])).toEqual([]);
});

const OTHERS = Array.from({ length: 60 }, (_, at) => `note ${at}`);

it.each<[string, readonly string[], readonly string[]]>([
  ["fifty texts", [...OTHERS.slice(0, 50), "verkauft"], ["unused-status"]],
  ["more than fifty texts", [...OTHERS.slice(0, 51), "verkauft"], []],
  ["such a word before more than fifty", ["verkauft", ...OTHERS], ["unused-status"]],
])("a column of %s is one of status or not", async (_, texts, codes) => {
  expect(await saysOf(texts)).toEqual(codes);
});

it.each(["csv", "xlsx"] as const)("a column of status is looked at to the end of a %s list", async (kind) => {
  expect(await saysOf([...Array.from({ length: 300 }, () => "in Betrieb"), "verkauft"], kind)).toEqual([
    "unused-status",
  ]);
});
