import { ACCENTED_LETTERS } from "../plate.ts";

// How a simple plate becomes the bytes of its key, and those a text again: each of its letters is a byte.

/** In place of a separator in `FOLDED`. */
export const SEPARATOR = 1;
/** Characters up to this one are their own bytes. */
export const LAST_OWN_BYTE = 0xff;
/** Where the bytes of the letters beyond begin: no letter is its own byte there. */
const FIRST_GIVEN_BYTE = 0x80;
const BEYOND = [...ACCENTED_LETTERS].filter((letter) => letter.charCodeAt(0) > LAST_OWN_BYTE);
/**
 * What becomes of a character in a key: the byte of its upper case, a mark for separators, or 0 for what is not simple.
 * Simple are ASCII letters and digits, and Latin letters with accents.
 */
export const FOLDED: Uint8Array = foldTable();
/** The characters of bytes in a key. */
const CHARACTERS = characterTable();

/** The character of a byte in a key. */
export function characterOf(byte: number): number {
  return CHARACTERS[byte] ?? 0;
}

/** The text of the bytes of a key. */
export function keyText(bytes: Buffer, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at += 1) text += String.fromCharCode(characterOf(bytes[at] ?? 0));
  return text;
}

// `fromCharCode` with each character named takes a fifth of the time that decoding a few bytes takes.
/** The same of a key, at most 16 long, whose characters are their own bytes. */
export function ownText(bytes: Buffer, start: number, end: number): string {
  if (end - start > 8) return ownText(bytes, start, start + 8) + ownText(bytes, start + 8, end);
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3]];
  const [e = 0, f = 0, g = 0, h = 0] = [bytes[start + 4], bytes[start + 5], bytes[start + 6], bytes[start + 7]];
  switch (end - start) {
    case 8:
      return String.fromCharCode(a, b, c, d, e, f, g, h);
    case 7:
      return String.fromCharCode(a, b, c, d, e, f, g);
    case 6:
      return String.fromCharCode(a, b, c, d, e, f);
    case 5:
      return String.fromCharCode(a, b, c, d, e);
    default:
      return String.fromCharCode(a, b, c, d, e, f, g, h).slice(0, end - start);
  }
}

/** Whether the keys at two words are the same. */
export function isSame(words: Int32Array, at: number, others: Int32Array, other: number): boolean {
  return (
    words[at] === others[other] &&
    words[at + 1] === others[other + 1] &&
    words[at + 2] === others[other + 2] &&
    words[at + 3] === others[other + 3]
  );
}

/** The lower bits of a slot hold row + 1, and those above them the upper bits of the key's hash, which spare most looks at keys. */
export const ROW_MASK = (1 << 24) - 1;

/** The slot of a row. */
export function slotOf(row: number, hash: number): number {
  return (hash & ~ROW_MASK) | (row + 1);
}

function foldTable(): Uint8Array {
  const table = new Uint8Array(0x180);
  for (const character of `0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ${ACCENTED_LETTERS}`) {
    const byte = byteOf(character);
    table[character.charCodeAt(0)] = byte;
    table[character.toLowerCase().charCodeAt(0)] = byte;
  }
  for (const separator of " -.·") table[separator.charCodeAt(0)] = SEPARATOR;
  return table;
}

function characterTable(): Uint16Array {
  const table = Uint16Array.from({ length: LAST_OWN_BYTE + 1 }, (_, byte) => byte);
  for (const letter of ACCENTED_LETTERS) table[byteOf(letter)] = letter.charCodeAt(0);
  return table;
}

function byteOf(letter: string): number {
  const code = letter.charCodeAt(0);
  return code <= LAST_OWN_BYTE ? code : FIRST_GIVEN_BYTE + BEYOND.indexOf(letter);
}
