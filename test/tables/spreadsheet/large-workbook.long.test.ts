import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { z } from "zod";
import { carsSheet, endOf, zipOf } from "./workbook-file.ts";

const ROWS = 100_000;
const MOST_MEMORY_MIB = 400;
const READER = fileURLToPath(new URL("../../../dist/tables/spreadsheet/workbook.js", import.meta.url));
const PROGRAM = `
  const { readFileSync } = await import("node:fs");
  const { readWorkbook } = await import(process.argv[1]);
  const reading = await readWorkbook(readFileSync(process.argv[2]), undefined, () => undefined);
  console.log(JSON.stringify({ ...reading, memory: process.resourceUsage().maxRSS / 1024 }));`;
const Measured = z.object({ kind: z.string(), rows: z.number(), memory: z.number() });

it("a workbook of 100,000 rows and 30 columns is read", async () => {
  const rows = Array.from({ length: ROWS }, (_, line) => {
    const cells = Array.from({ length: 30 }, (__, at) => {
      const reference = `${at < 26 ? "" : "A"}${String.fromCharCode(65 + (at % 26))}${line + 1}`;
      return `<c r="${reference}" t="inlineStr"><is><t>${at === 0 ? `AB${line}` : "Leasing"}</t></is></c>`;
    });
    return `<row r="${line + 1}">${cells.join("")}</row>`;
  });
  expect(await endOf(carsSheet(rows.join("")))).toBe(`read ${ROWS} rows`);
});

it("a workbook of more elements than any list needs is refused", async () => {
  const lines = Array.from({ length: 60_000 }, (_, at) => `<a b="${noiseOf(at)}">${"<a/>".repeat(200)}</a>`);
  const bytes = carsSheet("", { parts: { "xl/worksheets/sheet0.xml": `<worksheet>${lines.join("")}</worksheet>` } });
  expect(await endOf(bytes)).toBe("This workbook is too large: a part of it has more than 12000000 elements.");
});

const noiseOf = (at: number) => createHash("sha512").update(`${at}`).digest("base64");

it("workbooks that are made to exhaust memory stop at 256 MiB of one part", async () => {
  const blanks = `<worksheet>${" ".repeat(257 * 1024 * 1024)}`;
  const noise = Array.from({ length: 20_000 }, (_, at) => noiseOf(at)).join("");
  const bytes = carsSheet("", { parts: { "xl/worksheets/sheet0.xml": blanks, "xl/media/image1.png": noise } });
  expect(await endOf(bytes)).toBe("This workbook is too large: a part of it unpacks to more than 256 MiB.");
});

it("workbooks that are made to exhaust memory stop at rows that are all filled in their last column alone", async () => {
  const rows = Array.from({ length: 3100 }, (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`);
  expect(await endOf(carsSheet(rows.join("")))).toBe(
    "This workbook is too large: the sheet has more than 20000000 cells.",
  );
});

it("workbooks that are made to exhaust memory stop at more parts than a workbook has", async () => {
  const entries = Array.from({ length: 20_001 }, (_, at) => [`xl/${at}`, ""] as const);
  expect(await endOf(zipOf(entries))).toBe("This workbook is damaged: it has more than 20000 parts.");
});

const inline = (text: string) => `<is><t>${text}</t></is>`;

it.each([
  ["with texts in their cells", undefined],
  ["with shared texts", []],
])(`a workbook of 100,000 rows is read below ${MOST_MEMORY_MIB} MiB: %s`, (_, shared: string[] | undefined) => {
  const text = (content: string) =>
    shared
      ? `<c t="s"><v>${shared.push(`<si><t>${content}</t></si>`) - 1}</v></c>`
      : `<c t="inlineStr">${inline(content)}</c>`;
  const rows = Array.from({ length: ROWS }, (__, at) => {
    const texts = [`AB${at}`, `Driver number ${at}`, `Make ${at % 20}`, `A note on the car ${at}`, "DK"].map(text);
    const numbers = [4000 + (at % 50), 46_000 + (at % 365), 47_000 + (at % 365)].map(
      (value) => `<c><v>${value}</v></c>`,
    );
    return `<row>${texts.join("")}${numbers.join("")}</row>`;
  });
  const bytes = carsSheet(rows.join(""), shared ? { sharedTexts: shared.join("") } : {});
  const folder = mkdtempSync(join(tmpdir(), "platectl-workbook-"));
  try {
    writeFileSync(join(folder, "cars.xlsx"), bytes);
    const options = ["--input-type=module", "-e", PROGRAM, READER, join(folder, "cars.xlsx")];
    const measured = Measured.parse(JSON.parse(execFileSync(process.execPath, options, { encoding: "utf8" })));
    expect(measured).toMatchObject({ kind: "read", rows: ROWS });
    expect(measured.memory).toBeLessThan(MOST_MEMORY_MIB);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
