import { expect, it } from "vitest";
import { simulateSeeds } from "./mix.ts";

const FIRST = 1;
const SEEDS = 10_000;

it(`${SEEDS} worlds from seed ${FIRST} break no law, and come to rest`, { timeout: 600_000 }, async () => {
  Error.stackTraceLimit = 0;
  const { failures, seeds } = await simulateSeeds(FIRST, SEEDS);
  expect(failures).toEqual([]);
  expect(seeds).toBe(SEEDS);
});
