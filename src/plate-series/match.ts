import { latinLookalike } from "../allowlist/index.ts";
import { type CountryForms, type FormsByLength, formsOfCountry, usualFormsEverywhere } from "./countries.ts";
import type { Form } from "./notation.ts";

/** No series is longer. Longer keys are compared with nothing, so that the work for a plate is bounded. */
const LONGEST_SERIES = 16;
const BEYOND_LATIN = /[^\0-\u017f]/;
const LETTER = /[A-Z]/;

/** Whether a plate fits a series of a country, its personal plates included. False for a country that is not known. */
export function isOfSeries(country: string, plateKey: string): boolean {
  const forms = formsOfCountry(country);
  if (!forms) return false;
  const plate = comparable(plateKey);
  return fitsSeries(forms, plate) || isPersonal(forms, plate);
}

/** The countries that a plate may come from: those where many cars carry a series that it fits. */
export function countriesOf(plateKey: string): readonly string[] {
  const plate = comparable(plateKey);
  if (plate.length > LONGEST_SERIES) return [];
  const shape = digitsIn(plate);
  const countries = new Set<string>();
  for (const { country, form } of usualFormsEverywhere().get(plate.length) ?? [])
    if (fits(form, plate, shape)) countries.add(country);
  return [...countries];
}

/** A key as the series are written: Cyrillic and Greek letters as the Latin ones that they look like. Longer keys stay as they are. */
export function comparable(plateKey: string): string {
  if (plateKey.length > LONGEST_SERIES) return plateKey;
  return BEYOND_LATIN.test(plateKey) ? Array.from(plateKey, latinLookalike).join("") : plateKey;
}

/** Whether a comparable plate fits a usual or rare series. */
export function fitsSeries({ usual, rare }: CountryForms, plate: string): boolean {
  const shape = digitsIn(plate);
  return fitsOne(usual, plate, shape) || fitsOne(rare, plate, shape);
}

/** Whether a comparable plate fits one of the forms. */
export function fitsOne(forms: FormsByLength, plate: string, shape: number): boolean {
  if (plate.length > LONGEST_SERIES) return false;
  for (const form of forms.get(plate.length) ?? []) if (fits(form, plate, shape)) return true;
  return false;
}

/**
 * Whether a plate reads like a text that somebody chose: of the allowed length, with a letter, and with one or two digits or three in a
 * row. Chosen texts with more digits are rare, and plates of other series that were mistyped are not.
 */
export function isPersonal({ personal }: CountryForms, plate: string): boolean {
  if (!personal || plate.length < personal.shortest || plate.length > personal.longest) return false;
  const digits = plate.replace(/[^0-9]/g, "");
  if (digits.length === plate.length || digits.length > 3) return false;
  if (digits.length === 3 && !plate.includes(digits)) return false;
  for (const letter of plate.replace(/[0-9]/g, "")) {
    if (!LETTER.test(letter) && !personal.letters.includes(letter)) return false;
  }
  return true;
}

/** Which positions of a plate hold a digit, as bits; the first position is bit 0. */
export function digitsIn(plate: string): number {
  let bits = 0;
  for (let at = 0; at < plate.length && at < LONGEST_SERIES; at++) {
    const code = plate.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) bits |= 1 << at;
  }
  return bits;
}

/** Whether the digits of a plate stand where a form has or may have digits. */
function hasShape({ digitsOnly, digitsNever }: Form, shape: number): boolean {
  return (shape & digitsOnly) === digitsOnly && (shape & digitsNever) === 0;
}

function fits(form: Form, plate: string, shape: number): boolean {
  if (!hasShape(form, shape)) return false;
  const { positions, groups } = form;
  for (let at = 0; at < positions.length; at++) if (positions[at]?.[plate.charCodeAt(at)] !== 1) return false;
  for (const { at, length, texts } of groups) if (!texts.has(plate.slice(at, at + length))) return false;
  return true;
}

/** Digits and letters that are taken for each other when a plate is read or typed. */
const SWAPS = new Map(
  ["O0", "I1", "B8", "S5", "Z2", "G6"].flatMap(([a = "", b = ""]) => [[a, b] as const, [b, a] as const]),
);

/** Who mistakes more characters of one plate has hardly this plate in mind. */
const MOST_SWAPS = 2;

/** A plate of a series that one was probably meant to be. */
export interface NearMiss {
  readonly plate: string;
  /** How many look-alike characters were changed; 0 where a character was left out instead. */
  readonly swaps: number;
}

/**
 * The plate that was probably meant: the only one of a usual series with the fewest look-alikes changed, two at most (O and 0, I and 1, B and 8, S and 5, Z and 2,
 * G and 6) or, if there is none, with one character left out. Nothing when the plate fits a series, or when there are several.
 */
export function nearestInSeries(country: string, plateKey: string): string | undefined {
  const forms = formsOfCountry(country);
  const plate = comparable(plateKey);
  if (!forms || fitsSeries(forms, plate)) return undefined;
  return nearMiss(forms, plate)?.plate;
}

/** The same for a comparable plate that fits no series, with the number of changes. Rare series are too many to guess from. */
export function nearMiss({ usual }: CountryForms, plate: string): NearMiss | undefined {
  return bySwapping(usual, plate) ?? byLeavingOut(usual, plate);
}

function bySwapping(forms: FormsByLength, plate: string): NearMiss | undefined {
  const found = (forms.get(plate.length) ?? []).flatMap((form) => swapped(form, plate) ?? []);
  const fewest = Math.min(...found.map(({ swaps }) => swaps));
  const plates = new Set(found.filter(({ swaps }) => swaps === fewest).map((miss) => miss.plate));
  const [first] = plates;
  return first !== undefined && plates.size === 1 ? { plate: first, swaps: fewest } : undefined;
}

function swapped({ positions, groups }: Form, plate: string): NearMiss | undefined {
  let text = "";
  let swaps = 0;
  for (let at = 0; at < positions.length; at++) {
    const character = plate.charAt(at);
    if (positions[at]?.[character.charCodeAt(0)] === 1) {
      text += character;
      continue;
    }
    const other = SWAPS.get(character);
    if (other === undefined || positions[at]?.[other.charCodeAt(0)] !== 1) return undefined;
    text += other;
    swaps += 1;
  }
  const groupsFit = groups.every(({ at, length, texts }) => texts.has(text.slice(at, at + length)));
  return groupsFit && swaps > 0 && swaps <= MOST_SWAPS ? { plate: text, swaps } : undefined;
}

function byLeavingOut(forms: FormsByLength, plate: string): NearMiss | undefined {
  if (!forms.has(plate.length - 1)) return undefined;
  const shorter = new Set(Array.from(plate, (_, at) => plate.slice(0, at) + plate.slice(at + 1)));
  const fitting = [...shorter].filter((text) => fitsOne(forms, text, digitsIn(text)));
  const [only] = fitting;
  return only !== undefined && fitting.length === 1 ? { plate: only, swaps: 0 } : undefined;
}
