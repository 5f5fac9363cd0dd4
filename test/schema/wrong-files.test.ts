import { expect, it } from "vitest";
import { rowsOf, TEXT } from "../rows.ts";
import { diagnosticsOf, GLOBAL, load } from "./fleet-text.ts";

const CARS = `${GLOBAL}cars:\n`;
const FROM_CSV = `${GLOBAL}carsFrom: [{ file: c.csv, column: plate, validFrom: from, validUntil: to, dates: DD.MM.YYYY }]\n`;

it.each(rowsOf(import.meta.url, "wrong files", TEXT, TEXT, TEXT, TEXT))(
  "%s is said with its place, its reason and what to write",
  async (_, place, fleet, list) => {
    const reading = await load({ "fleet.yaml": fleet, "c.csv": list });
    const errors = diagnosticsOf(reading).filter(
      ({ severity, code }) => severity === "error" || code === "unclear-row",
    );
    const places = errors.map(({ source }) => `${source?.file}:${source?.line}`);
    expect(places).toContain(place);
    for (const { message, fix } of errors) {
      expect(message).toMatch(/^.{10,}\.$/s);
      expect(fix).toMatch(/^.{10,}[.?]$/s);
    }
  },
);

it.each([
  ["a fleet file", `${CARS}${'  - "!!!"\n'.repeat(33_000)}`, "", 1001],
  ["a list", FROM_CSV, `plate;from;to\n${"AB1;soon;\n".repeat(33_000)}`, 1],
])("33,000 wrong rows of %s are a bounded number of errors", async (_, fleet, list, most) => {
  const found = diagnosticsOf(await load({ "fleet.yaml": fleet, "c.csv": list }));
  expect(found).toHaveLength(most);
  expect(found.at(-1)?.message).toMatch(
    /^32,000 more errors are not shown\.$|^33,000 of the 33,000 rows of this list are unclear/,
  );
  expect(JSON.stringify(found).length).toBeLessThan(1_000_000);
});
