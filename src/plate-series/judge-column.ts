import type { PlateKey } from "../allowlist/index.ts";
import { countriesIn, countUp, FEWEST_KNOWN, isOfAny, isSpecific, SHARE_OF_COUNTRY } from "./column-countries.ts";
import { countriesOf, seriesOf } from "./judge.ts";
import { printedAs, shapeOf, type TextShape } from "./text-shape.ts";

/** A cell of a column of plates. */
export interface PlateCell {
  readonly text: string;
  readonly plateKey: PlateKey;
  /** Where the car is registered, ISO 3166-1 alpha-2, where the files say so. */
  readonly country: string | undefined;
  /** The fleet file says that it is a plate. */
  readonly isNamed: boolean;
  /** All cells of its row are empty that nearly all other rows have filled. */
  readonly isAlone: boolean;
}

/** Why nothing says that a cell is a plate. `part`: the plate in it beside which something else stands. */
export type Doubt =
  | { readonly kind: "printed"; readonly as: NonNullable<ReturnType<typeof printedAs>> }
  | { readonly kind: "part"; readonly part: string }
  | { readonly kind: "empty" | "alone" | "no-digit" | "mixed-case" | "sign" | "too-long" | "unlike" | "foreign" };

/** The plate as an earlier run, the live list or the fleet file has it; undefined for one that none of them knows. */
export type KnownText = (plateKey: PlateKey) => string | undefined;

/** Letters and digits of the longest plate of any country. */
const LONGEST = 12;
/** So many cells decide which layout the plates of a country have; in a first run more. */
const FEWEST_OF_COUNTRY = 3;
const FEWEST_OF_COUNTRY_FIRST = 8;
/** A form of so many others, and of such a share of them, needs no series. */
const FEWEST_OF_FORM = 3;
const SHARE_OF_FORM = 0.1;
/** Shorter texts of one kind may be plates of a country that is not known here. */
const SHORTEST_NUMBER = 9;
const NEAR = 0.05;

/**
 * Judges each cell of a column of plates by what speaks for it: the fleet file, what is known, or its form beside cars that are
 * known. Gives what is doubtful about it, or undefined for a car. Cells of one column that are not known do not speak for each
 * other, as damages come in batches.
 */
export function judgeColumn(cells: readonly PlateCell[], known: KnownText): (cell: PlateCell) => Doubt | undefined {
  const isKnown = (cell: PlateCell) => {
    const text = known(cell.plateKey);
    return text !== undefined && (text === cell.text || printedAs(cell.text) !== "number");
  };
  // In most runs every car is known, and no cell needs others to speak for it.
  let found: Neighbours | undefined;
  const others = () => {
    found ??= neighboursIn(cells, isKnown);
    return found;
  };
  return (cell) => {
    if (cell.isNamed || isKnown(cell)) return undefined;
    const doubt = doubtOfText(cell);
    if (doubt?.kind === "printed" || doubt?.kind === "empty") return doubt;
    if (cell.isAlone) return { kind: "alone" };
    return partOf(cell, others(), known) ?? doubt ?? others().doubtOf(cell);
  };
}

/** The cells that speak for others: those that are known, or all where hardly one is. */
function neighboursIn(cells: readonly PlateCell[], isKnown: (cell: PlateCell) => boolean): Neighbours {
  const declared = new Set(cells.flatMap(({ country }) => country ?? []));
  const plausible = cells.filter((cell) => doubtOfText(cell) === undefined);
  const sure = plausible.filter(isKnown);
  return sure.length < FEWEST_KNOWN
    ? new Neighbours(plausible, declared, true)
    : new Neighbours(sure, declared, false).withoutOdd(declared);
}

/** What is doubtful about a text whatever stands beside it. */
function doubtOfText({ text, plateKey }: Pick<PlateCell, "text" | "plateKey">): Doubt | undefined {
  if (isPlain(text)) return undefined;
  if (!/[\p{L}\p{N}]/u.test(text)) return { kind: "empty" };
  const as = printedAs(text);
  if (as) return { kind: "printed", as };
  if (!/\p{Nd}/u.test(text)) return { kind: "no-digit" };
  if (/\p{Lu}/u.test(text) && /\p{Ll}/u.test(text)) return { kind: "mixed-case" };
  if (/[^\p{L}\p{M}\p{N}\s\p{Pd}.·]/u.test(text)) return { kind: "sign" };
  return plateKey.length > LONGEST ? { kind: "too-long" } : undefined;
}

// Most cells: capitals and digits, which no day, no number and no note is.
function isPlain(text: string): boolean {
  return text.length <= LONGEST && PLAIN.test(text) && !/(?:19|20)\d\d$/.test(text);
}

const PLAIN = /^(?:(?=[A-Z]*\d)[A-Z0-9]+|(?=[A-Z -]*\d)[A-Z][A-Z0-9]*(?:[ -][A-Z0-9]+)+)$/;

// A plate beside a word, a second plate or the months of a season.
function partOf(cell: PlateCell, others: Neighbours, known: KnownText): Doubt | undefined {
  const { text, plateKey } = cell;
  const cuts = [...text.matchAll(/[^\p{L}\p{N}]+/gu)];
  if (cuts.length === 0 || others.fitsUsual(plateKey)) return undefined;
  const isOfOther = isSpecific(cell, shapeOf(text));
  for (const { index, 0: sign } of cuts.toReversed()) {
    const [before, after] = [text.slice(0, index), text.slice(index + sign.length)];
    for (const [part, rest] of [[before, after] as const, [after, before] as const]) {
      const key = solid(part);
      const couldBe = !isOfOther && others.fitsUsual(key) && isWrittenAs(part, text);
      const isPlate = key.length > 3 && /\d/.test(key) && (known(key) !== undefined || couldBe);
      if (isPlate && rest.trim() !== "") return { kind: "part", part };
    }
  }
  return undefined;
}

