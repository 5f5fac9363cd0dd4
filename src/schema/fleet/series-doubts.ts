import {
  type AboutWarning,
  type Acceptances,
  type DesiredEntry,
  type DesiredScope,
  type Scope,
  withCommas,
} from "../../allowlist/index.ts";
import { DoubtCollector, doubtText, foreignText, type SeriesDoubts } from "../../plate-series/index.ts";
import { type DiagnosticCollector, MAX_KEPT, quoteText } from "../diagnostics/diagnostic-collector.ts";

/** How many plates are named; where all are wrong, or the country is, the first ones say enough. */
const MOST_NAMED = MAX_KEPT - 1;

/** So many plates of a list that fit no series of any country, and more than half of it: then they are no plates. */
const FEWEST_DOUBTFUL = 3;

/** The plates of a list whose country is known, and how many of them fit no series. */
interface ListTally {
  cars: number;
  doubtful: number;
  first: DesiredEntry | undefined;
}

/** Warns of plates that no series of their country looks like: each of the first ones, and foreign ones together. A list of which most are so is an error. */
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
  const lists = new Map<string, ListTally>();
  for (const { scope, entries } of scopes) {
    for (const car of entries.values()) {
      if (car.country === undefined) continue;
      const isDoubtful = compared.add(car, car.country, scope);
      if (/\.(?:csv|xlsx|txt)$/i.test(car.source.file)) tallyOf(car, isDoubtful, lists);
    }
  }
  reportWrongLists(lists.values(), diagnostics);
  for (const some of [compared.doubts, compared.accepted]) warnOf(some, acceptances, diagnostics);
}

function tallyOf(car: DesiredEntry, isDoubtful: boolean, lists: Map<string, ListTally>): void {
  const tally = lists.get(car.source.file) ?? { cars: 0, doubtful: 0, first: undefined };
  lists.set(car.source.file, tally);
  tally.cars += 1;
  if (!isDoubtful) return;
  tally.doubtful += 1;
  tally.first ??= car;
}

function reportWrongLists(lists: Iterable<ListTally>, diagnostics: DiagnosticCollector): void {
  for (const { cars, doubtful, first } of lists) {
    if (!first || doubtful < FEWEST_DOUBTFUL || doubtful * 2 <= cars) continue;
    const message = `${doubtful} of the ${cars} plates of this list whose country is known fit no series of any country: ${quoteText(first.licenseNumber)}.`;
    const fix = "Name the column with the plates, or correct the `country`; contract numbers and names are not plates.";
    diagnostics.error("not-a-plate", message, first.source, fix);
  }
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
    const message = `${withCommas(count - MOST_NAMED)} more plates, from here on, match no series of their country.`;
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
