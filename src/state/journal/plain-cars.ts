import type { CarToWrite, OutcomeKind } from "../../ports/index.ts";

// Most cars of an entry are alike: without features, with the outcome of all others. The lines of a
// journal name those by their plates alone, which takes a fifth of the bytes.

interface CarOutcome {
  readonly licenseNumber: string;
  readonly outcome: OutcomeKind;
}

/** Cars, those without features by their plates alone. */
export function plainCars<Car extends CarToWrite>(cars: readonly Car[]): (string | Car)[] {
  return cars.map((car) => (car.features.length === 0 && hasKeys(car, 2) ? car.licenseNumber : car));
}

/** One for all cars. */
const NO_FEATURES: readonly string[] = [];

/** The car of a plate that stands alone. */
export function carOf(licenseNumber: string): CarToWrite {
  return { licenseNumber, features: NO_FEATURES };
}

/** What became of cars; `outcome`: that of the plates that stand alone, if any do. */
type PlainOutcomes<Car> =
  | { readonly outcome?: undefined; readonly cars: readonly Car[] }
  | { readonly outcome: OutcomeKind; readonly cars: readonly (string | Car)[] };

/** What became of cars: those of which the outcome says everything, and have the first such, by their plates alone. */
export function plainOutcomes<Car extends CarOutcome>(cars: readonly Car[]): PlainOutcomes<Car> {
  const outcome = cars.find((car) => hasKeys(car, 2))?.outcome;
  if (outcome === undefined) return { cars };
  const plain = (car: Car) => (car.outcome === outcome && hasKeys(car, 2) ? car.licenseNumber : car);
  return { outcome, cars: cars.map(plain) };
}

// Whatever else is to be said of a car must not get lost.
function hasKeys(car: object, count: number): boolean {
  let keys = 0;
  // To ask for the keys makes a list for each car.
  for (const _ in car) keys += 1;
  return keys === count;
}
