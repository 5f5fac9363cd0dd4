import { isSolidPlate, plateKeyOf, quoted } from "../allowlist/index.ts";
import { type CountrySeries, countries, type PersonalPlates } from "./series-table.ts";
import { printedAs } from "./text-shape.ts";

/** What the plates of one country look like. */
interface CountryForms {
  readonly usual: RegExp;
  readonly rare: RegExp;
  readonly personal: PersonalPlates | undefined;
}

/** No series is longer. Longer texts are compared with nothing, so that the work for a plate is bounded. */
const LONGEST_SERIES = 16;
/** With fewer digits, a plate that may be personal is not called foreign: German and British plates look like words with a number. */
const DIGITS_OF_FOREIGN = 3;
/** Digits and letters that are taken for each other when a plate is read or typed. */
const SWAPS = new Map(
  ["O0", "I1", "B8", "S5", "Z2", "G6"].flatMap(([a = "", b = ""]) => [[a, b] as const, [b, a] as const]),
);
/** A symbol of the notation: a set of characters, one of several texts, or a letter that means such. */
const SYMBOL = /\[[^\]]+\]|\(([^)]+)\)|[LDAC]/g;

/**
 * Compares a plate with the series of a country (ISO 3166-1 alpha-2): it is foreign where it fits those of other countries only,
 * and doubtful where it fits none. Of a country that is not known nothing is doubted.
 */
export function judgePlate(country: string, licenseNumber: string): "fits" | "foreign" | "doubt" {
  const forms = formsOf(country);
  const plate = comparable(licenseNumber);
  if (!forms || fitsSeries(forms, plate)) return "fits";
  if (fitting(forms, swapped([plate])).length === 1) return "doubt";
  const personal = isPersonal(forms, plate);
  if (personal && plate.replace(/[^0-9]/g, "").length < DIGITS_OF_FOREIGN) return "fits";
  anywhere ??= new RegExp([...countries().keys()].map((one) => formsOf(one)?.usual.source).join("|"));
  if (anywhere.test(plate)) return "foreign";
  return personal ? "fits" : "doubt";
}

/**
 * The plate that was probably meant by one that fits no series: the only one of a usual series with one or two look-alikes changed
 * (O and 0, I and 1, B and 8, S and 5, Z and 2, G and 6) or, if there is none, with one character left out. Rare series are too
 * many to guess from.
 */
export function plateMeant(country: string, licenseNumber: string): string | undefined {
  const forms = formsOf(country);
  const plate = comparable(licenseNumber);
  if (!forms) return undefined;
  const once = swapped([plate]);
  const swaps = fitting(forms, once);
  const [bySwap, another] = swaps.length > 0 ? swaps : fitting(forms, swapped(once));
  if (bySwap !== undefined && another === undefined) return bySwap;
  const shorter = Array.from(plate, (_, at) => plate.slice(0, at) + plate.slice(at + 1));
  const [only, other] = fitting(forms, shorter);
  return other === undefined ? only : undefined;
}

/** Whether a plate fits a series of a country, its personal plates included. False for a country that is not known. */
export function isOfSeries(country: string, licenseNumber: string): boolean {
  const forms = formsOf(country);
  const plate = comparable(licenseNumber);
  return forms !== undefined && (fitsSeries(forms, plate) || isPersonal(forms, plate));
}

/** The countries that a plate may come from: those where many cars carry a series that it fits. */
export function countriesOf(licenseNumber: string): readonly string[] {
  const plate = comparable(licenseNumber);
  return [...countries().keys()].filter((country) => formsOf(country)?.usual.test(plate));
}

/** Whether a plate is of a series that many cars of the country carry, or of one of the others. */
export function seriesOf(country: string, plateKey: string): "usual" | "rare" | undefined {
  const forms = formsOf(country);
  const plate = isSolidPlate(plateKey) ? plateKey : comparable(plateKey);
  if (forms?.usual.test(plate)) return "usual";
  return forms?.rare.test(plate) ? "rare" : undefined;
}

const made = new Map<string, CountryForms>();
/** The usual series of all countries. */
let anywhere: RegExp | undefined;

