import { readPlate } from "../../src/allowlist/index.ts";

/** The key of a plate that a test writes as people do. */
export function keyOf(plate: string): string {
  const reading = readPlate(plate, { foldLookalikes: false });
  if (reading.kind === "not-a-plate") throw new Error(`${plate} is not a plate`);
  return reading.plateKey;
}
