import { DoubtCollector, doubtText, foreignText } from "../../plate-series/index.ts";
import type { DiagnosticCollector } from "../diagnostic-collector.ts";
import { quoteText } from "../quote-text.ts";
import type { WrittenCar } from "../yaml/fast/car-table.ts";

/** How many plates are named; where all are wrong, or the country is, the first ones say enough. */
const MOST_NAMED = 20;

/** Cars whose plates are compared with the series of their country. */
export type ComparedCars = DoubtCollector<WrittenCar>;

/** A collector without cars. It keeps one more than are named, for the place where the others begin. */
export function createComparedCars(): ComparedCars {
  return new DoubtCollector(MOST_NAMED + 1);
}

/** Warns of plates that no series of their country looks like: each of the first ones, and foreign ones together. */
export function warnOfSeries({ doubts }: ComparedCars, diagnostics: DiagnosticCollector): void {
  const { count, first, foreign } = doubts;
  for (const doubt of first.slice(0, MOST_NAMED)) {
    const fix = "Correct the plate, or write the `country` where the car is registered.";
    diagnostics.warning("plate-series", doubtText(doubt, quoteText), placeOf(doubt.car), fix);
  }
  const next = first[MOST_NAMED];
  if (next) {
    const message = `${count - MOST_NAMED} more plates, from here on, match no series of their country.`;
    diagnostics.warning(
      "plate-series",
      message,
      placeOf(next.car),
      "Correct the first ones; the others are named then.",
    );
  }
  for (const one of foreign) {
    const fix = "Where they are right, write the `country` of these cars.";
    diagnostics.warning("foreign-plates", foreignText(one, quoteText), one.first[0] && placeOf(one.first[0]), fix);
  }
}

function placeOf({ lines, at }: WrittenCar) {
  return lines.sourceAt(at);
}
