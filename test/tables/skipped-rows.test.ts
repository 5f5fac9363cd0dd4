import { expect, it } from "vitest";
import { fleetCases } from "../schema/cases.ts";
import { desiredOf, GLOBAL, load } from "../schema/fleet-text.ts";

fleetCases(import.meta.url);

it("the label of totals is found in any column, however long the list is", async () => {
  const cars = Array.from({ length: 60 }, (_, at) => `LV;AB${at + 1};x;y\n`);
  const reading = await load({
    "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.csv, column: Reg }]\n`,
    "a.csv": `Vertrag;Reg;a;b\n${cars.join("")};60;;Fahrzeuge gesamt\n`,
  });
  expect(desiredOf(reading)).toMatchObject({
    scopes: [{ entries: { size: 60 } }],
    skippedRows: [{ why: "totals", rows: 1 }],
  });
});

it.each([
  ["a column that nine of ten rows have filled says so", 18, 2, 2],
  ["one that fewer have filled does not", 17, 2, 0],
  ["the first thirty of many columns say so", 18, 40, 2],
])("rows that have nothing but a number of a page are none of cars: %s", async (_, cars, columns, pages) => {
  const more = (text: string) => `;${text}`.repeat(columns - 1);
  const rows = Array.from({ length: cars }, (_, at) => `x;M-AB ${at + 1}${more("x")}\n`).join("");
  const ends = [1, 2].map((number) => `;Seite ${number}${more("")}\n`).join("");
  const names = Array.from({ length: columns - 1 }, (_, at) => `;c${at}`).join("");
  const reading = await load({
    "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.csv, column: Reg }]\n`,
    "a.csv": `n;Reg${names}\n${rows}${ends}`,
  });
  expect(desiredOf(reading).skippedRows?.map(({ why, rows: many }) => `${many} ${why}`) ?? []).toEqual(
    pages > 0 ? [`${pages} pages`] : [],
  );
});
