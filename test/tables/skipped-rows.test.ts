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
