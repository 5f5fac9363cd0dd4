import {
  type AbsentCar,
  type DesiredEntry,
  formatSource,
  type PlateKey,
  type PlateRules,
  readPlate,
} from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { quoteText } from "../diagnostics/quote-text.ts";
import type { ListReference } from "../lists/list-shape.ts";
import type { Path } from "../yaml/tree.ts";
import type { CarCollector } from "./car-collector.ts";
import { type FleetPart, isWritten, locate } from "./fleet-part.ts";
import { type CarContext, readCars } from "./read-cars.ts";
import { type ListedCarsContext, readListedCars } from "./read-listed-cars.ts";
import type { AbsentShape, WrittenCars } from "./shape.ts";

/** What has cars: the fleet file in global mode, or one of its accounts. */
interface HolderShape {
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

/** The cars of one list that must not be on it, each plate once. */
export class AbsentCars {
  readonly #cars = new Map<PlateKey, AbsentCar>();
  readonly #rules: PlateRules;
  readonly #diagnostics: DiagnosticCollector;

  constructor(rules: PlateRules, diagnostics: DiagnosticCollector) {
    this.#rules = rules;
    this.#diagnostics = diagnostics;
  }

  /** Adds the cars under `absent` at a path of a file. */
  add(written: readonly AbsentShape[] | undefined, part: FleetPart, path: Path): void {
    (written ?? []).forEach((one, at) => {
      const car = typeof one === "string" ? { licenseNumber: one } : one;
      const reading = readPlate(car.licenseNumber, this.#rules);
      if (reading.kind !== "plate") return;
      const source = locate(part, [...path, "absent", at]);
      const first = this.#cars.get(reading.plateKey);
      if (!first) this.#cars.set(reading.plateKey, { plateKey: reading.plateKey, source, ...car });
      else {
        const message = `The plate ${quoteText(car.licenseNumber)} is also in \`absent\` at ${formatSource(first.source)}.`;
        this.#diagnostics.error("duplicate-absent", message, source, "Keep one of the two.");
      }
    });
  }

  /** All of them; undefined when there are none. A car that the same list wants is reported with both places. */
  finish(entries: ReadonlyMap<PlateKey, DesiredEntry>): { readonly absent?: ReadonlyMap<PlateKey, AbsentCar> } {
    for (const { plateKey, licenseNumber, source } of this.#cars.values()) {
      const wanted = entries.get(plateKey);
      if (!wanted) continue;
      const message = `The plate ${quoteText(licenseNumber)} is in \`absent\`, and also a car of the same list at ${formatSource(wanted.source)}.`;
      this.#diagnostics.error("absent-and-wanted", message, source, "Remove it from one of the two.");
    }
    return this.#cars.size === 0 ? {} : { absent: this.#cars };
  }
}
