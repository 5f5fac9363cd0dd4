import { readPlate, type Scope } from "../allowlist/index.ts";
import { type CountryForms, formsOfCountry, seriesOf } from "./countries.ts";
import { comparable, countriesOf, digitsIn, fitsSeries, isPersonal, nearMiss } from "./match.ts";

/** A plate that fits no series of its country and does not look foreign. */
export interface SeriesDoubt<Car> {
  readonly car: Car;
  readonly country: string;
  /** The list that it is on, as `add` was told. */
  readonly scope?: Scope;
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
  /** The list of the very first one, as `add` was told. */
  readonly scope?: Scope;
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
  readonly scope: Scope | undefined;
  readonly first: Car[];
  readonly origins: Map<string, number>;
}

const FOREIGN_SHOWN = 3;
/** With fewer digits, a plate that may be personal is not called foreign: German and British plates look like words with a number. */
const DIGITS_OF_FOREIGN = 3;
const FITS: Judgement = { kind: "fits" };

/** Whether somebody has accepted that this car fits no series, or looks foreign. */
export type IsAccepted<Car> = (car: Car, scope: Scope | undefined, doubt: "series" | "foreign") => boolean;

/** Compares cars with the series of their countries, one after the other, and keeps no more than what is doubtful. */
export class DoubtCollector<Car extends { readonly licenseNumber: string }> {
  readonly #isAccepted: IsAccepted<Car>;
  readonly #open: DoubtTally<Car>;
  readonly #accepted: DoubtTally<Car>;

  /** `mostKept` is how many of the plates that fit no series are kept; all are counted. Accepted ones are counted apart. */
  constructor(mostKept: number, isAccepted: IsAccepted<Car> = () => false) {
    this.#isAccepted = isAccepted;
    this.#open = new DoubtTally(mostKept);
    this.#accepted = new DoubtTally(mostKept);
  }

  /**
   * Takes in a car with its declared country (ISO 3166-1 alpha-2); of countries that are not known nothing is doubted. Says
   * whether its plate fits no series of any country, and nobody accepts that.
   */
  add(car: Car, country: string, scope?: Scope): boolean {
    const forms = formsOfCountry(country);
    if (!forms) return false;
    const judgement = judge(forms, keyOf(car.licenseNumber));
    if (judgement.kind === "fits") return false;
    const doubt = judgement.kind === "doubt" ? "series" : "foreign";
    const tally = this.#isAccepted(car, scope, doubt) ? this.#accepted : this.#open;
    if (judgement.kind === "foreign") tally.countForeign(car, country, judgement.countries, scope);
    else tally.count({ car, country, suggestion: judgement.suggestion, ...(scope !== undefined && { scope }) });
    return judgement.kind === "doubt" && tally === this.#open;
  }

  /** What was doubtful about all cars so far. */
  get doubts(): SeriesDoubts<Car> {
    return this.#open.doubts;
  }

  /** The same of what was accepted. */
  get accepted(): SeriesDoubts<Car> {
    return this.#accepted.doubts;
  }
}

class DoubtTally<Car> {
  readonly #mostKept: number;
  readonly #tallies = new Map<string, Tally<Car>>();
  readonly #first: SeriesDoubt<Car>[] = [];
  #count = 0;

  constructor(mostKept: number) {
    this.#mostKept = mostKept;
  }

  get doubts(): SeriesDoubts<Car> {
    const foreign = Array.from(this.#tallies, ([country, tally]) => summaryOf(country, tally));
    return { count: this.#count, first: this.#first, foreign };
  }

  count(doubt: SeriesDoubt<Car>): void {
    this.#count += 1;
    if (this.#first.length < this.#mostKept) this.#first.push(doubt);
  }

  countForeign(car: Car, declared: string, countries: readonly string[], scope: Scope | undefined): void {
    const tally: Tally<Car> = this.#tallies.get(declared) ?? { count: 0, scope, first: [], origins: new Map() };
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

function summaryOf<Car>(country: string, { count, scope, first, origins }: Tally<Car>): ForeignPlates<Car> {
  const byCount = Array.from(origins, ([names, plates]) => ({ countries: names.split(" "), count: plates }));
  byCount.sort((a, b) => b.count - a.count);
  return { country, count, first, ...(scope !== undefined && { scope }), origins: byCount };
}

const ORIGINS_SHOWN = 5;
/** A plate that more countries may have issued says nothing of where it comes from. */
const MOST_ALIKE = 3;

interface Car {
  readonly licenseNumber: string;
}

/** Writes a plate into a message: whole, masked or hashed, and quoted, as the place demands. */
type ShowPlate = (plate: string) => string;

/** A doubt about one plate: "`AB1234S` does not match any Danish series. Did you mean `AB12345`?" */
export function doubtText(doubt: SeriesDoubt<Car>, show: ShowPlate = inBackticks): string {
  const text = `${show(doubt.car.licenseNumber)} does not match any ${adjectiveOf(doubt.country)} series.`;
  return doubt.suggestion === undefined ? text : `${text} Did you mean ${show(doubt.suggestion)}?`;
}

/** The foreign plates of a list in one line: "12 plates look foreign, not Danish (possibly PL 7, IT/FR 5): `AB123CD`, … and 9 others." */
export function foreignText(foreign: ForeignPlates<Car>, show: ShowPlate = inBackticks): string {
  const { count, country, first, origins } = foreign;
  const plates = first.map(({ licenseNumber }) => show(licenseNumber)).join(", ");
  const rest = count - first.length;
  const others = rest > 0 ? ` and ${rest} ${rest === 1 ? "other" : "others"}` : "";
  const subject = count === 1 ? "1 plate looks" : `${count} plates look`;
  return `${subject} foreign, not ${adjectiveOf(country)}${originsText(origins)}: ${plates}${others}.`;
}

function inBackticks(plate: string): string {
  return `\`${plate}\``;
}

function originsText(origins: readonly PossibleOrigins[]): string {
  const named = origins.filter(({ countries }) => countries.length <= MOST_ALIKE).slice(0, ORIGINS_SHOWN);
  if (named.length === 0) return "";
  const rest = countOf(origins) - countOf(named);
  const shown = named.map(({ countries, count }) => `${countries.join("/")} ${count}`);
  return ` (possibly ${[...shown, ...(rest > 0 ? [`others ${rest}`] : [])].join(", ")})`;
}

function countOf(origins: readonly PossibleOrigins[]): number {
  return origins.reduce((sum, { count }) => sum + count, 0);
}

function adjectiveOf(country: string): string {
  return seriesOf(country)?.adjective ?? country;
}
