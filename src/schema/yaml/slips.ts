import type { ErrorCode } from "../../allowlist/index.ts";
import { type Explanation, quoteText, showCharacter } from "../diagnostics/diagnostic-collector.ts";

/** A usual mistake in a text that is not the YAML that was meant. No part of it repeats more of the file than a word. */
export interface Slip extends Explanation {
  /** Where it is, in UTF-16 units. */
  readonly at: number;
  /** Whether it makes a parser misread everything after it. */
  readonly isOpenEnded: boolean;
}

/** One mistake: how it shows itself, and what is said of it, in the words of somebody who never read about YAML. */
export interface SlipRow {
  /** The start of a line up to the mistake; its group `word` is what the words name. */
  readonly line?: RegExp;
  /** The code and message of the error of `yaml` that it causes. */
  readonly error?: RegExp;
  /** What is before the error on its line. */
  readonly before?: RegExp;
  /** What is from the error, or with `isAtOpener` from the bracket or quote that is open there, up to the mistake. */
  readonly behind?: RegExp;
  /** False where none may be open: in brackets, lines may be indented in any way. */
  readonly isAtOpener?: boolean;
  /** What a line with neither a dash nor a key was meant to be. */
  readonly bare?: "item" | "pair";
  readonly code: ErrorCode;
  readonly message: string;
  readonly fix: string;
  readonly isOpenEnded?: true;
}

const KEY_FIX = "Write a key, a colon, a space and the value: `key: value`.";
const DASH_FIX = "Start each item with a hyphen and a space: `- `.";

const OPEN_QUOTE = {
  code: "yaml-missing-char",
  message: "A quoted text is not closed.",
  fix: "Write {opener} at the end of the value, on the line where it starts.",
  isOpenEnded: true,
} as const;

const OTHER_BRACKET = {
  code: "yaml-bad-indent",
  message: "The bracket `{opener}` is closed by the other kind of bracket.",
  fix: "Close `[` with `]`, and `{` with `}`.",
  isOpenEnded: true,
} as const;

const UNSPACED_COLON: SlipRow = {
  // In a list, capital letters may be a plate.
  line: /^ *(?:(?:- +)+(?![A-Z0-9]+:))?(?<word>[A-Za-z][A-Za-z0-9]*):(?=(?!\/\/)\S)/,
  code: "yaml-missing-char",
  message: "A space is missing after the colon of {word}.",
  fix: KEY_FIX,
};

/** The errors of `yaml` that lines cause which do not fit together. */
const UNFIT =
  /^(?:BAD_INDENT (?!Flow)|UNEXPECTED_TOKEN|MULTILINE_IMPLICIT_KEY|BLOCK_AS_IMPLICIT_KEY|MISSING_CHAR (?:Sequence|Implicit map))/;

const MISPLACED = {
  isAtOpener: false,
  code: "yaml-bad-indent",
  message: "This line is indented unlike every line above that it could belong to.",
  fix: "Indent it by as many spaces as the lines above that are of the same kind; each item of a list starts with `- `.",
} as const;

