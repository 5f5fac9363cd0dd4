import { countUp } from "../run/collections.ts";
import { countriesIn, isOfAny, isSpecific, SHARE_OF_COUNTRY } from "./column-countries.ts";
import { countriesOf, seriesOf } from "./judge.ts";
import type { Doubt, PlateCell } from "./plate-cell.ts";
import { shapeOf, type TextShape } from "./text-shape.ts";

/** This many cells decide which layout the plates of a country have; in a first run more. */
const FEWEST_OF_COUNTRY = 3;
const FEWEST_OF_COUNTRY_FIRST = 8;
const FEWEST_OF_FORM = 3;
/** A form of this many others, and of this share of them, needs no series. */
export const SHARE_OF_FORM = 0.1;
/** Where such a share of a column is plates of the countries of its list, all cars were exchanged. */
const SHARE_OF_EXCHANGE = 0.9;
/** Shorter texts of one kind may be plates of a country that is not known here. */
const SHORTEST_NUMBER = 9;
const NEAR = 0.05;
const WORD_AND_NUMBER = /^A(\d+)\W9\d+$/;

/** The plates of the countries of a column, by their layouts, and those of others. */
interface Origins {
  /** Of each country how often each layout is there. */
  readonly layouts: ReadonlyMap<string, Map<string, number>>;
  /** Plates of a country that is none of the column, and those of them that are hardly anything else. */
  readonly ofOthers: number;
  readonly foreign: number;
}

/** The cells that speak for others, by what they have in common. `first`: all of a column of which nothing is known. */
export class Neighbours {
  readonly #cells: readonly PlateCell[];
  readonly #declared: ReadonlySet<string>;
  readonly #isFirst: boolean;
  readonly #forms = new Map<string, number>();
  #countries: ReadonlySet<string> | undefined;
  #origins: Origins | undefined;
  #numbered: boolean | undefined;
  #isExchange = false;

