import { type CountryForms, type FormsByLength, formsOfCountry } from "./countries.ts";
import { comparable, digitsIn, fitsOne, fitsSeries } from "./match.ts";
import type { Form } from "./notation.ts";

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
