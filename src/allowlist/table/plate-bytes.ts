// How a simple plate becomes the bytes of its key, and those a text again.

/** In place of a separator in `FOLDED`. */
export const SEPARATOR = 1;
/** What becomes of an ASCII character in a key: its upper case, a mark for separators, or 0 for what is not simple. */
export const FOLDED = foldTable();

// `fromCharCode` with each character named takes a fifth of the time that decoding a few bytes takes.
/** The text of a few bytes of ASCII, at most 16. */
export function asciiText(bytes: Buffer, start: number, end: number): string {
  if (end - start > 8) return asciiText(bytes, start, start + 8) + asciiText(bytes, start + 8, end);
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

function foldTable(): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
    table[character.charCodeAt(0)] = character.charCodeAt(0);
    table[character.toLowerCase().charCodeAt(0)] = character.charCodeAt(0);
  }
  for (const separator of " -.") table[separator.charCodeAt(0)] = SEPARATOR;
  return table;
}
