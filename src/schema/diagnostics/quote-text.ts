/** The longest text of a file that a message repeats, in UTF-16 units: more than a plate, less than a line with a secret. */
const LONGEST_SHOWN = 20;
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`]/gu;
const MOST_LISTED = 50;

/**
 * Text of a file for a message: quoted, with what cannot be seen written as `\u{…}`. Of a longer text, its length alone: the
 * file may not be a fleet file, and messages context logs and comments.
 */
export function quoteText(text: string): string {
  if (text.length > LONGEST_SHOWN) return `\`…\` (${text.length} characters)`;
  return `\`${text.replace(UNSAFE, escaped)}\``;
}

/** The columns of a header for a message, each cut to the length of a plate, and the number of those that are too many to name. */
export function showColumns(names: readonly string[], quoted: (name: string) => string = quoteText): string {
  const filled = names.filter((name) => name !== "");
  const short = (name: string) => (name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN - 1)}…` : name);
  const more = filled.length > MOST_LISTED ? [`${filled.length - MOST_LISTED} more`] : [];
  return [...filled.slice(0, MOST_LISTED).map((name) => quoted(short(name))), ...more].join(", ");
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
