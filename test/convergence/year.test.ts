import { it } from "vitest";
import { expectGoodYear } from "./year.ts";

it("in four months of nightly exports whose single rows are spoilt in all ways, no leased car is deleted, no word sent, and no car stays too long", async () => {
  await expectGoodYear({ days: 130, size: 50, seed: 1, every: 2, kind: "Finnish", isWithoutGrace: true });
});
