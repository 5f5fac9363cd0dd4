import type { ListReference } from "../lists/list-shape.ts";
import type { Path } from "../yaml/tree.ts";
import type { CarCollector } from "./car-collector.ts";
import { isWritten, locate } from "./fleet-part.ts";
import { type CarContext, readCars } from "./read-cars.ts";
import { type ListedCarsContext, readListedCars } from "./read-listed-cars.ts";
import type { WrittenCars } from "./shape.ts";

/** What has cars: the fleet file in global mode, or one of its accounts. */
export interface HolderShape {
  readonly cars?: WrittenCars | undefined;
  readonly carsFrom?: readonly ListReference[] | undefined;
}

export interface HolderContext extends CarContext, Omit<ListedCarsContext, "target"> {
  /** Whether the holder needs no cars of its own, as lists of several accounts may name it. */
  readonly mayBeBare: boolean;
}

/** Reads the cars of a holder, its lists included, into `cars` and gives their number as written, repeated ones included. */
export function readHolder(holder: HolderShape, path: Path, cars: CarCollector, context: HolderContext): number {
  const { part, diagnostics, mayBeBare } = context;
  // What was read is written; what is not here may be written, and wrong.
  const isBare = !holder.cars && !isWritten(part, [...path, "cars"]) && !isWritten(part, [...path, "carsFrom"]);
  if (isBare && !mayBeBare) {
    const fix = "Write `cars:` or `carsFrom:`; `cars: []` is an empty list.";
    diagnostics.error("not-specified", "Both `cars` and `carsFrom` are missing.", locate(part, path), fix);
  }
  const written = holder.cars ? readCars(holder.cars.node, cars, context) : 0;
  cars.finishTyped();
  if (!holder.carsFrom) return written;
  return written + readListedCars(holder.carsFrom, path, { ...context, target: cars });
}
