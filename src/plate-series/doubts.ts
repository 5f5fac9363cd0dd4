import { type CountryForms, formsOfCountry } from "./countries.ts";
import { comparable, countriesOf, digitsIn, fitsSeries, isPersonal } from "./match.ts";
import { nearMiss } from "./nearest.ts";

/** What is looked at of a car. `country` is the country that is declared for it, where one is (ISO 3166-1 alpha-2). */
export interface CarToJudge {
  readonly licenseNumber: string;
  readonly plateKey: string;
  readonly country?: string | undefined;
}

/** A plate that fits no series of its country and does not look foreign. */
export interface SeriesDoubt<Car> {
  readonly car: Car;
  readonly country: string;
  /** The plate that was probably meant, where there is only one. */
  readonly suggestion: string | undefined;
}

/** The plates of one list that fit a series of another country only. They are one doubt together, as visitors are no mistake. */
export interface ForeignPlates<Car> {
  /** The country that was declared. */
  readonly country: string;
  readonly count: number;
  /** The first few, in the order of the list. */
  readonly first: readonly Car[];
  /** Where the plates may come from, and how many: the most frequent first. Many plates fit the series of several countries. */
  readonly origins: readonly PossibleOrigins[];
}

/** Plates that each fit the series of all of these countries. */
export interface PossibleOrigins {
  readonly countries: readonly string[];
  readonly count: number;
}

export interface SeriesDoubts<Car> {
  readonly doubts: readonly SeriesDoubt<Car>[];
  readonly foreign: readonly ForeignPlates<Car>[];
}

type Judgement =
  | { readonly kind: "fits" }
  | { readonly kind: "foreign"; readonly countries: readonly string[] }
  | { readonly kind: "doubt"; readonly suggestion: string | undefined };

interface Tally<Car> {
  count: number;
  readonly first: Car[];
  readonly origins: Map<string, number>;
}

const FOREIGN_SHOWN = 3;
/** With fewer digits, a plate that may be personal is not called foreign: German and British plates look like words with a number. */
const DIGITS_OF_FOREIGN = 3;
const FITS: Judgement = { kind: "fits" };

/**
 * What is doubtful about the plates of one list. A car is compared with the series of its own country or, without one, of `defaultCountry`;
 * cars without either, or with a country that is not known, are not looked at.
 */
export function doubtsOf<Car extends CarToJudge>(cars: Iterable<Car>, defaultCountry?: string): SeriesDoubts<Car> {
  const doubts: SeriesDoubt<Car>[] = [];
  const tallies = new Map<string, Tally<Car>>();
  for (const car of cars) {
    const forms = formsOfCountry(car.country ?? defaultCountry ?? "");
    if (!forms) continue;
    const judgement = judge(forms, car.plateKey);
    if (judgement.kind === "foreign") count(tallies, forms.country, car, judgement.countries);
    if (judgement.kind === "doubt") doubts.push({ car, country: forms.country, suggestion: judgement.suggestion });
  }
  return { doubts, foreign: Array.from(tallies, ([country, tally]) => summaryOf(country, tally)) };
}

function judge(forms: CountryForms, plateKey: string): Judgement {
  const plate = comparable(plateKey);
  if (fitsSeries(forms, plate)) return FITS;
  const miss = nearMiss(forms, plate);
  if (miss?.swaps === 1) return { kind: "doubt", suggestion: miss.plate };
  const personal = isPersonal(forms, plate);
  if (personal && digitCount(plate) < DIGITS_OF_FOREIGN) return FITS;
  const countries = countriesOf(plate);
  if (countries.length > 0) return { kind: "foreign", countries };
  return personal ? FITS : { kind: "doubt", suggestion: miss?.plate };
}

function digitCount(plate: string): number {
  let count = 0;
  for (let bits = digitsIn(plate); bits > 0; bits &= bits - 1) count += 1;
  return count;
}

function count<Car>(tallies: Map<string, Tally<Car>>, declared: string, car: Car, countries: readonly string[]): void {
  const tally: Tally<Car> = tallies.get(declared) ?? { count: 0, first: [], origins: new Map() };
  tallies.set(declared, tally);
  tally.count += 1;
  if (tally.first.length < FOREIGN_SHOWN) tally.first.push(car);
  const origin = countries.join(" ");
  tally.origins.set(origin, (tally.origins.get(origin) ?? 0) + 1);
}

function summaryOf<Car>(country: string, { count, first, origins }: Tally<Car>): ForeignPlates<Car> {
  const byCount = Array.from(origins, ([names, plates]) => ({ countries: names.split(" "), count: plates }));
  byCount.sort((a, b) => b.count - a.count);
  return { country, count, first, origins: byCount };
}
