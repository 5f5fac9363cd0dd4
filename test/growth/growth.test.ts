import { expect, it } from "vitest";
import { FAMILIES } from "./families.ts";
import { type Growth, growthOf, LARGEST_EXPONENT } from "./growth.ts";

/**
 * By how much the inputs are larger in each attempt. A family grows too fast when every attempt says so: other programs on
 * the machine take caches away, which makes some measurements worse, and no number of attempts makes quadratic work linear.
 */
const FACTORS = [1, 2, 4, 1, 2, 4];

it.each(FAMILIES.map((family) => [family.name, family] as const))(
  "V14, S25: work grows no faster than its input: %s",
  async (_, family) => {
    const measured: Growth[] = [];
    for (const factor of FACTORS) {
      const growth = await growthOf(family, factor);
      if (growth.exponent <= LARGEST_EXPONENT) return;
      measured.push(growth);
    }
    expect(measured).toEqual(
      expect.arrayContaining([expect.objectContaining({ exponent: `at most ${LARGEST_EXPONENT}` })]),
    );
  },
);