// They are made once, when first asked for.
function formsOf(country: string): CountryForms | undefined {
  const series = countries().get(country);
  const forms = made.get(country);
  if (forms || !series) return forms;
  const { usual, rare, personal } = series;
  made.set(country, { usual: patternOf(usual, series), rare: patternOf(rare, series), personal });
  return made.get(country);
}

/**
 * Patterns such as `LLD{5}` as one: `L` is a letter of the country, `D` a digit, `A` either, `C` a code of one of its districts;
 * `[A-F]` is one of these characters, `(CC|CD)` one of these texts; `{2}`, `{1,3}` and `?` repeat what is before them; `<=7`
 * at the end limits the length of the whole.
 */
function patternOf(patterns: readonly string[], { letters, codes }: CountrySeries): RegExp {
  const symbols: Readonly<Record<string, string>> = {
    L: `[${letters}]`,
    D: "[0-9]",
    A: `[0-9${letters}]`,
    C: `(?:${codes.join("|")})`,
  };
  const sources = patterns.map((pattern) => {
    const [form = "", most = String(LONGEST_SERIES)] = pattern.split("<=");
    const source = form.replace(SYMBOL, (symbol, texts) => symbols[symbol] ?? (texts ? `(?:${texts})` : symbol));
    return `(?=.{1,${most}}$)${source}`;
  });
  return new RegExp(`^(?:${sources.join("|") || "(?!)"})$`);
}

/** A plate as the series are written: Cyrillic and Greek letters as the Latin ones that they look like. */
function comparable(licenseNumber: string): string {
  return plateKeyOf(licenseNumber, { foldLookalikes: true }) ?? licenseNumber.slice(0, LONGEST_SERIES + 1);
}

function fitsSeries({ usual, rare }: CountryForms, plate: string): boolean {
  return usual.test(plate) || rare.test(plate);
}

/**
 * Whether a plate reads like a text that somebody chose: of the allowed length, with a letter, and with one or two digits or three in a
 * row. Chosen texts with more digits are rare, and plates of other series that were mistyped are not.
 */
function isPersonal({ personal }: CountryForms, plate: string): boolean {
  if (!personal || plate.length < personal.shortest || plate.length > personal.longest) return false;
  const digits = plate.replace(/[^0-9]/g, "");
  if (digits.length === plate.length || digits.length > 3 || !plate.includes(digits.length === 3 ? digits : "")) {
    return false;
  }
  return [...plate.replace(/[0-9A-Z]/g, "")].every((letter) => personal.letters.includes(letter));
}

// Each of them once.
function fitting({ usual }: CountryForms, plates: readonly string[]): readonly string[] {
  return [...new Set(plates)].filter((plate) => usual.test(plate));
}

function swapped(plates: readonly string[]): string[] {
  return plates.flatMap((plate) =>
    [...plate].flatMap((character, at) => {
      const other = SWAPS.get(character);
      return other === undefined ? [] : [plate.slice(0, at) + other + plate.slice(at + 1)];
    }),
  );
}

/** A word, or a second plate, behind or before what may be a plate. */
const WITH_REST =
  /^(?:(?<plate>.*\d.*?)[ ,;(/|-]+(?:[(]?\p{L}{3,}[)]?[\p{L} .-]*|[a-z].*|(?<second>\p{L}.*\d.*))|\p{L}{4,}[ ,;:-]+(?<last>.*\d.*))$/u;

/** Why an item that somebody wrote into a fleet file is not a plate, as the end of a sentence: the printed form of something else, or a note. */
export function doubtOfItem(text: string): string | undefined {
  const as = printedAs(text);
  if (as) return `it is how a ${as} is printed`;
  const { plate, last, second } = WITH_REST.exec(text)?.groups ?? {};
  const part = plate ?? last;
  if (part === undefined || isOfAnyCountry(text) || !isOfAnyCountry(part)) return undefined;
  if (second !== undefined && !isOfAnyCountry(second)) return undefined;
  return `${quoted(part)} is one, and what stands beside it is not part of it`;
}

function isOfAnyCountry(text: string): boolean {
  const key = plateKeyOf(text, { foldLookalikes: true });
  return key !== undefined && /\D/.test(key) && key.length > 3 && countriesOf(text).length > 0;
}
