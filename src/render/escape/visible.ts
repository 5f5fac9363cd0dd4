/** The longest piece of foreign text that is shown whole, in UTF-16 units. A server may send a megabyte. */
export const LONGEST_FOREIGN_TEXT = 500;

/**
 * Controls (C0, DEL, C1), format characters (bidi, zero-width), lone surrogates, line and paragraph separators, and
 * characters that draw nothing: all that moves a cursor or hides beside what is seen.
 */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * The text with every character that cannot be seen spelt out as `\u{…}`, so that nothing is hidden and nothing is
 * lost. The result holds no line break. Applying it twice changes nothing more.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, spellOut);
}

/** The first characters of a long text, and how many were left out. */
export function clip(text: string, longest = LONGEST_FOREIGN_TEXT): string {
  if (text.length <= longest) return text;
  const cut = /[\ud800-\udbff]/.test(text.charAt(longest - 1)) ? longest - 1 : longest;
  return `${text.slice(0, cut)}… (${text.length - cut} more characters)`;
}

/** `\u{1b}` for one character. */
export function spellOut(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
