import type { CountryForms } from "./countries.ts";
import { hasShape, LONGEST_SERIES } from "./match.ts";
import type { Form } from "./notation.ts";

const NINE = 0x39;
const LAST_OF_ASCII = 0x7f;
const SEPARATOR = 1;
/** By code, the upper case of an ASCII letter or digit, a mark for separators, or 0 for what stands in no series. */
const FOLDED = foldTable();

/**
 * A function that says whether a plate, as written, surely fits a series of a country. Nearly all plates of a long list fit, so
 * it builds no text and looks only at forms with digits in the same positions. After `false` the plate must be judged.
 */
export function quickFit({ usual, rare }: CountryForms): (text: string) => boolean {
  const codes = new Uint16Array(LONGEST_SERIES);
  const byShape = new Map<number, readonly Form[]>();
  let lastShape = -1;
  let candidates: readonly Form[] = [];
  const candidatesOf = (shape: number): readonly Form[] => {
    const length = shape >> LONGEST_SERIES;
    const forms = [usual, rare].flatMap((some) => (some.get(length) ?? []).filter((form) => hasShape(form, shape)));
    byShape.set(shape, forms);
    return forms;
  };
  return (text) => {
    let length = 0;
    let digits = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      // What is beyond ASCII stands in a series as written, or is looked at closer.
      const folded = code <= LAST_OF_ASCII ? (FOLDED[code] ?? 0) : code;
      if (folded === SEPARATOR) continue;
      if (folded === 0 || length === LONGEST_SERIES) return false;
      if (folded <= NINE) digits |= 1 << length;
      codes[length++] = folded;
    }
    const shape = (length << LONGEST_SERIES) | digits;
    // Most plates have the shape of the plate before.
    if (shape !== lastShape) candidates = byShape.get(shape) ?? candidatesOf(shape);
    lastShape = shape;
    for (const form of candidates) if (fits(form, codes)) return true;
    return false;
  };
}

function foldTable(): Uint8Array {
  const table = new Uint8Array(LAST_OF_ASCII + 1);
  for (const character of "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
    table[character.charCodeAt(0)] = table[character.toLowerCase().charCodeAt(0)] = character.charCodeAt(0);
  }
  for (const separator of " -.") table[separator.charCodeAt(0)] = SEPARATOR;
  return table;
}

function fits({ positions, groups }: Form, codes: Uint16Array): boolean {
  for (let at = 0; at < positions.length; at += 1) if (positions[at]?.[codes[at] ?? 0] !== 1) return false;
  for (const { at, length, texts } of groups) if (!texts.has(textOf(codes, at, at + length))) return false;
  return true;
}

function textOf(codes: Uint16Array, from: number, to: number): string {
  let text = "";
  for (let at = from; at < to; at += 1) text += String.fromCharCode(codes[at] ?? 0);
  return text;
}
