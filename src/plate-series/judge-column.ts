import type { PlateKey } from "../allowlist/index.ts";
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
/** Where fewer cars are known, all cells speak for each other: nothing is deleted in a first run. */
const FEWEST_KNOWN = 3;
/** So many cells decide which layout the plates of a country have; in a first run more. */
const FEWEST_OF_COUNTRY = 3;
const FEWEST_OF_COUNTRY_FIRST = 8;
/** A form of so many others, and of such a share of them, needs no series. */
const FEWEST_OF_FORM = 3;
const SHARE_OF_FORM = 0.1;
/** A country of this share of the others is one of the column. */
const SHARE_OF_COUNTRY = 0.2;
/** Cells that are compared with all countries to find those of a column. */
const SAMPLE = 300;
const SPECIFIC_LENGTH = 6;
/** Shorter texts of one kind may be plates of a country that is not known here. */
const SHORTEST_NUMBER = 9;
const NEAR = 0.05;

/**
 * Judges each cell of a column of plates by what speaks for it: the fleet file, what is known, or its form beside cars that are
 * known. Gives what is doubtful about it, or undefined for a car. Cells of one column that are not known do not speak for each
 * other, as damages come in batches.
 */
export function judgeColumn(cells: readonly PlateCell[], known: KnownText): (cell: PlateCell) => Doubt | undefined {
  const declared = new Set(cells.flatMap(({ country }) => country ?? []));
  const isKnown = (cell: PlateCell) => {
    const text = known(cell.plateKey);
    return text !== undefined && (printedAs(cell.text) !== "number" || text === cell.text);
  };
  const sure = cells.filter((cell) => isKnown(cell) && doubtOfText(cell) === undefined);
  const isFirst = sure.length < FEWEST_KNOWN;
  const base = new Neighbours(
    isFirst ? cells.filter((one) => doubtOfText(one) === undefined) : sure,
    declared,
    isFirst,
  );
  const others = isFirst ? base : base.withoutOdd(declared);
  return (cell) => {
    if (cell.isNamed || isKnown(cell)) return undefined;
    const doubt = doubtOfText(cell);
    if (doubt?.kind === "printed" || doubt?.kind === "empty") return doubt;
    if (cell.isAlone) return { kind: "alone" };
    return partOf(cell, others, known) ?? doubt ?? others.doubtOf(cell);
  };
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
function partOf({ text, plateKey }: PlateCell, others: Neighbours, known: KnownText): Doubt | undefined {
  const cuts = [...text.matchAll(/[^\p{L}\p{N}]+/gu)];
  if (cuts.length === 0 || others.fitsUsual(plateKey)) return undefined;
  for (const { index, 0: sign } of cuts.toReversed()) {
    const [before, after] = [text.slice(0, index), text.slice(index + sign.length)];
    for (const [part, rest] of [[before, after] as const, [after, before] as const]) {
      const key = solid(part);
      const isPlate = key.length > 3 && /\d/.test(key) && (known(key) !== undefined || others.fitsUsual(key));
      if (isPlate && rest.trim() !== "") return { kind: "part", part };
    }
  }
  return undefined;
}

function solid(text: string): PlateKey {
  return text.replace(/[^\p{L}\p{N}]/gu, "").toUpperCase() as PlateKey;
}

/** The cells that speak for others, by what they have in common. */
class Neighbours {
  readonly #cells: readonly PlateCell[];
  readonly #members: ReadonlySet<PlateKey>;
  readonly #forms = new Map<string, number>();
  /** Of each country of the column: its plates by their layouts. */
  readonly #layouts = new Map<string, Map<string, number>>();
  readonly #isFirst: boolean;
  #foreign = 0;
  #numbered: boolean | undefined;

  constructor(cells: readonly PlateCell[], declared: ReadonlySet<string>, isFirst: boolean) {
    this.#cells = cells;
    this.#isFirst = isFirst;
    this.#members = new Set(cells.map(({ plateKey }) => plateKey));
    for (const country of countriesIn(cells, declared)) this.#layouts.set(country, new Map());
    for (const cell of cells) {
      const shape = shapeOf(cell.text);
      countUp(this.#forms, shape.form);
      let isOfColumn = false;
      for (const [country, layouts] of this.#layouts) {
        if (seriesOf(country, cell.plateKey) !== "usual") continue;
        countUp(layouts, shape.layout);
        isOfColumn = true;
      }
      if (!isOfColumn && isSpecific(cell, shape)) this.#foreign += 1;
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
    if (isShort && /\D/.test(cell.plateKey) && countriesOf(cell.plateKey).length > 0) return undefined;
    if (this.#hasLayout(cell, shape, own)) return undefined;
    if (cell.country !== undefined && alike > 0 && seriesOf(cell.country, cell.plateKey) === "rare") return undefined;
    if (!this.fitsUsual(cell.plateKey) && isSpecific(cell, shape)) {
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

  // Contract numbers share their letters, and no country has plates of their form.
  #isNumbered({ plateKey }: PlateCell): boolean {
    if (!this.#isFirst || this.#cells.length < FEWEST_OF_FORM || !/\d{4}/.test(plateKey)) return false;
    if (plateKey.length < SHORTEST_NUMBER || countriesOf(plateKey).length > 0) return false;
    this.#numbered ??= isNumbered(this.#cells.map((cell) => cell.plateKey));
    return this.#numbered;
  }

  #hasLayout({ plateKey }: PlateCell, { layout }: TextShape, own: number): boolean {
    const fewest = this.#isFirst ? FEWEST_OF_COUNTRY_FIRST : FEWEST_OF_COUNTRY;
    for (const [country, layouts] of this.#layouts) {
      if (seriesOf(country, plateKey) !== "usual") continue;
      const all = [...layouts.values()].reduce((sum, some) => sum + some, -own);
      if (all < fewest || (layouts.get(layout) ?? 0) - own > 0) return true;
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

function countUp(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The declared countries, and each to which a fifth of the cells fits that fit none before it. */
function countriesIn(cells: readonly PlateCell[], declared: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set(declared);
  const step = Math.max(1, Math.floor(cells.length / SAMPLE));
  const sample = cells.filter(
    ({ plateKey }, at) => at % step === 0 && ![...declared].some((one) => seriesOf(one, plateKey) === "usual"),
  );
  let left = sample.map(({ plateKey }) => (/\D/.test(plateKey) ? countriesOf(plateKey) : []));
  const fewest = Math.max(FEWEST_KNOWN, SHARE_OF_COUNTRY * (cells.length / step));
  for (;;) {
    const counts = new Map<string, number>();
    for (const country of left.flat()) countUp(counts, country);
    const [best] = [...counts].sort(([, one], [, other]) => other - one);
    if (!best || best[1] < fewest) return found;
    found.add(best[0]);
    left = left.filter((countries) => !countries.includes(best[0]));
  }
}

// Of a series that few other texts fit. A German plate is told from a word and a number by its hyphen and blank.
function isSpecific({ plateKey }: PlateCell, { layout }: TextShape): boolean {
  if (plateKey.length < SPECIFIC_LENGTH || !/\D/.test(plateKey) || !/\d\D*\d/.test(plateKey)) return false;
  return countriesOf(plateKey).some((country) => country !== "DE" || layout === "- ");
}
