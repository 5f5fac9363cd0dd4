import { createHmac } from "node:crypto";
import { type PlateRules, readPlate } from "../../allowlist/index.ts";

/** What is shown in place of a plate, from its text. */
export type PlateForm = (text: string, rules: PlateRules) => string;

/** Stands for the characters that are not shown, however many they are. */
const HIDDEN = "•••";
/** Characters at either end that are shown of a plate with at least so many, the longest first. */
const SHOWN_ENDS = [
  { length: 7, ends: 2 },
  { length: 4, ends: 1 },
];
/** A hash is told from a plate by this: no plate holds a `#`, so that no list takes one for the other. */
const HASH_MARK = "plate#";
const HASH_LENGTH = 10;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BITS_A_CHARACTER = 5;

/**
 * `AB•••45`: the same for all spellings of a plate. Short plates show less, the shortest nothing, and so does a text
 * that is not a plate.
 */
export const masked: PlateForm = (text, rules) => {
  const reading = readPlate(text, rules);
  const characters = reading.kind === "plate" ? [...reading.plateKey] : [];
  const ends = SHOWN_ENDS.find(({ length }) => characters.length >= length)?.ends ?? 0;
  return ends === 0 ? HIDDEN : [...characters.slice(0, ends), HIDDEN, ...characters.slice(-ends)].join("");
};

/** `plate#K3J9QX2MPA`: a keyed hash (HMAC-SHA-256), the same for all spellings of a plate. Nobody can try plates without the key. */
export function hashedWith(key: string): PlateForm {
  return (text, rules) => {
    const reading = readPlate(text, rules);
    const hash = createHmac("sha256", key).update(reading.kind === "plate" ? reading.plateKey : text.normalize("NFC"));
    return `${HASH_MARK}${base32(hash.digest())}`;
  };
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return Array.from({ length: HASH_LENGTH }, (_, at) => {
    const from = at * BITS_A_CHARACTER;
    return BASE32.charAt(Number.parseInt(bits.slice(from, from + BITS_A_CHARACTER), 2));
  }).join("");
}
