import { parse as parseCsv } from "csv-parse/sync";
import { expect, it } from "vitest";
import { CLAIM_COLUMNS, type Claim } from "../../src/allowlist/index.ts";
import { claimsCsv, claimsWorkbook } from "../../src/render/audit/claims.ts";
import { readWorkbook } from "../../src/schema/spreadsheet/workbook.ts";
import { HOSTILE_STRINGS } from "./hostile-corpus.ts";

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
    evidence: text,
  };
}

/** The plate's cell in a file of one claim. */
function plateCell(licensePlate: string): string | undefined {
  const csv = claimsCsv([{ ...claimOf("x"), licensePlate }]);
  const rows = parseCsv<Record<string, string>>(csv, { columns: true, record_delimiter: "\r\n" });
  return rows[0]?.["licensePlate"];
}

it("claims as CSV have every cell, and none is a formula", () => {
  const csv = claimsCsv(HOSTILE_STRINGS.map(claimOf));
  const cells = parseCsv(csv, { record_delimiter: "\r\n" });
  expect(cells).toHaveLength(1 + HOSTILE_STRINGS.length);
  expect(cells.flat().filter((cell) => /^[=+\-@\t\r\0＝＋－＠]/.test(cell))).toEqual([]);
});

it("a workbook of claims can be read whatever the text of a record is", async () => {
  const claims = HOSTILE_STRINGS.map(claimOf);
  let rows = 0;
  const reading = await readWorkbook(claimsWorkbook(claims), undefined, () => {
    rows += 1;
  });
  expect(reading).toMatchObject({ kind: "read", sheet: "Claims" });
  expect(rows).toBe(1 + claims.length);
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
