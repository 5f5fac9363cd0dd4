import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseCsv } from "csv-parse/sync";
import { expect, it } from "vitest";
import { readStrictly } from "../render/strict-workbook.ts";
import { dayFromToday, record } from "./audit-world.ts";
import { billedBy, type ClaimCells, claimsIn, RANGE, sold, world } from "./claims-world.ts";
import type { Place } from "./harness.ts";

/** Three operators, two currencies, a corrected record, a refund, and texts that spreadsheets change. */
const strange = () =>
  world([
    record(1, "AB1"),
    billedBy("Q-Park", taxed(sold(2, "0123"), "987.60", "246.90", "1234.50")),
    billedBy("Q-Park", taxed(sold(3, "SOLD1", { day: dayFromToday(-2) }), "0.10", "0.02", "0.12")),
    billedBy("Q-Park", sold(5, "SOLD1", { currency: "EUR", amount: "7.00" })),
    billedBy("Q-Park", sold(6, "SOLD1", { currency: "EUR", amount: "-2.50", day: dayFromToday(-1) })),
    billedBy("Apcoa", sold(7, "1E51234", { amount: "12345678901234567890.01" })),
    billedBy("Apcoa", taxed(sold(8, "AB1", { day: dayFromToday(-4) }), "10.00", "25", "60.00")),
    billedBy("=1+1 <&> _x0041_", sold(4, "DEC 12", { amount: "3.125" })),
  ]);

function taxed(one: ReturnType<typeof record>, amountExcludingVat: string, vat: string, amountIncludingVat: string) {
  return { ...one, amountExcludingVat, vat, amountIncludingVat };
}

function sheetsIn(here: Place, name = "claims.xlsx") {
  return new Map(readStrictly(readFileSync(join(here.folder, name))).map((sheet) => [sheet.name, sheet]));
}

const texts = (row: readonly { readonly text: string }[]) => row.map(({ text }) => text);

it("a workbook of claims has a sheet for each operator, and plates and ids stay text, amounts numbers and times dates", async () => {
  const here = await strange();
  const run = await here.run("audit", "--claims", "claims.xlsx", ...RANGE);
  expect(run.code).toBe(2);
  const sheets = sheetsIn(here);
  expect([...sheets.keys()]).toEqual(["Summary", "1+1 & x0041", "Apcoa", "Q-Park"]);
  const { rows = [], filter, widths = [] } = sheets.get("Q-Park") ?? {};
  const [header = [], ...claims] = rows;
  const cell = (row: (typeof rows)[number] | undefined, name: string) => row?.[texts(header).indexOf(name)];
  expect(claims.map((row) => cell(row, "infoRecordId")?.text).sort()).toEqual(["2", "3", "5", "6"]);
  const first = claims.find((row) => cell(row, "licensePlate")?.text === "0123");
  expect(cell(first, "licensePlate")?.kind).toBe("text");
  expect(cell(first, "infoId")).toEqual({ kind: "text", text: "9007199254740993" });
  expect(cell(first, "amountIncludingVat")).toEqual({ kind: "number", text: "1234.50" });
  expect(cell(first, "amountExcludingVat")).toEqual({ kind: "number", text: "987.60" });
  const { kind, text = "" } = cell(first, "startDate") ?? {};
  const day = new Date(Date.UTC(1899, 11, 30) + Math.round(Number(text) * 86_400) * 1000);
  expect([kind, day.toISOString()]).toEqual(["date", `${dayFromToday(-3)}T10:00:00.000Z`]);
  expect(filter).toBe("A1:U5");
  expect(widths).toHaveLength(21);
  expect(widths[texts(header).indexOf("reason")]).toBeGreaterThan(40);
  const long = sheets
    .get("Apcoa")
    ?.rows.flat()
    .find((one) => one.text.startsWith("12345678901234567890"));
  expect(long).toEqual({ kind: "text", text: "12345678901234567890.01" });
});

