import { readPlate } from "../allowlist/index.ts";
import { type CountryForms, formsOfCountry } from "./countries.ts";
import { comparable, countriesOf, digitsIn, fitsSeries, isPersonal } from "./match.ts";
import { nearMiss } from "./nearest.ts";
import { quickFit } from "./quick-fit.ts";

/** A plate that fits no series of its country and does not look foreign. */
export interface SeriesDoubt<Car> {
  readonly car: Car;
  readonly country: string;
  /** The plate that was probably meant, where there is only one. */
  readonly suggestion: string | undefined;
}

/** The plates that fit a series of another country only. They are one doubt together, as visitors are no mistake. */
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

/** What is doubtful about the plates of a file, in the order of its cars. */
export interface SeriesDoubts<Car> {
  /** How many plates fit no series and do not look foreign. */
  readonly count: number;
  /** The first of them. */
  readonly first: readonly SeriesDoubt<Car>[];
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

/** The plates of one declared country. */
interface Register {
  readonly country: string;
  readonly forms: CountryForms;
  readonly surelyFits: (plate: string) => boolean;
}

const FOREIGN_SHOWN = 3;
/** With fewer digits, a plate that may be personal is not called foreign: German and British plates look like words with a number. */
const DIGITS_OF_FOREIGN = 3;
const FITS: Judgement = { kind: "fits" };

/** Compares cars with the series of their countries, one after the other, and keeps no more than what is doubtful. */
export class DoubtCollector<Car extends { readonly licenseNumber: string }> {
  readonly #mostKept: number;
  readonly #registers = new Map<string, Register | undefined>();
  readonly #tallies = new Map<string, Tally<Car>>();
  readonly #first: SeriesDoubt<Car>[] = [];
  #count = 0;
  #lastCountry = "";
  #last: Register | undefined;

  /** `mostKept` is how many of the plates that fit no series are kept; all are counted. */
  constructor(mostKept: number) {
    this.#mostKept = mostKept;
  }

  /** Takes in a car with its declared country (ISO 3166-1 alpha-2); of countries that are not known nothing is doubted. */
  add(car: Car, country: string): void {
    const register = this.#registerOf(country);
    if (register && !register.surelyFits(car.licenseNumber)) this.#judge(car, register);
  }

  /** What was doubtful about all cars so far. */
  get doubts(): SeriesDoubts<Car> {
    const foreign = Array.from(this.#tallies, ([country, tally]) => summaryOf(country, tally));
    return { count: this.#count, first: this.#first, foreign };
  }

  #registerOf(country: string): Register | undefined {
    // Most cars have the country of the car before.
    if (country === this.#lastCountry) return this.#last;
    this.#lastCountry = country;
    this.#last = this.#registers.get(country);
    if (this.#last || this.#registers.has(country)) return this.#last;
    const forms = formsOfCountry(country);
    this.#last = forms && { country, forms, surelyFits: quickFit(forms) };
    this.#registers.set(country, this.#last);
    return this.#last;
  }

  #judge(car: Car, { country, forms }: Register): void {
    const judgement = judge(forms, keyOf(car.licenseNumber));
    if (judgement.kind === "foreign") this.#countForeign(car, country, judgement.countries);
    if (judgement.kind !== "doubt") return;
    this.#count += 1;
    if (this.#first.length < this.#mostKept) this.#first.push({ car, country, suggestion: judgement.suggestion });
  }

  #countForeign(car: Car, declared: string, countries: readonly string[]): void {
    const tally: Tally<Car> = this.#tallies.get(declared) ?? { count: 0, first: [], origins: new Map() };
    this.#tallies.set(declared, tally);
    tally.count += 1;
    if (tally.first.length < FOREIGN_SHOWN) tally.first.push(car);
    const origin = countries.join(" ");
    tally.origins.set(origin, (tally.origins.get(origin) ?? 0) + 1);
  }
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

function keyOf(licenseNumber: string): string {
  const reading = readPlate(licenseNumber, { foldLookalikes: false });
  return reading.kind === "plate" ? reading.plateKey : licenseNumber;
}

function digitCount(plate: string): number {
  let count = 0;
  for (let bits = digitsIn(plate); bits > 0; bits &= bits - 1) count += 1;
  return count;
}

function summaryOf<Car>(country: string, { count, first, origins }: Tally<Car>): ForeignPlates<Car> {
  const byCount = Array.from(origins, ([names, plates]) => ({ countries: names.split(" "), count: plates }));
  byCount.sort((a, b) => b.count - a.count);
  return { country, count, first, origins: byCount };
}
