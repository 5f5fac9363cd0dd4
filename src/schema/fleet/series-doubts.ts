import type { DesiredEntry, DesiredScope, Scope } from "../../allowlist/index.ts";
import { countries, countriesOf, judgePlate, plateMeant } from "../../plate-series/index.ts";
import { type DiagnosticCollector, quoteText } from "../diagnostics/diagnostic-collector.ts";

/** This many plates of a list that fit no series of any country, and more than half of it: then they are no plates. */
const FEWEST_DOUBTFUL = 3;
/** A plate that more countries may have issued says nothing of where it comes from. */
const MOST_ORIGINS = 3;

/** The plates of a list whose country is known, and how many of them fit no series. */
interface ListTally {
  cars: number;
  doubtful: number;
  first: DesiredEntry | undefined;
}

/** Warns of plates that no series of their country looks like. A list of which most fit none of any country is an error. */
export function warnOfSeries(scopes: readonly DesiredScope[], diagnostics: DiagnosticCollector): void {
  const lists = new Map<string, ListTally>();
  for (const { scope, entries } of scopes) {
    for (const car of entries.values()) {
      if (car.country === undefined) continue;
      const isDoubtful = isDoubted(car, car.country, scope, diagnostics);
      if (/\.(?:csv|xlsx|txt)$/i.test(car.source.file)) tallyOf(car, isDoubtful, lists);
    }
  }
  reportWrongLists(lists.values(), diagnostics);
}

/** Whether a plate fits no series of any country, and no one accepts that. */
function isDoubted(car: DesiredEntry, country: string, scope: Scope, diagnostics: DiagnosticCollector): boolean {
  const { licenseNumber, source } = car;
  const judgement = judgePlate(country, licenseNumber);
  if (judgement === "fits") return false;
  const [plate, adjective] = [quoteText(licenseNumber), countries().get(country)?.adjective];
  const about = { licenseNumber, scope };
  if (judgement === "foreign") {
    const origins = diagnostics.isFullOf("foreign-plates") ? [] : countriesOf(licenseNumber);
    const from = origins.length === 0 || origins.length > MOST_ORIGINS ? "" : ` (possibly ${origins.join(" or ")})`;
    const fix = "If it is right, write the `country` of this car.";
    diagnostics.warning("foreign-plates", `${plate} looks foreign, not ${adjective}${from}.`, source, fix, about);
    return false;
  }
  const meant = diagnostics.isFullOf("plate-series") ? undefined : plateMeant(country, licenseNumber);
  const question = meant === undefined ? "" : ` Did you mean ${quoteText(meant)}?`;
  const fix = "Correct the plate, or write the `country` where the car is registered.";
  const message = `${plate} does not match any ${adjective} series.${question}`;
  return !diagnostics.warning("plate-series", message, source, fix, about);
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
