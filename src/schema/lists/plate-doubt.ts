import { bareWord, PLACEHOLDERS } from "./plate-words.ts";
import { isTotalsWord } from "./totals.ts";

/**
 * Why a text is hardly a plate: a word in place of one, a word for totals, more letters and digits than any plate has, none of the
 * digits that nearly all plates have (wish plates need none), or the form of a name, a day or a contract number.
 */
export type PlateDoubt = "placeholder" | "totals" | "too-long" | "no-digit" | "unlikely";

/** Letters and digits: of the longest plate of any country, and of nearly all. */
const LONGEST = 12;
const LONGEST_USUAL = 10;
/** Letters of a plate without a digit. */
const LONGEST_WISH = 8;
/** Texts from this length on that begin with a digit may be days or contract numbers. */
const SHORTEST_NUMBER = 8;
/** Longer texts are no plates for `readPlate`, which says so; a pattern over megabytes of one letter would overflow. */
const LONGEST_LOOKED_AT = 64;
const DAY = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d{2}-\d{2})$/;
const NAME = /\p{Lu}\p{Ll}{3}/u;

/** What is doubtful about a plate; undefined for nearly all, which are not looked at closely. */
export function plateDoubt(plate: string, hasSmallLetter: boolean): PlateDoubt | undefined {
  if (plate.length > LONGEST_LOOKED_AT) return undefined;
  const first = plate.charCodeAt(0);
  const isNumber = first === 0x30 || (first > 0x30 && first <= 0x39 && plate.length >= SHORTEST_NUMBER);
  if (plate.length <= LONGEST_USUAL && !isNumber && !hasSmallLetter && hasDigit(plate)) return undefined;
  const bare = bareWord(plate);
  if (PLACEHOLDERS.has(bare) || /^(?:0+|(\p{L})\1{2,})$/u.test(bare)) return "placeholder";
  if (isTotalsWord(plate)) return "totals";
  if (bare.length > LONGEST) return "too-long";
  if (!/\p{Nd}/u.test(bare)) return "no-digit";
  const isUnlikely = bare.length > LONGEST_USUAL || /^\d{9}/.test(bare) || DAY.test(plate) || NAME.test(plate);
  return isUnlikely ? "unlikely" : undefined;
}

/** Whether a text without a digit is rather a name than a wish plate. */
export function looksLikeName(text: string): boolean {
  return text.length > LONGEST_WISH || NAME.test(text);
}

/** What is wrong with a text that is not a plate, as the end of a sentence. */
export function doubtText(doubt: keyof typeof DOUBTS): string {
  return DOUBTS[doubt];
}

const DOUBTS = {
  placeholder: "stands for a plate that is not known yet",
  totals: "is a word for totals",
  "too-long": `has more than ${LONGEST} letters and digits, as a VIN or a contract number has and no plate`,
} as const;

function hasDigit(plate: string): boolean {
  for (let at = 0; at < plate.length; at += 1) {
    const code = plate.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) return true;
  }
  return false;
}
