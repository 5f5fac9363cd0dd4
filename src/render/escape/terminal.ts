import { truncate } from "../../allowlist/index.ts";

declare const isShown: unique symbol;

/** Text that may go to a terminal or a CI log as it is. Text of others becomes such by `visible` and `terminalText` alone. */
export type TerminalText = string & { readonly [isShown]: true };

/** For what only breaks, fills or colours a text that may go to a terminal: `style.ts` and `diff.ts` alone. */
export function own(text: string): TerminalText {
  return text as TerminalText;
}

/**
 * Controls (C0, DEL, C1), format characters (bidi, zero-width), lone surrogates, noncharacters, line and paragraph
 * separators, and characters that draw nothing: all that moves a cursor or hides beside what is seen.
 */
export const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/gu;

// A CI log is a terminal too, and so is a file that a step prints. GitHub's runner obeys a line that starts with `::`,
// blanks aside, and `##[` anywhere in a line; Azure's obeys `##vso[`, TeamCity's `##teamcity[`. Wrapping may put any
// word at the start of a line.
const COMMAND_START = /(?<=^|\s):(?=:)/g;
const COMMAND_BRACKET = /#(?=#[\w.-]*\[)/g;

/**
 * Foreign text as one line in which nothing hides: every character that cannot be seen is spelt out as `\u{…}`, and so
 * is the first character of a command to a CI runner. Applying it twice changes nothing more.
 */
export function visible(text: string): TerminalText {
  return own(text.replace(UNSEEN, spellOut).replace(COMMAND_START, spellOut).replace(COMMAND_BRACKET, spellOut));
}

/** The same for a text of several lines whose breaks are ours. */
export function visibleLines(text: string): TerminalText {
  return own(text.split("\n").map(visible).join("\n"));
}

/** `\u{1b}` for one character. */
export function spellOut(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Foreign text for a terminal or a CI log: one line, clipped, nothing unseen, no escape sequence, no runner command. */
export function terminalText(text: string): TerminalText {
  return visible(truncate(text));
}

/** Sentences of platectl, of any length, in which text of others was escaped before. */
export function ownSentences(text: string): TerminalText {
  return visible(text);
}

/** Our own words, and between them numbers and what may go to a terminal: raw text of others does not compile. */
export function words(texts: TemplateStringsArray, ...parts: readonly (TerminalText | number)[]): TerminalText {
  return own(String.raw({ raw: texts }, ...parts));
}

/** Nothing, such as an empty line. */
export const EMPTY: TerminalText = words``;

/** Texts one behind the other. */
export function joined(texts: readonly TerminalText[], between: TerminalText): TerminalText {
  return own(texts.join(between));
}

/** Lines as a text, each with its line break. */
export function page(lines: readonly TerminalText[]): TerminalText {
  return own(`${lines.join("\n")}\n`);
}

/** Groups of lines as a text, with an empty line between them; empty groups are left out. */
export function sections(groups: readonly (readonly TerminalText[])[]): TerminalText {
  return page(
    groups.filter((lines) => lines.length > 0).flatMap((lines, at) => (at === 0 ? lines : [EMPTY, ...lines])),
  );
}
