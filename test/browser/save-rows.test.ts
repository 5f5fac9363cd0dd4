import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { csvCell, planFormats, terminalText } from "../../src/render/index.ts";
import { hostilePlan, typicalPlan } from "../render/documents.ts";
import { HOSTILE_STRINGS } from "../render/hostile-corpus.ts";
import { type Opened, useChromium } from "./open-page.ts";

const PLAIN = { color: false, width: 80 };
const open = useChromium();

async function saved({ page }: Opened): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save these rows" }).click(),
  ]);
  return readFileSync(await download.path(), "utf8");
}

const rowsIn = (csv: string) => parse(csv, { relaxColumnCount: false }) as string[][];

it("Save these rows writes what search and filters show, in the order of the page, with no request", async () => {
  const opened = await open(planFormats.html(typicalPlan, PLAIN));
  const { page, misdeeds } = opened;
  await page.getByRole("group", { name: "Action", exact: true }).getByRole("button", { name: "+ add" }).click();
  await page.getByRole("button", { name: "Car", exact: true }).click();
  const rows = rowsIn(await saved(opened));
  expect(rows[0]).toEqual(["Car", "Action", "List", "In fleet now", "Check", "Why", "Written at"]);
  expect(rows.slice(1).map(([car, action]) => [car, action])).toEqual([
    ["0123456", "add"],
    ["AB12345", "add"],
    ["Æ 100", "add"],
  ]);
  expect(misdeeds.filter((one) => one !== "download" && !one.startsWith("request blob:"))).toEqual([]);
});

it("Save these rows escapes a hostile text as every CSV of ours does", async () => {
  const csv = await saved(await open(planFormats.html(hostilePlan(), PLAIN)));
  const cars = new Set(rowsIn(csv).map(([car]) => car));
  const cells = HOSTILE_STRINGS.map((text) => rowsIn(`${csvCell(terminalText(text))},\r\n`)[0]?.[0]);
  for (const cell of cells) expect(cars).toContain(cell);
});
