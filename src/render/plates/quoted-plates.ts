/** Problems whose message quotes nothing but plates, or what should be one. */
const ABOUT_PLATES = new Set([
  "not-a-plate",
  "conflicting-plate",
  "duplicate-plate",
  "duplicate-spelling",
  "unusual-plate",
  "lookalike-letters",
  "two-spellings",
  "validity-backwards",
]);
/** Problems whose message quotes what is no plate, whatever it looks like. */
const ABOUT_OTHERS = new Set(["unknown-feature"]);

const QUOTED = /`([^`]*)`|"((?:[^"\\]|\\.)*)"/g;
const FILE = /\.(?:ya?ml|csv|txt|json)$/i;

/**
 * A message about a file with the plates that it quotes in another form: all quotations of a problem with plates, else those
 * that mix letters and digits, for a plate may stand wherever a file is wrong. A single character stays.
 */
export function quotedPlates(message: string, code: string, plate: (text: string) => string): string {
  if (code === "" || ABOUT_OTHERS.has(code)) return message;
  return message.replace(QUOTED, (whole, backticked?: string, quoted?: string) => {
    const text = backticked ?? quoted ?? "";
    if ([...text].length < 2 || !(ABOUT_PLATES.has(code) || isPlateLike(text))) return whole;
    const mark = whole.charAt(0);
    return `${mark}${plate(text.replace(/^[*&]/, ""))}${mark}`;
  });
}

function isPlateLike(text: string): boolean {
  return /\p{L}/u.test(text) && /\p{N}/u.test(text) && !FILE.test(text);
}
