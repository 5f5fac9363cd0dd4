import type { AboutWarning, Acceptances, Scope } from "../../allowlist/index.ts";
import { DoubtCollector, doubtText, foreignText, type SeriesDoubts } from "../../plate-series/index.ts";
import { type DiagnosticCollector, MAX_KEPT } from "../diagnostics/diagnostic-collector.ts";
import { quoteText } from "../diagnostics/quote-text.ts";
import type { WrittenCar } from "./written-car.ts";

/** How many plates are named; where all are wrong, or the country is, the first ones say enough. */
const MOST_NAMED = MAX_KEPT - 1;

/** Cars whose plates are compared with the series of their country. */
export type ComparedCars = DoubtCollector<WrittenCar>;

/** A collector without cars. It keeps one more than are named, for the place where the others begin. */
export function createComparedCars(acceptances: Acceptances): ComparedCars {
  return new DoubtCollector(MOST_NAMED + 1, (car, scope, doubt) => {
    const code = doubt === "series" ? "plate-series" : "foreign-plates";
    return acceptances.find(aboutCar(code, car, scope)) !== undefined;
  });
}

/** Warns of plates that no series of their country looks like: each of the first ones, and foreign ones together. */
export function warnOfSeries(
  { doubts, accepted }: ComparedCars,
  acceptances: Acceptances,
  diagnostics: DiagnosticCollector,
): void {
  for (const some of [doubts, accepted]) warnOf(some, acceptances, diagnostics);
}

function warnOf(
  { count, first, foreign }: SeriesDoubts<WrittenCar>,
  acceptances: Acceptances,
  diagnostics: DiagnosticCollector,
): void {
  for (const { car, scope, ...doubt } of first.slice(0, MOST_NAMED)) {
    const fix = "Correct the plate, or write the `country` where the car is registered.";
    const about = { licenseNumber: car.licenseNumber, scope };
    diagnostics.warning("plate-series", doubtText({ car, ...doubt }, quoteText), placeOf(car), fix, about);
  }
  const next = first[MOST_NAMED];
  if (next) {
    const message = `${count - MOST_NAMED} more plates, from here on, match no series of their country.`;
    const fix = "Correct the first ones; the others are named then.";
    const about = { licenseNumber: next.car.licenseNumber, scope: next.scope };
    diagnostics.warning("plate-series", message, placeOf(next.car), fix, about);
  }
  for (const one of foreign) {
    const [car] = one.first;
    const fix = "Where they are right, write the `country` of these cars.";
    const accepted = car && acceptances.acceptedBy(aboutCar("foreign-plates", car, one.scope));
    diagnostics.warning("foreign-plates", foreignText(one, quoteText), car && placeOf(car), fix, { accepted });
  }
}

function aboutCar(code: string, { licenseNumber }: WrittenCar, scope: Scope | undefined): AboutWarning {
  return { code, licenseNumber, ...(scope !== undefined && { scope }) };
}

function placeOf({ lines, at }: WrittenCar) {
  return lines.sourceAt(at);
}