// The words of a note are in small letters where the plate beside them is in capitals.
function isWrittenAs(part: string, whole: string): boolean {
  return part === part.toUpperCase() || whole === whole.toLowerCase();
}

function solid(text: string): PlateKey {
  return text.replace(/[^\p{L}\p{N}]/gu, "").toUpperCase() as PlateKey;
}

const WORD_AND_NUMBER = /^A(\d+)\W9\d+$/;

/** The cells that speak for others, by what they have in common. */
class Neighbours {
  readonly #cells: readonly PlateCell[];
  readonly #members: ReadonlySet<PlateKey>;
  readonly #forms = new Map<string, number>();
  /** How often each layout is there. */
  readonly #written = new Map<string, number>();
  /** Of each country of the column: its plates by their layouts. */
  readonly #layouts = new Map<string, Map<string, number>>();
  readonly #declared: ReadonlySet<string>;
  readonly #isFirst: boolean;
  /** Plates of a country that is none of the column, and those of them that are hardly anything else. */
  #ofOthers = 0;
  #foreign = 0;
  #numbered: boolean | undefined;

  constructor(cells: readonly PlateCell[], declared: ReadonlySet<string>, isFirst: boolean) {
    this.#cells = cells;
    this.#isFirst = isFirst;
    this.#declared = declared;
    this.#members = new Set(cells.map(({ plateKey }) => plateKey));
    for (const country of countriesIn(cells, declared)) this.#layouts.set(country, new Map());
    for (const cell of cells) {
      const shape = shapeOf(cell.text);
      countUp(this.#forms, shape.form);
      countUp(this.#written, shape.layout);
      let isOfColumn = false;
      for (const [country, layouts] of this.#layouts) {
        if (seriesOf(country, cell.plateKey) !== "usual") continue;
        countUp(layouts, this.#layoutOf(shape, country));
        isOfColumn = true;
      }
      if (isOfColumn || !isOfAny(cell, shape)) continue;
      this.#ofOthers += 1;
      if (isSpecific(cell, shape)) this.#foreign += 1;
    }
  }

  /** Those of them for which the others speak: what an earlier version sent by mistake is known, too. */
  withoutOdd(declared: ReadonlySet<string>): Neighbours {
    return new Neighbours(
      this.#cells.filter((cell) => this.doubtOf(cell) === undefined),
      declared,
      false,
    );
  }

  fitsUsual(plateKey: PlateKey): boolean {
    return [...this.#layouts.keys()].some((country) => seriesOf(country, plateKey) === "usual");
  }

  /** What is doubtful about a cell beside the others. */
  doubtOf(cell: PlateCell): Doubt | undefined {
    const shape = shapeOf(cell.text);
    const own = this.#members.has(cell.plateKey) ? 1 : 0;
    if (this.#hasForm(shape.form, own)) return this.#isNumbered(cell) ? { kind: "unlike" } : undefined;
    const alike = (this.#forms.get(shape.form) ?? 0) - own;
    const isShort = this.#isFirst && this.#cells.length < FEWEST_OF_COUNTRY_FIRST;
    if (isShort && this.#isOddOne(shape)) return { kind: "unlike" };
    if (isShort && /\D/.test(cell.plateKey) && countriesOf(cell.plateKey).length > 0) return undefined;
    if (this.#hasLayout(cell, shape, own)) return undefined;
    if (cell.country !== undefined && alike > 0 && seriesOf(cell.country, cell.plateKey) === "rare") return undefined;
    if (this.fitsUsual(cell.plateKey)) return { kind: "unlike" };
    const isMixed = this.#isFirst && this.#ofOthers >= SHARE_OF_COUNTRY * this.#cells.length;
    if (isMixed ? isOfAny(cell, shape) : isSpecific(cell, shape)) {
      return this.#isFirst || this.#foreign - own > 0 ? undefined : { kind: "foreign" };
    }
    return { kind: "unlike" };
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
    return [...this.#written].some(
      ([other, cells]) =>
        other !== layout &&
        (isWord || (layout.endsWith("a") && !other.endsWith("a"))) &&
        cells >= FEWEST_OF_FORM &&
        cells * 2 >= this.#cells.length,
    );
  }

  // Contract numbers share their letters, and no country has plates of their form.
  #isNumbered({ plateKey }: PlateCell): boolean {
    if (!this.#isFirst || this.#cells.length < FEWEST_OF_FORM || !/\d{4}/.test(plateKey)) return false;
    if (plateKey.length < SHORTEST_NUMBER || countriesOf(plateKey).length > 0) return false;
    this.#numbered ??= isNumbered(this.#cells.map((cell) => cell.plateKey));
    return this.#numbered;
  }

  // A word and a number have a layout of their own, by the length of the word, unless the files name the country.
  #layoutOf({ layout, form }: TextShape, country: string): string {
    return this.#declared.has(country) ? layout : layout + (WORD_AND_NUMBER.exec(form)?.[1] ?? "");
  }

  #hasLayout({ plateKey }: PlateCell, shape: TextShape, own: number): boolean {
    const fewest = this.#isFirst ? FEWEST_OF_COUNTRY_FIRST : FEWEST_OF_COUNTRY;
    for (const [country, layouts] of this.#layouts) {
      if (seriesOf(country, plateKey) !== "usual") continue;
      const all = [...layouts.values()].reduce((sum, some) => sum + some, -own);
      if (all < fewest || (layouts.get(this.#layoutOf(shape, country)) ?? 0) - own > 0) return true;
    }
    return false;
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
