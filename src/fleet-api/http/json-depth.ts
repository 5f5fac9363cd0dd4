import { endOfString } from "./exact-json.ts";

/** Far beyond what the interface has, and far below where parsing takes a hundred times the memory of the text. */
export const MOST_LEVELS = 64;

const QUOTE = 34;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

/** Whether a text, if it is JSON, nests arrays and objects deeper than `MOST_LEVELS`. */
export function isNestedTooDeeply(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === OPENING_BRACE || code === OPENING_BRACKET) depth += 1;
    else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth -= 1;
    if (depth > MOST_LEVELS) return true;
    at = code === QUOTE ? endOfString(text, at) : at + 1;
  }
  return false;
}
