import { describe, expect, test } from "vitest";
import { z } from "zod";
import { reportDocumentSchema } from "../../src/documents/index.ts";
import { reportFormats } from "../../src/render/index.ts";
import { type Place, placeWith } from "../cli/harness.ts";
import { dataFile } from "../data-file.ts";
import { TEXT, TEXTS } from "../rows.ts";

const CASE = z.strictObject({
  kind: TEXT,
  rows: TEXTS.optional(),
  head: TEXT.optional(),
  item: TEXT.optional(),
  text: TEXT.optional(),
  live: TEXTS,
  country: TEXT.optional(),
});
const CASES = z.array(CASE).parse(dataFile("convergence/unclear-rows.test.yaml").lists);
const PLAIN = { color: false, width: 80 };
const CARS = Array.from({ length: 12 }, (_, at) => `M-XY ${100 + at}`);
const fleet = (country?: string, item = "") =>
  `version: 1\nmode: global\n${country ? `defaults: { country: ${country} }\n` : ""}policy: { maxDeletes: { percent: 100, always: 99 } }\ncarsFrom: [{ file: l.csv, column: Plate${item} }]\n`;
const listOf = (rows: readonly string[], head = "Plate;Driver") => [head, ...rows, ""].join("\n");
const listed = ({ sandbox }: Place) => [...sandbox.model.plates("global")].sort();

describe("a row of which nothing says that it is a car is not sent, and takes no car off its list", () => {
  test.each(CASES)("$kind", async ({ rows = [], text, live, country, head, item }) => {
    const cars = CARS.map((car) => (head ? car + ";".repeat(head.split(";").length - 1) : `${car};x`));
    const here = await placeWith(fleet(country, item && `, ${item}`), { cars: [...CARS, ...live] });
    here.write("l.csv", text ?? listOf([...cars, ...rows], head));
    for (const night of [1, 2]) {
      const { code, stdout } = await here.run("apply", "--auto-approve");
      expect({ night, code, cars: listed(here) }).toEqual({ night, code: 9, cars: [...CARS, ...live].sort() });
      expect(stdout).toContain("unclear row");
    }
    here.write("l.csv", listOf(cars.slice(0, 11), head));
    expect(await here.run("apply", "--auto-approve")).toMatchObject({ code: 0 });
    expect(listed(here)).toEqual(CARS.slice(0, 11));
  });
});

test("an unclear row that stands for weeks holds what went when it appeared, and no other delete", async () => {
  const rows = CARS.map((car) => `${car};x`);
  const here = await placeWith(fleet(), { cars: [...CARS, "M-ZZ 1"] });
  here.write("l.csv", listOf([...rows, "Stand der Liste;"]));
  expect(await here.run("apply", "--auto-approve")).toMatchObject({ code: 9 });
  here.write("l.csv", listOf([...rows.slice(1), "Stand der Liste;"]));
  expect(await here.run("apply", "--auto-approve")).toMatchObject({ code: 9 });
  expect(listed(here)).toEqual([...CARS.slice(1), "M-ZZ 1"].sort());
});

test("an unclear row stands in every format with its place, its text, its reason and the line to paste", async () => {
  const here = await placeWith(fleet(), { cars: CARS });
  here.write("l.csv", listOf([...CARS.map((car) => `${car};x`), "Stand der Liste;"]));
  await here.run("apply", "--auto-approve", "--report", "report.json");
  const report = reportDocumentSchema.parse(JSON.parse(here.read("report.json")));
  for (const format of ["text", "markdown", "html", "csv", "json"] as const) {
    const [plan, audit] = [await here.run("plan", "--format", format), await here.run("audit", "--format", format)];
    for (const text of [plan.stdout, audit.stdout, reportFormats[format](report, PLAIN)]) {
      const shown = text
        .replace(/&quot;|\\"|""/g, '"')
        .replace(/\s+/g, " ")
        .replace("l.csv:14:1", "l.csv, row 14");
      for (const part of ["l.csv, row 14", "Stand der Liste", "all cells are empty", 'skip: ["Stand der Liste"]'])
        expect({ format, shown: shown.slice(0, 2000), has: shown.includes(part) }).toMatchObject({ has: true });
    }
  }
});
