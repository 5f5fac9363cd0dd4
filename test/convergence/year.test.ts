import { expect, it } from "vitest";
import { expectGoodYear } from "./year.ts";

it("in nearly five months of nightly exports, each way of spoiling them once or more, no leased car is deleted and no word sent", async () => {
  const year = await expectGoodYear({ days: 138, size: 140, seed: 1, every: 4 });
  expect(year.spoilt.length).toBe(34);
});
