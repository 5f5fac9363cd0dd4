import type { AboutWarning, Acceptances, DesiredEntry, DesiredScope, Scope } from "../../allowlist/index.ts";
import { DoubtCollector, doubtText, foreignText, type SeriesDoubts } from "../../plate-series/index.ts";
import { type DiagnosticCollector, MAX_KEPT } from "../diagnostics/diagnostic-collector.ts";
import { quoteText } from "../diagnostics/quote-text.ts";

/** How many plates are named; where all are wrong, or the country is, the first ones say enough. */
const MOST_NAMED = MAX_KEPT - 1;

/** Warns of plates that no series of their country looks like: each of the first ones, and foreign ones together. */
export function warnOfSeries(
  scopes: readonly DesiredScope[],
  acceptances: Acceptances,
  diagnostics: DiagnosticCollector,
): void {
  // One more than are named is kept, for the place where the others begin.
  const compared = new DoubtCollector<DesiredEntry>(MOST_NAMED + 1, (car, scope, doubt) => {
    const code = doubt === "series" ? "plate-series" : "foreign-plates";
    return acceptances.find(aboutCar(code, car, scope)) !== undefined;
  });
  for (const { scope, entries } of scopes) {
    for (const car of entries.values()) if (car.country !== undefined) compared.add(car, car.country, scope);
  }
  for (const some of [compared.doubts, compared.accepted]) warnOf(some, acceptances, diagnostics);
}

function warnOf(
  { count, first, foreign }: SeriesDoubts<DesiredEntry>,
  acceptances: Acceptances,
  diagnostics: DiagnosticCollector,
): void {
  for (const { car, scope, ...doubt } of first.slice(0, MOST_NAMED)) {
    const fix = "Correct the plate, or write the `country` where the car is registered.";
    const about = { licenseNumber: car.licenseNumber, scope };
    diagnostics.warning("plate-series", doubtText({ car, ...doubt }, quoteText), car.source, fix, about);
  }
  const next = first[MOST_NAMED];
  if (next) {
    const message = `${count - MOST_NAMED} more plates, from here on, match no series of their country.`;
    const fix = "Correct the first ones; the others are named then.";
    const about = { licenseNumber: next.car.licenseNumber, scope: next.scope };
    diagnostics.warning("plate-series", message, next.car.source, fix, about);
  }
  for (const one of foreign) {
    const [car] = one.first;
    const fix = "Where they are right, write the `country` of these cars.";
    const accepted = car && acceptances.acceptedBy(aboutCar("foreign-plates", car, one.scope));
    diagnostics.warning("foreign-plates", foreignText(one, quoteText), car?.source, fix, { accepted });
  }
}

function aboutCar(code: string, { licenseNumber }: DesiredEntry, scope: Scope | undefined): AboutWarning {
  return { code, licenseNumber, ...(scope !== undefined && { scope }) };
}
