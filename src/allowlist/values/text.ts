/** The longest piece of foreign text that is repeated or shown whole, in UTF-16 units (F11). A server may send a megabyte. */
const LONGEST_FOREIGN_TEXT = 500;

const MARK = /… \(\d{1,9} more characters\)$/;
const LONGEST_MARK = 30;

/**
 * Text that files, servers or people wrote, for a message of platectl: in backticks, on one line. Masks hide what is in backticks
 * and nothing else of a message, so that every plate of a message must be in them.
 */
export function quoted(text: string): string {
  return `\`${truncate(text)
    .replace(/`/g, "'")
    .replace(/\s*[\r\n\u2028\u2029]\s*/g, " ")}\``;
}

/** The first characters of a long text, never half a one, and how many were left out. Applying it twice changes nothing more. */
export function truncate(text: string, longest = LONGEST_FOREIGN_TEXT): string {
  if (text.length <= longest) return text;
  if (text.length <= longest + LONGEST_MARK && MARK.test(text)) return text;
  const cut = /[\ud800-\udbff]/.test(text.charAt(longest - 1)) ? longest - 1 : longest;
  return `${text.slice(0, cut)}… (${text.length - cut} more characters)`;
}

/** `1,234,567.89` for `1234567.89`; a text that is not a plain decimal number stays. Not from the locale: the same bytes everywhere. */
export function groupDigits(text: string): string {
  const [, sign = "", whole = "", rest = ""] = /^(-?)([0-9]+)(\.[0-9]+)?$/.exec(text) ?? [];
  return whole === "" ? text : `${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, ",")}${rest}`;
}

/** `2,000`: the one form of a count in everything that people read. */
export function withCommas(count: number): string {
  return groupDigits(String(count));
}

/** `1 car`, `2,000 cars`. */
export function counted(count: number, one: string): string {
  return `${withCommas(count)} ${one}${count === 1 ? "" : "s"}`;
}

/** The first of some texts, and how many more there are: `A1, B2 and 1,000 more`. */
export function firstOf(texts: readonly string[], most: number): string {
  const more = texts.length > most ? ` and ${withCommas(texts.length - most)} more` : "";
  return texts.slice(0, most).join(", ") + more;
}

/** Compares texts by code unit, never by locale: the same order on every machine. */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The longest number that is taken for an amount, in characters; so that no server can make adding slow. */
export const LONGEST_AMOUNT = 60;

/**
 * Whether a text matches a pattern: `*` is any run of characters, `?` any one. Backtracks to the last `*` only,
 * so that the steps are at most the product of the two lengths, whatever the pattern is (S25).
 */
export function matchesWildcards(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let read = 0;
  while (read < text.length) {
    if (at < pattern.length && (pattern[at] === "?" || (pattern[at] === text[read] && pattern[at] !== "*"))) {
      at += 1;
      read += 1;
    } else if (pattern[at] === "*") {
      star = at;
      resume = read;
      at += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      read = resume;
    } else return false;
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}
