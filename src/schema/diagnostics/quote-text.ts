/** The longest text of a file that a message repeats, in UTF-16 units: more than a plate, less than a line with a secret. */
const LONGEST_SHOWN = 20;
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`]/gu;
const MOST_LISTED = 20;
const COLUMN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,19}$/u;

/**
 * Text of a file for a message: quoted, with what cannot be seen written as `\u{…}`. Of a longer text, its length alone: the
 * file may not be a fleet file, and messages context logs and comments.
 */
export function quoteText(text: string): string {
  if (text.length > LONGEST_SHOWN) return `\`…\` (${text.length} characters)`;
  return `\`${text.replace(UNSAFE, escaped)}\``;
}

/** The columns of a header for a message: of the first ones, those that look like names, and the number of the others. */
export function showColumns(names: readonly string[], quoted: (name: string) => string = quoteText): string {
  const plain = names.slice(0, MOST_LISTED).filter((name) => COLUMN.test(name));
  const others = names.length - plain.length;
  return [
    ...plain.map(quoted),
    ...(others > 0 ? [`${others} ${plain.length > 0 ? "more" : "with unusual names"}`] : []),
  ].join(", ");
}

/** A path for a message, in full, so that it can be found. */
export function showPath(path: string): string {
  return `\`${path.replace(UNSAFE, escaped)}\``;
}

/** A character with its code point: `А (U+0410)`. */
export function showCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return character.search(UNSAFE) < 0 && /[^\s\p{M}]/u.test(character) ? `\`${character}\` (U+${code})` : `U+${code}`;
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
