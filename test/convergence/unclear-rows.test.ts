import { describe, expect, test } from "vitest";
import { z } from "zod";
import { planDocumentSchema, reportDocumentSchema } from "../../src/documents/index.ts";
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
const DATA = dataFile("convergence/unclear-rows.test.yaml");
const CASES = z.array(CASE).parse(DATA["lists"]);
const PLAIN = { color: false, width: 80 };
const CARS = Array.from({ length: 12 }, (_, at) => `M-XY ${100 + at}`);
const fleet = (country?: string, item = "") =>
  `version: 1\nmode: global\n${country ? `defaults: { country: ${country} }\n` : ""}policy: { maxDeletes: { percent: 100, always: 99 } }\ncarsFrom: [{ file: l.csv, column: Plate${item} }]\n`;
const listOf = (rows: readonly string[], head = "Plate;Driver") => [head, ...rows, ""].join("\n");
const listed = ({ sandbox }: Place) => [...sandbox.model.plates("global")].sort();

const REMEDY = /`((?:skip|plates|where|whereNot|noEnd|months): [^`]+)`/g;
const planOf = async (here: Place) => planDocumentSchema.parse(JSON.parse((await here.run("plan", "--json")).stdout));

/** What a message offers settles its row, and makes no car of it but one that the reader says to be a plate. */
async function walkRemedies(here: Place, withLine: (line: string) => string): Promise<void> {
  const { desired } = await planOf(here);
  for (const { licenseNumber, source, remedy } of desired.unclearRows ?? []) {
    for (const [, line = ""] of remedy.matchAll(REMEDY)) {
      here.write("fleet.yaml", withLine(line));
      const plan = await planOf(here);
      const adds = plan.scopes.flatMap(({ changes }) => changes.filter(({ action }) => action === "add"));
      const sent = adds.map((change) => change.licenseNumber);
      const left = plan.desired.unclearRows?.find((one) => one.source === source);
      expect({ line, sent, left }).toEqual({ line, sent: line.startsWith("plates") ? [licenseNumber] : [] });
    }
  }
}

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
    await walkRemedies(here, (line) => fleet(country, `${item ? `, ${item}` : ""}, ${line}`));
    here.write("fleet.yaml", fleet(country, item && `, ${item}`));
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

test.each(TEXTS.parse(DATA["typed"]))(
  "O: an item that is no plate stops the run, and one line says that it is: %s",
  async (text) => {
    const typed = (item: string) =>
      `version: 1\nmode: global\npolicy: { maxDeletes: { percent: 100, always: 99 } }\ncars: [${[...CARS.map((car) => JSON.stringify(car)), item].join(", ")}]\n`;
    const here = await placeWith(typed(JSON.stringify(text)), { cars: [...CARS, "M-ZZ 1", "MAR 12"] });
    for (const night of [1, 2]) {
      const { code, stderr } = await here.run("apply", "--auto-approve");
      expect({ night, code, cars: listed(here).length, fix: stderr.includes("isPlate: true") }).toEqual({
        night,
        code: 3,
        cars: 14,
        fix: true,
      });
    }
    here.write("fleet.yaml", typed(`{ licenseNumber: ${JSON.stringify(text)}, isPlate: true }`));
    expect(await here.run("apply", "--auto-approve")).toMatchObject({ code: 0 });
    expect(listed(here)).toContain(text);
  },
);

test.each(TEXTS.parse(DATA["gone"]))(
  "P: a column of status is said in every run, and the line of its message takes the cars off: %s",
  async (text) => {
    const here = await placeWith(fleet(), { cars: [...CARS, "M-ZZ 1"] });
    here.write("l.csv", listOf([...CARS.map((car) => `${car};aktiv`), `M-ZZ 1;${text}`], "Plate;Status"));
    for (const command of ["validate", "plan", "apply --auto-approve"]) {
      const { code, stdout, stderr } = await here.run(...command.split(" "));
      expect({ code, said: `${stdout}${stderr}` }).toEqual({
        code: 0,
        said: expect.stringContaining("(unused-status)"),
      });
    }
    const { stderr } = await here.run("validate");
    const [, line = ""] = /write `(where[^`]*)`/.exec(stderr.replace(/\n {2}/g, " ")) ?? [];
    here.write("fleet.yaml", fleet(undefined, `, ${line}`));
    for (const night of [1, 2]) {
      expect({ night, ...(await here.run("apply", "--auto-approve")) }).toMatchObject({ night, code: 0 });
      expect(listed(here)).toEqual(CARS);
    }
  },
);

test.each(z.array(TEXTS).parse(DATA["numbers"]))(
  "R: a column of %s is the wrong column, and nothing is sent",
  async (_, first = "") => {
    const numbers = Array.from({ length: 12 }, (_, at) =>
      first.replace(/\d+$/, (digits) => String(Number(digits) + at).padStart(digits.length, "0")),
    );
    const here = await placeWith(fleet(), { cars: CARS });
    here.write("l.csv", listOf(numbers.map((one) => `${one};x`)));
    for (const night of [1, 2]) {
      expect({ night, ...(await here.run("apply", "--auto-approve")) }).toMatchObject({ night, code: 3 });
      expect(listed(here)).toEqual(CARS);
    }
  },
);
