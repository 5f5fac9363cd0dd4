import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { expectGoodYear } from "./year.ts";

// With FIGURES=FILE, writes the figures that docs/dev/reliability.md states.
it("in a year of nightly exports of 300 cars, 60 of them spoilt, no leased car is deleted and no word sent as a plate", async () => {
  const { daysToLeave, ...year } = await expectGoodYear({ days: 365, size: 300, seed: 2 });
  expect(year.spoilt.length).toBe(60);
  const path = process.env["FIGURES"];
  const days = [...daysToLeave.values()];
  const returned = Object.fromEntries([0, 1, 2, 3, 4].map((day) => [day, days.filter((one) => one === day).length]));
  if (path) writeFileSync(path, JSON.stringify({ ...year, returned }, null, 1));
});
