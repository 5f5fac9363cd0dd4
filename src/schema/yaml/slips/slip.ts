import type { ErrorCode } from "../../../allowlist/index.ts";
import { quoteText, showCharacter } from "../../diagnostics/quote-text.ts";

/** A usual mistake in a text that is not the YAML that was meant. No part of it repeats more of the file than a word. */
export interface Slip {
  readonly code: ErrorCode;
  /** Where it is, in UTF-16 units. */
  readonly at: number;
  readonly message: string;
  readonly fix: string;
  /** Whether it makes a parser misread everything after it. */
  readonly isOpenEnded?: true;
}

/** What closes a bracket. */
export const CLOSERS: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

/** Every mistake that is recognized, in the words of somebody who never read about YAML. */
export const slips = {
  tab: (at: number): Slip => ({
    code: "yaml-tab-as-indent",
    at,
    message: "This line is indented with a tab.",
    fix: "Use spaces: replace each tab at the start of a line by two spaces.",
  }),
  foreignBlank: (at: number, character: string): Slip => ({
    code: "yaml-bad-indent",
    at,
    message: `A special blank, ${showCharacter(character)}, stands where a plain space must be.`,
    fix: "Type the space again; such blanks come from web pages and word processors.",
  }),
  otherDash: (at: number, character: string): Slip => ({
    code: "yaml-bad-indent",
    at,
    message: `A list item starts with ${showCharacter(character)} here, which is not a hyphen.`,
    fix: "Start each item with a hyphen and a space: `- `.",
  }),
  dashWithoutSpace: (at: number): Slip => ({
    code: "yaml-missing-char",
    at,
    message: "A space is missing after the dash.",
    fix: "Start each item with a hyphen and a space: `- `.",
  }),
  missingDash: (at: number): Slip => ({
    code: "yaml-missing-char",
    at,
    message: "A dash is missing here: each line of a list starts with one.",
    fix: "Write `- ` in front of the value, indented like the other items.",
  }),
  keyInList: (at: number, indent: number): Slip => ({
    code: "yaml-bad-indent",
    at,
    message: "This key stands where the next item of a list must start.",
    fix: `Write \`- \` in front of it if it starts a new item; indent it by ${spaces(indent)} if it belongs to the item above.`,
  }),
  tooDeep: (at: number, indent: number): Slip => ({
    code: "yaml-bad-indent",
    at,
    message: "This line is indented further than the line above it, which has a value already.",
    fix: `${indentBy(indent)}, like the line above.`,
  }),
  wrongIndent: (at: number, written: number, indent: number): Slip => ({
    code: "yaml-bad-indent",
    at,
    message: `This line is indented by ${spaces(written)}, unlike every line that it could belong to.`,
    fix: `${indentBy(indent)}, like the lines above that are of the same kind.`,
  }),
  missingColon: (at: number, word: string): Slip => ({
    code: "yaml-missing-char",
    at,
    message: `A colon is missing after ${quoteText(word)}.`,
    fix: "Write a key, a colon, a space and the value: `key: value`.",
  }),
  colonWithoutSpace: (at: number, word: string): Slip => ({
    code: "yaml-missing-char",
    at,
    message: `A space is missing after the colon of ${quoteText(word)}.`,
    fix: "Write a key, a colon, a space and the value: `key: value`.",
  }),
  secondColon: (at: number): Slip => ({
    code: "yaml-block-as-implicit-key",
    at,
    message: "A second colon with a space follows on this line.",
    fix: "Write each key on a line of its own, and put a value that contains `: ` in quotes.",
  }),
  openQuote: (at: number, quote: string): Slip => ({
    code: "yaml-missing-char",
    at,
    message: "A quoted text is not closed.",
    fix: `Write ${quote} at the end of the value, on the line where it starts.`,
    isOpenEnded: true,
  }),
  afterQuote: (at: number, quote: string): Slip => ({
    code: "yaml-unexpected-token",
    at,
    message: "More text follows after the closing quote.",
    fix:
      quote === "'"
        ? "Put the whole value in double quotes, or write an apostrophe in single quotes twice: `''`."
        : 'Put the whole value in one pair of quotes, and write `\\"` for a double quote inside.',
  }),
  openBracket: (at: number, bracket: string): Slip => ({
    code: "yaml-bad-indent",
    at,
    message: `The \`${bracket}\` bracket is not closed.`,
    fix: `Write \`${CLOSERS[bracket]}\` after its last value.`,
    isOpenEnded: true,
  }),
  hiddenBracket: (at: number): Slip => ({
    code: "yaml-bad-indent",
    at,
    message: "`#` after a blank starts a comment, and the comment hides the closing bracket.",
    fix: "Put a value that starts with `#` in quotes.",
    isOpenEnded: true,
  }),
  wrongBracket: (at: number, bracket: string): Slip => ({
    code: "yaml-bad-indent",
    at,
    message: `The bracket \`${bracket}\` is closed by the other kind of bracket.`,
    fix: "Close `[` with `]`, and `{` with `}`.",
    isOpenEnded: true,
  }),
  missingComma: (at: number, word: string): Slip => ({
    code: "yaml-missing-char",
    at,
    message: `A comma is missing before ${quoteText(word)}.`,
    fix: "Write a comma after each value in brackets: `{ key: value, key: value }`.",
  }),
  afterBracket: (at: number): Slip => ({
    code: "yaml-unexpected-token",
    at,
    message: "More text follows after the closing bracket.",
    fix: "Put it inside the brackets, after a comma, or remove it.",
  }),
} as const;

function indentBy(count: number): string {
  return count === 0 ? "Remove the spaces in front of it" : `Indent it by ${spaces(count)}`;
}

function spaces(count: number): string {
  return count === 1 ? "1 space" : `${count} spaces`;
}
