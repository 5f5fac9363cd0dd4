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
