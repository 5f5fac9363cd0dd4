import type { DesiredEntry } from "../../allowlist/index.ts";
import type { Lines } from "../yaml/tree.ts";

/** All that a file says of a car but its plate; cars may share one. `features` come from a `FeaturePool`. */
export type Particulars = Omit<DesiredEntry, "licenseNumber" | "plateKey" | "source">;

/** A car as a file has it, and where. */
export interface WrittenCar {
  readonly licenseNumber: string;
  readonly particulars: Particulars;
  readonly lines: Lines;
  /** Where the car is written, and where its plate is: offsets. */
  readonly at: number;
  readonly plateAt: number;
}