it("the summary of a workbook of claims has what each operator is asked by currency: net, VAT and gross", async () => {
  const here = await strange();
  await here.run("audit", "--claims", "claims.xlsx", ...RANGE);
  const sheets = sheetsIn(here);
  const [header, ...summary] = (sheets.get("Summary")?.rows ?? []).map(texts);
  expect(header).toEqual(["Addressee", "Asked", "Currency", "Records", "Net", "VAT", "Gross"]);
  expect(summary).toEqual([
    ["=1+1 <&> _x005F_x0041_", "amount back", "DKK", "1", "3.125", "0.000", "3.125"],
    ["Apcoa", "amount back", "DKK", "1", "12345678901234567890.01", "0.00", "12345678901234567890.01"],
    ["Apcoa", "corrected record", "DKK", "1", "10.00", "50.00", "60.00"],
    ["Q-Park", "amount back", "DKK", "2", "987.70", "246.92", "1234.62"],
    ["Q-Park", "amount back", "EUR", "2", "4.50", "0.00", "4.50"],
  ]);
  // The sheets say the same, added up in whole hundredths.
  const [columns = [], ...rows] = (sheets.get("Q-Park")?.rows ?? []).map(texts);
  const at = (row: readonly string[], name: string) => row[columns.indexOf(name)] ?? "";
  const hundredths = (name: string, currencyCode: string) =>
    rows
      .filter((row) => at(row, "currencyCode") === currencyCode)
      .reduce((sum, row) => sum + BigInt(at(row, name).replace(".", "")), 0n);
  expect([hundredths("amountExcludingVat", "DKK"), hundredths("amountIncludingVat", "DKK")]).toEqual([98770n, 123462n]);
  expect([hundredths("amountExcludingVat", "EUR"), hundredths("amountIncludingVat", "EUR")]).toEqual([450n, 450n]);
});

it("rows to one operator stand together, and what all are asked is summed up by currency", async () => {
  const here = await strange();
  const { stderr } = await here.run("audit", "--claims", "claims.csv", ...RANGE);
  const operators = claimsIn(here).map(({ operatorName }) => operatorName);
  expect(operators).toEqual(["'=1+1 <&> _x0041_", "Apcoa", "Apcoa", "Q-Park", "Q-Park", "Q-Park", "Q-Park"]);
  expect(stderr).toContain("asking back 12,345,678,901,234,569,127.755 DKK and 4.50 EUR\n");
});

it("claims by account stand together by account, in a workbook on a sheet each", async () => {
  const here = await strange();
  const byAccount = ["--claims-by", "account", ...RANGE];
  const { stderr } = await here.run("audit", "--claims", "claims.xlsx", ...byAccount);
  expect([...sheetsIn(here).keys()]).toEqual(["Summary", "account 4711"]);
  expect(stderr).toContain("claims: 7 records in claims.xlsx, asking back");
  await here.run("audit", "--claims", "claims.csv", ...byAccount);
  expect(claimsIn(here)[0]).toMatchObject({ operatorName: "Apcoa" });
});

it("a workbook of no claims has a summary without rows", async () => {
  const here = await world([record(1, "AB1")]);
  await here.run("audit", "--claims", "claims.xlsx", ...RANGE);
  expect([...sheetsIn(here)].map(([name, { rows }]) => [name, rows.length])).toEqual([["Summary", 1]]);
});

const hasOffice = ["/usr/bin/soffice", "/usr/local/bin/soffice"].some(existsSync);
/** Separator, quotes, UTF-8, from the first row; as shown; every sheet to a file of its own (LibreOffice 7.2). */
const EVERY_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1";

it.skipIf(!hasOffice)(
  "LibreOffice opens claims and keeps sheets, plates, dates and amounts",
  { timeout: 300_000 },
  async () => {
    const here = await strange();
    await here.run("audit", "--claims", "claims.xlsx", ...RANGE);
    await here.run("audit", "--claims", "plain.csv", ...RANGE);
    const office = (file: string, as: string) => {
      const profile = `-env:UserInstallation=file://${here.folder}/profile`;
      const options = [profile, "--headless", "--convert-to", as, "--outdir", "out", file];
      const env = { PATH: process.env["PATH"], HOME: here.folder };
      execFileSync("soffice", options, { cwd: here.folder, env, stdio: "pipe" });
    };
    const rowsOf = (name: string) => parseCsv<ClaimCells>(here.read(`out/${name}`), { columns: true });
    const shown = (row: ClaimCells | undefined) => [
      row?.["licensePlate"]?.replace(/^'/, ""),
      row?.["startDate"],
      row?.["endDate"],
      Number(row?.["amountIncludingVat"]?.replace(/^'/, "")),
      row?.["infoId"]?.replace(/^'/, ""),
    ];
    const expected = claimsIn(here, "plain.csv");
    office("claims.xlsx", EVERY_SHEET);
    const own = ["1+1 & x0041", "Apcoa", "Q-Park"].flatMap((name) => rowsOf(`claims-${name}.csv`));
    expect(own.map(shown)).toEqual(expected.map(shown));
    expect(own.map((row) => row["amountIncludingVat"])).toContain("12345678901234567890.01");
    expect(rowsOf("claims-Summary.csv").map(({ Addressee, Gross }) => [Addressee, Gross])).toContainEqual([
      "Q-Park",
      "1234.62",
    ]);
    office("plain.csv", "csv");
    expect(rowsOf("plain.csv").map(shown)).toEqual(expected.map(shown));
  },
);
