import { MAX_PLATE_LENGTH } from "../plate.ts";
import { characterOf, FOLDED, keyText, LAST_OWN_BYTE, ownText, SEPARATOR } from "./plate-bytes.ts";

const BYTES = 4;
/** So many words hold a key. */
export const WORDS = MAX_PLATE_LENGTH / BYTES;
/** A key that waits to be entered, and its hash. */
export const WAITING_WORDS = WORDS + 1;

/** Room for keys, filled up with zeros: the same memory as words and as bytes. */
export class KeyWords {
  readonly words: Int32Array;
  readonly bytes: Buffer;

  constructor(words: number) {
    this.words = new Int32Array(words);
    this.bytes = Buffer.from(this.words.buffer);
  }
}

/** What became of a text that was to be folded. */
export const FOLD = {
  /** It is not a simple plate: nothing of use was written. */
  notSimple: 0,
  /** It is the very key. */
  isKey: 1,
  /** It is another spelling of its key. */
  isOther: 2,
  /** So is it, and a character of the key may not be its own byte. */
  hasGivenBytes: 3,
} as const;

/** Writes the key of a simple plate, which is a part of a text, from that word on. */
export function foldInto({ words, bytes }: KeyWords, base: number, text: string, from: number, to: number): number {
  if (to === from || to - from > MAX_PLATE_LENGTH) return FOLD.notSimple;
  for (let word = base; word < base + WORDS; word += 1) words[word] = 0;
  let end = base * BYTES;
  let last = SEPARATOR;
  let codes = 0;
  let changed = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    codes |= code;
    const folded = code < FOLDED.length ? (FOLDED[code] ?? 0) : 0;
    if (folded === 0 || (folded === SEPARATOR && last === SEPARATOR)) return FOLD.notSimple;
    if (folded !== SEPARATOR) bytes[end++] = folded;
    changed |= folded ^ code;
    last = folded;
  }
  if (last === SEPARATOR) return FOLD.notSimple;
  if (codes > LAST_OWN_BYTE) return FOLD.hasGivenBytes;
  return changed === 0 ? FOLD.isKey : FOLD.isOther;
}

/** The hash of the key that stands at a word. */
export function hashAt(words: Int32Array, base: number): number {
  let h = Math.imul(words[base] ?? 0, 0x9e3779b1) ^ Math.imul(words[base + 1] ?? 0, 0x85ebca6b);
  h ^= Math.imul(words[base + 2] ?? 0, 0xc2b2ae35) ^ Math.imul(words[base + 3] ?? 0, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}

/** The text of the key whose bytes begin there. */
export function textAt(bytes: Buffer, start: number, hasGivenBytes: boolean): string {
  let end = start;
  while (end < start + MAX_PLATE_LENGTH && bytes[end] !== 0) end += 1;
  return (hasGivenBytes ? keyText : ownText)(bytes, start, end);
}

/** Whether the key whose bytes begin there is that text. */
export function isTextAt(bytes: Uint8Array, start: number, text: string, hasGivenBytes: boolean): boolean {
  const { length } = text;
  if (length < MAX_PLATE_LENGTH && bytes[start + length] !== 0) return false;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[start + at] ?? 0;
    if ((hasGivenBytes ? characterOf(byte) : byte) !== text.charCodeAt(at)) return false;
  }
  return true;
}
