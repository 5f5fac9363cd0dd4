import { expect, it } from "vitest";
import { place, plates } from "./harness.ts";

const DAY_MS = 86_400_000;
const day = (fromNow: number) => new Date(Date.now() + fromNow * DAY_MS).toISOString().slice(0, 10);
const rowsOf = (prefix: string, number: number, days: string) =>
  plates(prefix, number).map((plate) => `${plate};${days}\n`);

/** A lease export of 60 cars of which 17 are outside their days, with cars on order, a renewal and totals. */
const EXPORT = [
  "Kennzeichen;Beginn;Ende\n",
  ...rowsOf("AB", 43, `${day(-400)};${day(400)}`),
  ...rowsOf("CD", 15, `${day(-400)};${day(-3)}`),
  ...rowsOf("EF", 2, `${day(3)};`),
  ...["BESTELLT;;\n", "bestellt;;\n", ";Golf;\n", `${plates("AB", 1)[0]};${day(-900)};${day(-401)}\n`],
  "Anzahl Fahrzeuge: 60;;\n",
].join("");
const KEYS = 'column: Kennzeichen, validFrom: Beginn, validUntil: Ende, skip: [bestellt, ""], duplicates: latest';
const FLEET = `version: 1\nmode: global\ncarsFrom: [{ file: export/a.csv, ${KEYS} }]\n`;

const CARS = "60 cars, 17 not wanted today: 15 ended, 2 not begun";
const ROWS = '5 rows left out: 2 "bestellt", 1 without a plate, 1 of a car that has another row, 1 with totals';
const ASIDE = {
  notToday: { cars: 60, ended: 15, notBegun: 2 },
  skippedRows: [
    { file: "export/a.csv", why: "skip", found: "bestellt", rows: 2 },
    { file: "export/a.csv", why: "skip", found: "", rows: 1 },
    { file: "export/a.csv", why: "repeated", rows: 1 },
    { file: "export/a.csv", why: "totals", rows: 1 },
  ],
};

async function exported() {
  const here = await place({ mode: "global", start: {} });
  here.write("export/a.csv", EXPORT);
  here.write("fleet.yaml", FLEET);
  return here;
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, " ");

it("validate counts cars that are not wanted today, and rows that are left out, as text and in its document", async () => {
  const here = await exported();
  expect(await here.run("validate")).toEqual({
    code: 0,
    stdout: `Valid for the global list: ${CARS}.\nexport/a.csv: ${ROWS}.\n`,
    stderr: "",
  });
  const { stdout } = await here.run("validate", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ cars: 60, ...ASIDE });
});

it.each(["text", "markdown", "html"])("a plan counts them as %s", async (format) => {
  const here = await exported();
  const { code, stdout } = await here.run("plan", "--format", format);
  const text = inOneLine(stdout).replaceAll("&quot;", '"').replaceAll("`", "");
  expect(code).toBe(0);
  expect(text).toContain(`Fleet file: ${CARS}.`);
  expect(text).toContain(`export/a.csv: ${ROWS}.`);
});

it("the plan document counts them, and an approved plan is applied", async () => {
  const here = await exported();
  const { stdout } = await here.run("plan", "--plan-file", "plan.json", "--json");
  expect(JSON.parse(stdout).desired).toMatchObject(ASIDE);
  expect((await here.run("apply", "plan.json", "--auto-approve")).code).toBe(0);
  expect(here.sandbox.model.plates("global")).toHaveLength(43);
});

it.each(["text", "markdown", "html", "json"])("an audit counts them as %s", async (format) => {
  const here = await exported();
  const { stdout } = await here.run("audit", "--format", format);
  if (format === "json") expect(JSON.parse(stdout)).toMatchObject(ASIDE);
  else expect(inOneLine(stdout).replaceAll("&quot;", '"').replaceAll("`", "")).toContain(`Fleet file: ${CARS}.`);
});
