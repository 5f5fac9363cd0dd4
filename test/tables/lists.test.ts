import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type FleetReading, loadFleet } from "../../src/schema/index.ts";
import { cases } from "../properties.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { fleetCases } from "../schema/cases.ts";
import { diagnosticsOf, findingsOf, folderWith, GLOBAL, load, platesOf } from "../schema/fleet-text.ts";

const FROM_CSV = `${GLOBAL}carsFrom:\n  - { file: cars/a.csv, column: plate, features: [LEASING] }\n`;

const csv = (content: string | Uint8Array) => load({ "fleet.yaml": FROM_CSV, "cars/a.csv": content });

fleetCases(import.meta.url);

it("csv lists mean the same with every cell quoted and with none", async () => {
  const cell = fc.string({ unit: fc.constantFrom(..."AB12 .é\t\u00a0"), maxLength: 6 });
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 8 });
  const end = fc.constantFrom("\n", "\r\n");
  await fc.assert(
    fc.asyncProperty(rows, end, async (cells, lineEnd) => {
      const table = [["make", "plate", "note"], ...cells.filter((row) => row.join("") !== "")];
      const textWith = (quote: string) =>
        table.map((row) => row.map((one) => quote + one + quote).join(",") + lineEnd).join("");
      const [plain, quoted] = [await csv(textWith("")), await csv(textWith('"'))];
      const found = (reading: FleetReading) => diagnosticsOf(reading).map(({ code, source }) => [code, source?.line]);
      expect(found(plain)).toEqual(found(quoted));
      if (plain.kind === "desired") expect(platesOf(plain)).toEqual(platesOf(quoted));
    }),
    { numRuns: cases(150) },
  );
});

it.each(rowsOf(import.meta.url, "a wrong list item is refused", TEXT, TEXT, TEXT))(
  "a wrong list item is refused: %s",
  async (_, item, finding) => {
    const folder = folderWith({
      "in/fleet.yaml": `${GLOBAL}carsFrom: [${item}]\n`,
      "in/a.txt": "AB1\n",
      "in/b.csv": "p\nAB1\n",
      "in/cars/x.txt": "AB1\n",
      "a.txt": "ZZ1\n",
    });
    const reading = await loadFleet(["fleet.yaml"], { cwd: join(folder, "in") });
    expect(findingsOf(reading)).toContain(finding);
    expect(reading.kind).toBe("invalid");
  },
);

it.each<[string, Awaited<ReturnType<NonNullable<Parameters<typeof loadFleet>[1]["commitTime"]>>>, unknown]>([
  ["was committed", { kind: "committed", at: 1_767_225_600_000 }, { at: 1_767_225_600_000, by: "commit" }],
  ["was not committed", { kind: "not-committed" }, { by: "time stamp" }],
  [
    "may be older",
    { kind: "unknown", why: "the history is cut off." },
    "How old `a.txt` is cannot be found out, and `maxAge` needs it: the history is cut off.",
  ],
])("the age of a list is asked for where `maxAge` is, and the list %s", async (_, time, wanted) => {
  const ages = async (more: string) => {
    const cwd = folderWith({ "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.txt${more} }]\n`, "a.txt": "AB1\n" });
    const reading = await loadFleet(["fleet.yaml"], { cwd, commitTime: async () => time });
    return reading.kind === "desired"
      ? reading.desired.scopes[0]?.lists?.[0]?.changed
      : diagnosticsOf(reading)[0]?.message;
  };
  expect(await ages(", maxAge: 2d")).toEqual(typeof wanted === "string" ? wanted : expect.objectContaining(wanted));
  expect(await ages(", maxShrink: 2")).toBeUndefined();
});
