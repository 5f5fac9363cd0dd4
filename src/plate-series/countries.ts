import type { CountrySeries, PersonalPlates } from "./country-series.ts";
import { BALKAN } from "./data/balkan.ts";
import { BALTIC } from "./data/baltic.ts";
import { CENTRAL } from "./data/central.ts";
import { EASTERN } from "./data/eastern.ts";
import { NORDIC } from "./data/nordic.ts";
import { SOUTHEASTERN } from "./data/southeastern.ts";
import { SOUTHERN } from "./data/southern.ts";
import { VISEGRAD } from "./data/visegrad.ts";
import { WESTERN } from "./data/western.ts";
import { type Form, formsOf } from "./notation.ts";

/** The forms of one country's series by length, and its personal plates. */
export interface CountryForms {
  readonly country: string;
  readonly usual: FormsByLength;
  readonly rare: FormsByLength;
  readonly personal: PersonalPlates | undefined;
}

export type FormsByLength = ReadonlyMap<number, readonly Form[]>;

/** A form with the country that it belongs to. */
export interface FormOfCountry {
  readonly country: string;
  readonly form: Form;
}

/** Every country whose series are known, in the order of the data. */
export const COUNTRIES: readonly CountrySeries[] = [
  ...NORDIC,
  ...BALTIC,
  ...CENTRAL,
  ...VISEGRAD,
  ...WESTERN,
  ...SOUTHERN,
  ...BALKAN,
  ...SOUTHEASTERN,
  ...EASTERN,
];

const byCode = new Map(COUNTRIES.map((series) => [series.country, series]));
const compiled = new Map<string, CountryForms>();

/** The series of a country, as data; nothing for a country that is not known. */
export function seriesOf(country: string): CountrySeries | undefined {
  return byCode.get(country);
}

/** The forms of a country's series; nothing for a country that is not known. They are made once, when first asked for. */
export function formsOfCountry(country: string): CountryForms | undefined {
  const known = compiled.get(country);
  if (known) return known;
  const series = byCode.get(country);
  if (!series) return undefined;
  const letters = series.letters ?? "A-Z";
  const forms: CountryForms = {
    country,
    usual: byLength(Object.values(series.usual), letters),
    rare: byLength(Object.values(series.rare), letters),
    personal: series.personal,
  };
  compiled.set(country, forms);
  return forms;
}

let everywhere: ReadonlyMap<number, readonly FormOfCountry[]> | undefined;

/** The usual forms of all countries by length. They are made once, when the first plate fits no series of its own country. */
export function usualFormsEverywhere(): ReadonlyMap<number, readonly FormOfCountry[]> {
  if (everywhere) return everywhere;
  const forms = new Map<number, FormOfCountry[]>();
  for (const { country } of COUNTRIES) {
    for (const [length, own] of formsOfCountry(country)?.usual ?? []) {
      forms.set(length, [...(forms.get(length) ?? []), ...own.map((form) => ({ country, form }))]);
    }
  }
  everywhere = forms;
  return forms;
}

function byLength(patterns: readonly string[], letters: string): FormsByLength {
  const forms = new Map<number, Form[]>();
  for (const form of patterns.flatMap((list) => list.split(" ")).flatMap((pattern) => formsOf(pattern, letters))) {
    const same = forms.get(form.length);
    if (same) same.push(form);
    else forms.set(form.length, [form]);
  }
  return forms;
}
