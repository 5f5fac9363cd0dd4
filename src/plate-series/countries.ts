import { type Form, formsOf } from "./notation.ts";
import { type CountrySeries, countries, type PersonalPlates } from "./series-table.ts";

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

const compiled = new Map<string, CountryForms>();

/** The series of a country, as data; nothing for a country that is not known. */
export function seriesOf(country: string): CountrySeries | undefined {
  return countries().get(country);
}

/** The forms of a country's series; nothing for a country that is not known. They are made once, when first asked for. */
export function formsOfCountry(country: string): CountryForms | undefined {
  const known = compiled.get(country);
  if (known) return known;
  const series = countries().get(country);
  if (!series) return undefined;
  const forms: CountryForms = {
    country,
    usual: byLength(series.usual, series),
    rare: byLength(series.rare, series),
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
  for (const country of countries().keys()) {
    for (const [length, own] of formsOfCountry(country)?.usual ?? []) {
      forms.set(length, [...(forms.get(length) ?? []), ...own.map((form) => ({ country, form }))]);
    }
  }
  everywhere = forms;
  return forms;
}

function byLength(patterns: readonly string[], series: CountrySeries): FormsByLength {
  const forms = new Map<number, Form[]>();
  for (const form of patterns.flatMap((pattern) => formsOf(pattern, series))) {
    const same = forms.get(form.length);
    if (same) same.push(form);
    else forms.set(form.length, [form]);
  }
  return forms;
}
