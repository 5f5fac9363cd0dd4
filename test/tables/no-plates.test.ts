import { describe, expect, it } from "vitest";
import { formatSource } from "../../src/allowlist/index.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { fleetCases } from "../schema/cases.ts";
import { diagnosticsOf, GLOBAL, load } from "../schema/fleet-text.ts";
import { workbookWith } from "./spreadsheet/workbook-file.ts";

fleetCases(import.meta.url);

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

describe.each(KINDS)("a cell of a %s list that is not a plate", (kind) => {
  const errors = async (...plates: readonly string[]) =>
    diagnosticsOf(await listOf(kind, plates))
      .filter(({ severity, code }) => severity === "error" || code === "unclear-row")
      .map(({ code, message, source }) => `${source && formatSource(source)} ${code} ${message}`);

  it.runIf(kind !== "xlsx")(
    "a line of sixteen million equal letters is unclear, as any text too long for a plate",
    async () => {
      const found = await errors("AB12345", "A".repeat(16_000_000));
      expect(found).toHaveLength(1);
      expect(found[0]).toContain(`${PLACES[kind]} unclear-row`);
    },
  );

  it.each(rowsOf(import.meta.url, "a word of lease systems in place of a plate is an error with its place", TEXT))(
    "a word of lease systems in place of a plate is unclear, with its place: %s",
    async (word) => {
      expect(await errors("AB1", word)).toEqual([
        `${PLACES[kind]} unclear-row \`${word}\` is unclear: it has no digit.`,
      ]);
    },
  );

  it.each(rowsOf(import.meta.url, "is refused in place of a plate", TEXT))(
    "%s is refused in place of a plate, too",
    async (word) => {
      expect(await errors("AB1", word)).toEqual([expect.stringContaining(`${PLACES[kind]} unclear-row`)]);
    },
  );

  it("a VIN, whole or cut off, is unclear, and the reason says so", async () => {
    const whole = "WVWZZZ1KZAW123456";
    expect(await errors("AB1", whole)).toEqual([expect.stringMatching(/unclear-row .*identification number \(VIN\)/)]);
    expect(await errors("AB1", whole.slice(0, 15))).toEqual([
      `${PLACES[kind]} unclear-row \`WVWZZZ1KZAW1234\` is unclear: it is longer than any plate.`,
    ]);
  });

  it.each([
    ["names", ["Anna Bo", "Eva", "Jørgen", "AB123"]],
    ["names with a number", ["Anna 0", "Anna 1", "Anna 2", "AB123"]],
    ["contract numbers", ["4500012345", "4500012346", "4500012347"]],
    ["days", ["31.12.2026", "2027-01-31", "01/02/2027", "AB1"]],
  ])("a list of which most cells are %s is an error at the first of them", async (_, plates) => {
    const [first, ...others] = await errors(...plates);
    expect(first).toMatch(/unclear-list 3 of the [34] rows of this list are unclear/);
    expect(others).toEqual([]);
  });
});
