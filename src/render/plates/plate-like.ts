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
