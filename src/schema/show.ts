const LONGEST_SHOWN = 40;
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`]/gu;

/** Untrusted text for a message: cut short, quoted, and with what cannot be seen written as `\u{…}`. */
export function show(text: string): string {
  const head = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).replace(/[\ud800-\udbff]$/, "")}…` : text;
  return `\`${head.replace(UNSAFE, escaped)}\``;
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
