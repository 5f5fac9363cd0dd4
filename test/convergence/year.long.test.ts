import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { expectGoodYear, WAYS } from "./year.ts";

/** With YEARS=N, so many years more of each kind. */
const MORE = Number(process.env["YEARS"] ?? 0);
const seeds = Array.from({ length: 1 + MORE }, (_, at) => ({ seed: 2 + at }));

// With FIGURES=FILE, writes the figures that docs/dev/reliability.md states.
it.each(seeds)(
  "in a year of nightly exports, spoilt in all ways, no leased car is deleted and no word sent as a plate (seed $seed)",
  async ({ seed }) => {
    const { daysToLeave, ...year } = await expectGoodYear({ days: 365, size: 200, seed, every: 3 });
    expect(new Set(year.spoilt.map(({ spoil }) => spoil)).size).toBe(WAYS);
    const path = process.env["FIGURES"];
    const days = [...daysToLeave.values()];
    const returned = Object.fromEntries([0, 1, 2, 3, 4].map((day) => [day, days.filter((one) => one === day).length]));
    if (path) writeFileSync(path, JSON.stringify({ ...year, returned }, null, 1));
  },
);

it.each(
  seeds.flatMap(({ seed }) => [
    { seed, kind: "German" as const, country: undefined },
    { seed, kind: "Luxembourgish" as const, country: "LU" },
  ]),
)(
  "nor in half a year without grace in which single rows stay spoilt for days (seed $seed, $kind)",
  async ({ seed, kind, country }) => {
    await expectGoodYear({ days: 182, size: 60, seed, kind, isWithoutGrace: true, ...(country && { country }) });
  },
);

it("in two quiet months of 200 cars no night is held back", async () => {
  await expectGoodYear({ days: 60, size: 200, seed: 3, every: 1000, kind: "German" });
});
