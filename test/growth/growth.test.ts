import { describe, expect, it } from "vitest";
import { FAMILIES } from "./families.ts";
import { type Growth, growthOf, LARGEST_EXPONENT } from "./growth.ts";

/** A family is measured so often, each time with inputs twice as large, before it counts as growing too fast. */
const ATTEMPTS = 3;

describe("work grows no faster than its input (V14, S25)", () => {
  it.each(FAMILIES.map((family) => [family.name, family] as const))("%s", async (_, family) => {
    const measured: Growth[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const growth = await growthOf(family, 2 ** attempt);
      if (growth.exponent <= LARGEST_EXPONENT) return;
      measured.push(growth);
    }
    expect(measured).toEqual(expect.arrayContaining([expect.objectContaining({ exponent: "at most 1.2" })]));
  });
});
