/** Problems whose message quotes nothing but plates, or what should be one. */
const ABOUT_PLATES = new Set([
  "not-a-plate",
  "conflicting-plate",
  "duplicate-plate",
  "duplicate-spelling",
  "unusual-plate",
  "plate-series",
  "foreign-plates",
  "lookalike-letters",
  "two-spellings",
  "validity-backwards",
  "csv-no-header",
  "lost-zeros",
  "lower-case-plates",
  "plate-not-text",
  "scientific-notation",
]);
/** Problems whose message quotes what is not a plate, whatever it looks like. */
const ABOUT_OTHERS = new Set(["unknown-feature"]);

const QUOTED = /`([^`]*)`|"((?:[^"\\]|\\.)*)"/g;
const FILE = /\.(?:ya?ml|csv|txt|xlsx|json)$/i;

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

// Plates that were never read can only be told by their looks. One blank joins capitals and digits alone.
const LETTERS_FIRST = String.raw`\p{L}{1,4}[-·.]?\d{2,5}(?:[-·. ]?\d{2,3})?(?:[-·.]?\p{L}{1,3})?`;
const SPACED = String.raw`\p{Lu}{1,3} \d{2,5}(?: \d{2,3}| \p{Lu}{1,3})?`;
const DIGITS_FIRST = String.raw`\d{1,4}[-·. ]?\p{Lu}{1,3}(?:[-·. ]?\d{1,4})?`;
const NO_PLATE = "(?!(?:RFC|ISO|UTF|TLS|SHA|UTC|HTTP)\\b)";
const PLATE_LIKE = new RegExp(
  `(?<![\\p{L}\\p{N}#•])${NO_PLATE}(?:${LETTERS_FIRST}|${SPACED}|${DIGITS_FIRST})(?![\\p{L}\\p{N}•])`,
  "gu",
);

/** Another party's text with whatever looks like a plate in another form; takes more than plates, and not every plate. */
export function replacePlateLike(text: string, shown: (plate: string) => string): string {
  return text.replace(PLATE_LIKE, (word) => shown(word));
}
