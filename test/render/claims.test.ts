import { parse as parseCsv } from "csv-parse/sync";
import { expect, it } from "vitest";
import { CLAIM_COLUMNS, type Claim, type ClaimsTo } from "../../src/documents/index.ts";
import { claimsCsv, claimsWorkbook } from "../../src/render/audit/claims.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { HOSTILE_STRINGS } from "./hostile-corpus.ts";
import { readStrictly } from "./strict-workbook.ts";

const TIME = "2026-10-05 10:00:00";

/** A claim with this text wherever a server's text may stand. */
function claimOf(text: string): Claim {
  const texts = Object.fromEntries(CLAIM_COLUMNS.map((name) => [name, text]));
  return {
    ...texts,
    rule: "billed-twice",
    account: "4711",
    infoId: "1",
    infoRecordId: "2",
    startDate: TIME,
    endDate: TIME,
    licensePlate: text,
    areaNumber: text,
    areaName: text,
    areaCity: text,
    operatorName: text,
    operatorVatNumber: text,
    userId: "7",
    costCenter: text,
    amountExcludingVat: "8.00",
    vat: "25",
    amountIncludingVat: "10.00",
    currencyCode: text,
    reason: text,
    proof: "",
    evidence: text,
  };
}

/** Claims to an addressee with this name. */
function claimsTo(name: string, ...claims: readonly Claim[]): ClaimsTo {
  const sum = { amountExcludingVat: "8.00", vat: "2.00", amountIncludingVat: "10.00" };
  return { name, claims, sums: [{ asked: "refund", currencyCode: name, records: claims.length, ...sum }] };
}

/** The plate's cell in a file of one claim. */
function plateCell(licensePlate: string): string | undefined {
  const csv = claimsCsv([claimsTo("x", { ...claimOf("x"), licensePlate })]);
  const rows = parseCsv<Record<string, string>>(csv, { columns: true, record_delimiter: "\r\n" });
  return rows[0]?.["licensePlate"];
}

it("claims as CSV have every cell, and none is a formula", () => {
  const csv = claimsCsv([claimsTo("x", ...HOSTILE_STRINGS.map(claimOf))]);
  const cells = parseCsv(csv, { record_delimiter: "\r\n" });
  expect(cells).toHaveLength(1 + HOSTILE_STRINGS.length);
  expect(cells.flat().filter((cell) => /^[=+\-@\t\r\0＝＋－＠]/.test(cell))).toEqual([]);
});

it("a workbook of claims can be read whatever the text of a record or the name of an operator is", () => {
  const addressees = HOSTILE_STRINGS.map((text) => claimsTo(text, claimOf(text), claimOf(text)));
  const sheets = readStrictly(claimsWorkbook(addressees));
  expect(sheets).toHaveLength(1 + addressees.length);
  expect(sheets[0]?.rows).toHaveLength(1 + addressees.length);
  expect(new Set(sheets.map(({ name }) => name.toLowerCase())).size).toBe(sheets.length);
  for (const { name, rows, filter } of sheets) {
    expect(name).toMatch(/^[^[\]:*?/\\']{1,31}$/);
    expect(filter).toMatch(/^A1:[GU]\d+$/);
    // What would be calculated has a kind of its own.
    expect(new Set(rows.flat().map(({ kind }) => kind))).not.toContain("formula");
  }
});

it.each(rowsOf(import.meta.url, "a sheet for", TEXT, TEXT))("a sheet for %j is called %s", (name, expected) => {
  const sheets = readStrictly(claimsWorkbook([claimsTo(name, claimOf("x"))]));
  expect(sheets.map((sheet) => sheet.name)).toEqual(["Summary", expected]);
});

it("sheets of operators whose names begin alike are numbered", () => {
  const long = "y".repeat(31);
  const sheets = readStrictly(claimsWorkbook([`${long}1`, `${long}2`].map((name) => claimsTo(name, claimOf("x")))));
  expect(sheets.map(({ name }) => name)).toEqual(["Summary", long, `${"y".repeat(27)} (2)`]);
});

it.each([
  ...["0123", "1E51234", "12-345-67", "12/05", "1.5", "5%", "DEC 12", "SEP1", "3 MAR", "MAI 5", "7 PM", "TRUE"],
  ...["123456789012"],
])("a plate that a spreadsheet would change begins with a quote: %s", (plate) => {
  expect(plateCell(plate)).toBe(`'${plate}`);
});

it.each(["AB12345", "CD 23 456", "B-AB 1234", "ÆØ100", "1234", "E51234", "MARC1A"])(
  "a plate that a spreadsheet leaves alone stands as it is: %s",
  (plate) => {
    expect(plateCell(plate)).toBe(plate);
  },
);
