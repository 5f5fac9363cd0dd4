export { truncate } from "../../allowlist/index.ts";

declare const isShown: unique symbol;

/** Text that may go to a terminal or a CI log as it is. Text of others becomes such by `visible` and `terminalText` alone. */
export type TerminalText = string & { readonly [isShown]: true };

/** For what only breaks, fills or colours a text that may go to a terminal: `style.ts`, and nobody else. */
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