  constructor(cells: readonly PlateCell[], declared: ReadonlySet<string>, from: "first" | "known") {
    this.#cells = cells;
    this.#isFirst = from === "first";
    this.#declared = declared;
    for (const { licenseNumber } of cells) countUp(this.#forms, shapeOf(licenseNumber).form);
  }

  /** Those of them for which the others speak: what an earlier version sent by mistake is known, too. */
  withoutOdd(): Neighbours {
    // A cell of a usual form is not odd, and mostly all forms are usual.
    if ([...this.#forms.keys()].every((form) => this.#hasForm(form, 1))) return this;
    const even = this.#cells.filter((cell) => this.doubtOf(cell, 1) === undefined);
    return even.length === this.#cells.length ? this : new Neighbours(even, this.#declared, "known");
  }

  /** Lets plates of the countries speak for themselves, however they are written, where nearly all of a column are such. */
  forExchange(column: readonly PlateCell[]): Neighbours {
    const plates = column.filter((cell) => this.#isOfCountry(cell));
    this.#isExchange = plates.length >= SHARE_OF_EXCHANGE * column.length;
    return this;
  }

  fitsUsual(plateKey: string): boolean {
    this.#countries ??= countriesIn(this.#cells, this.#declared);
    for (const country of this.#countries) if (seriesOf(country, plateKey) === "usual") return true;
    return false;
  }

  /** What is doubtful about a cell beside the others. `own`: 1 for one of them, which in a first run all cells are. */
  doubtOf(cell: PlateCell, own: 0 | 1 = this.#isFirst ? 1 : 0): Doubt | undefined {
    const shape = shapeOf(cell.licenseNumber);
    if (this.#hasForm(shape.form, own)) return this.#isNumbered(cell) ? { kind: "unlike" } : undefined;
    const alike = (this.#forms.get(shape.form) ?? 0) - own;
    const isShort = this.#isFirst && this.#cells.length < FEWEST_OF_COUNTRY_FIRST;
    if (isShort && this.#isOddOne(shape)) return { kind: "unlike" };
    if (isShort && /\D/.test(cell.plateKey) && countriesOf(cell.plateKey).length > 0) return undefined;
    if (this.#hasLayout(cell, own) || (this.#isExchange && this.#isOfCountry(cell))) return undefined;
    if (cell.country !== undefined && alike > 0 && seriesOf(cell.country, cell.plateKey) === "rare") return undefined;
    if (this.fitsUsual(cell.plateKey)) return { kind: "unlike" };
    const { ofOthers, foreign } = this.#originsOfAll();
    const isMixed = this.#isFirst && ofOthers >= SHARE_OF_COUNTRY * this.#cells.length;
    if (isMixed ? isOfAny(cell) : isSpecific(cell)) {
      return this.#isFirst || foreign - own > 0 ? undefined : { kind: "foreign" };
    }
    return { kind: "unlike" };
  }

  // A German plate is told from a word and a number by its hyphen and blank.
  #isOfCountry({ plateKey, licenseNumber }: PlateCell): boolean {
    const { layout } = shapeOf(licenseNumber);
    const countries = [...this.#originsOfAll().layouts.keys()];
    return countries.some((one) => (one !== "DE" || layout === "- ") && seriesOf(one, plateKey) === "usual");
  }

  // In a first run the cell counts itself: a list of three cars has no others.
  #hasForm(form: string, own: number): boolean {
    const alike = (this.#forms.get(form) ?? 0) - (this.#isFirst ? 0 : own);
    const all = this.#cells.length;
    return alike >= Math.min(FEWEST_OF_FORM, this.#isFirst ? all : FEWEST_OF_FORM) && alike >= SHARE_OF_FORM * all;
  }

  // A word, small letters, or a word and a number, among plates that are written otherwise.
  #isOddOne({ layout, form }: TextShape): boolean {
    const isWord = WORD_AND_NUMBER.test(form) || layout.includes("w");
    const written = new Map<string, number>();
    for (const { licenseNumber } of this.#cells) countUp(written, shapeOf(licenseNumber).layout);
    return [...written].some(
      ([other, cells]) =>
        other !== layout &&
        (isWord || (layout.endsWith("a") && !other.endsWith("a"))) &&
        cells >= FEWEST_OF_FORM &&
        cells * 2 >= this.#cells.length,
    );
  }

  // Contract numbers share their letters, and no country has plates of their form.
  #isNumbered({ plateKey }: PlateCell): boolean {
    if (!this.#isFirst || this.#cells.length < FEWEST_OF_FORM || plateKey.length < SHORTEST_NUMBER) return false;
    if (!/\d{4}/.test(plateKey) || countriesOf(plateKey).length > 0) return false;
    this.#numbered ??= isNumbered(this.#cells.map((cell) => cell.plateKey));
    return this.#numbered;
  }

  // A word and a number have a layout of their own, by the length of the word, unless the files name the country.
  #layoutOf({ layout, form }: TextShape, country: string): string {
    return this.#declared.has(country) ? layout : layout + (WORD_AND_NUMBER.exec(form)?.[1] ?? "");
  }

  #hasLayout({ plateKey, licenseNumber }: PlateCell, own: number): boolean {
    const shape = shapeOf(licenseNumber);
    const fewest = this.#isFirst ? FEWEST_OF_COUNTRY_FIRST : FEWEST_OF_COUNTRY;
    for (const [country, layouts] of this.#originsOfAll().layouts) {
      if (seriesOf(country, plateKey) !== "usual") continue;
      const all = [...layouts.values()].reduce((sum, some) => sum + some, -own);
      if (all < fewest || (layouts.get(this.#layoutOf(shape, country)) ?? 0) - own > 0) return true;
    }
    return false;
  }

  // Most cells are known by their form, and need no series.
  #originsOfAll(): Origins {
    this.#origins ??= this.#findOrigins();
    return this.#origins;
  }

  #findOrigins(): Origins {
    this.#countries ??= countriesIn(this.#cells, this.#declared);
    const layouts = new Map([...this.#countries].map((country) => [country, new Map<string, number>()] as const));
    let [ofOthers, foreign] = [0, 0];
    for (const cell of this.#cells) {
      let isOfColumn = false;
      for (const [country, counts] of layouts) {
        if (seriesOf(country, cell.plateKey) !== "usual") continue;
        countUp(counts, this.#layoutOf(shapeOf(cell.licenseNumber), country));
        isOfColumn = true;
      }
      if (isOfColumn || !isOfAny(cell)) continue;
      ofOthers += 1;
      if (isSpecific(cell)) foreign += 1;
    }
    return { layouts, ofOthers, foreign };
  }
}

// The same letters, and numbers that are near each other for their length.
function isNumbered(texts: readonly string[]): boolean {
  // A list may hold more texts than a call can have arguments.
  let [least, most, digits] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const text of texts) {
    const number = text.replace(/\D/g, "");
    least = Math.min(least, Number(number));
    most = Math.max(most, Number(number));
    digits = Math.max(digits, number.length);
  }
  return new Set(texts.map((text) => text.replace(/\d/g, ""))).size === 1 && most - least < NEAR * 10 ** digits;
}