/** Every mistake that is recognized; the first row that fits is it. */
export const SLIPS: readonly SlipRow[] = [
  {
    line: /^[ \t]*(?:(?:- )*(?:[A-Za-z]+:|-))?(?=[\u00a0\u2000-\u200a\u202f\u205f\u3000])/,
    code: "yaml-bad-indent",
    message: "A special blank, {character}, stands where a plain space must be.",
    fix: "Type the space again; such blanks come from web pages and word processors.",
  },
  {
    line: /^ *(?=\t\s*[^\s#])/,
    code: "yaml-tab-as-indent",
    message: "This line is indented with a tab.",
    fix: "Use spaces: replace each tab at the start of a line by two spaces.",
  },
  {
    line: /^ *(?=[–—−‐‑•·∙▪*]\s+\S)/u,
    code: "yaml-bad-indent",
    message: "A list item starts with {character} here, which is not a hyphen.",
    fix: DASH_FIX,
  },
  {
    line: /^ *(?=-[^\s-])/,
    code: "yaml-missing-char",
    message: "A space is missing after the dash.",
    fix: DASH_FIX,
  },
  UNSPACED_COLON,
  { error: /^MISSING_CHAR Missing closing/, isAtOpener: true, ...OPEN_QUOTE },
  // The quote that was to open a later text closed it.
  { error: /^UNEXPECTED_TOKEN/, isAtOpener: true, behind: /^(?=["'][\s\S]*\n)/, ...OPEN_QUOTE },
  {
    error: /^UNEXPECTED_TOKEN/,
    before: /["'][ \t]*$/,
    code: "yaml-unexpected-token",
    message: "More text follows after the closing quote.",
    fix: "Put the whole value in one pair of quotes, and write a quote inside as `\\\"`, or twice in single quotes: `''`.",
  },
  {
    error: /^UNEXPECTED_TOKEN/,
    before: /[\]}][ \t]*$/,
    code: "yaml-unexpected-token",
    message: "More text follows after the closing bracket.",
    fix: "Put it inside the brackets, after a comma, or remove it.",
  },
  {
    error: /^BLOCK_AS_IMPLICIT_KEY/,
    before: /\S:\s+$/,
    behind: /^[^\s"'[{](?:(?!\s#).)*?(?=:(?:\s|$))/,
    code: "yaml-block-as-implicit-key",
    message: "A second colon with a space follows on this line.",
    fix: "Write each key on a line of its own, and put a value that contains `: ` in quotes.",
  },
  {
    error: /^BLOCK_IN_FLOW/,
    behind: /^[\s\S]*?\s(?=(?<word>[^\s:,]+):(?:\s|$))/,
    code: "yaml-missing-char",
    message: "A comma is missing before {word}.",
    fix: "Write a comma after each value in brackets: `{ key: value, key: value }`.",
  },
  {
    error: /^BAD_INDENT Flow map/,
    behind: /^(?=\])/,
    ...OTHER_BRACKET,
  },
  {
    error: /^BAD_INDENT Flow seq/,
    behind: /^(?=\})/,
    ...OTHER_BRACKET,
  },
  {
    error: /^BAD_INDENT Flow/,
    behind: /^(?=[\]}])/,
    code: "yaml-bad-indent",
    message: "This closing bracket stands too far to the left.",
    fix: "Indent it further than the key or the dash that its list or mapping belongs to.",
    isOpenEnded: true,
  },
  {
    error: /^BAD_INDENT Flow/,
    isAtOpener: true,
    behind: /^[\s\S]*?\s(?=#.*[\]}])/,
    code: "yaml-bad-indent",
    message: "`#` after a blank starts a comment, and the comment hides the closing bracket.",
    fix: "Put a value that starts with `#` in quotes.",
    isOpenEnded: true,
  },
  {
    error: /^BAD_INDENT Flow/,
    isAtOpener: true,
    code: "yaml-bad-indent",
    message: "The `{opener}` bracket is not closed.",
    fix: "Write `{closer}` after its last value, and indent the lines inside the brackets.",
    isOpenEnded: true,
  },
  {
    error: UNFIT,
    isAtOpener: false,
    bare: "item",
    code: "yaml-missing-char",
    message: "A dash is missing here: each line of a list starts with one.",
    fix: "Write `- ` in front of the value, indented like the other items.",
  },
  {
    error: UNFIT,
    isAtOpener: false,
    bare: "pair",
    code: "yaml-missing-char",
    message: "A colon is missing after {word}.",
    fix: KEY_FIX,
  },
  {
    error: /^(?:BAD_INDENT (?!Flow)|MISSING_CHAR Sequence|BLOCK_AS_IMPLICIT_KEY A)/,
    behind: /^ *(?=\S)/,
    ...MISPLACED,
  },
  { error: /^(?:MULTILINE_IMPLICIT_KEY|BLOCK_AS_IMPLICIT_KEY N)/, behind: /^[^\n]*\n\s*(?=\S)/, ...MISPLACED },
];

/** A row as a slip at a place of a text; `opener` is the bracket or quote that is open there. */
export function slipOf(row: SlipRow, text: string, at: number, word = "", opener = text.charAt(at)): Slip {
  const words: Readonly<Record<string, string>> = {
    word: quoteText(word),
    character: showCharacter(text.charAt(at)),
    opener,
    closer: opener === "[" ? "]" : "}",
  };
  const filled = (sentence: string) => sentence.replace(/\{([a-z]+)\}/g, (blank, name) => words[name] ?? blank);
  const { code, message, fix, isOpenEnded = false } = row;
  return { code, at, message: filled(message), fix: filled(fix), isOpenEnded };
}

/** The slip of a colon that is right before a value; inside brackets, `yaml` sees nothing wrong in it. */
export function unspacedColon(text: string, at: number, word: string): Slip {
  return slipOf(UNSPACED_COLON, text, at, word);
}
