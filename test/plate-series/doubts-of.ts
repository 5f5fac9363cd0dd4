import { DoubtCollector, type SeriesDoubts } from "../../src/plate-series/index.ts";

interface Car {
  readonly licenseNumber: string;
  readonly country?: string;
}

/** What is doubtful about the cars of a list, compared with their own country or, without one, with that of the list. */
export function doubtsOf<One extends Car>(cars: Iterable<One>, country = "", mostKept = 100): SeriesDoubts<One> {
  const collector = new DoubtCollector<One>(mostKept);
  for (const car of cars) collector.add(car, car.country ?? country);
  return collector.doubts;
}

/** Nothing is doubtful. */
export const NONE: SeriesDoubts<never> = { count: 0, first: [], foreign: [] };
