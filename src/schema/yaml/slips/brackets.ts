import { endOfPlain, endOfQuoted } from "../tokenizer.ts";
import { CLOSERS, type Slip, slips } from "./slip.ts";

/** A bracket that is open. */
interface OpenBracket {
  readonly bracket: string;
  readonly at: number;
  /** Colons since its last comma. */
  colons: number;
}

/** The brackets that are open at some place of a text, and where a comment hid a closing one. */
export interface Brackets {
  readonly open: OpenBracket[];
  hiddenAt: number | undefined;
}

/** How reading a line within brackets ended: behind the last one, or at the end of the line. */
export type BracketsEnd =
  | { readonly kind: "closed"; readonly at: number }
  | { readonly kind: "open" }
  | { readonly kind: "slip"; readonly slip: Slip };

/** No brackets yet. */
export function noBrackets(): Brackets {
  return { open: [], hiddenAt: undefined };
}

/** The slip of brackets that nothing closes. */
export function unclosed({ open, hiddenAt }: Brackets): Slip | undefined {
  const last = open.at(-1);
  if (last === undefined) return undefined;
  return hiddenAt === undefined ? slips.openBracket(last.at, last.bracket) : slips.hiddenBracket(hiddenAt);
}

/** Reads brackets from `from` to the end of the line. */
export function readBrackets(text: string, from: number, lineEnd: number, brackets: Brackets): BracketsEnd {
  let at = from;
  while (at < lineEnd) {
    const character = text.charAt(at);
    if (character === "#" && (at === 0 || /\s/.test(text.charAt(at - 1)))) {
      if (/[\]}]/.test(text.slice(at, lineEnd))) brackets.hiddenAt ??= at;
      return { kind: "open" };
    }
    const next = readOne(text, at, lineEnd, brackets);
    if (typeof next !== "number") return { kind: "slip", slip: next };
    at = next;
    if (brackets.open.length === 0) return { kind: "closed", at };
  }
  return { kind: "open" };
}

function endOfQuote(text: string, at: number, lineEnd: number): number | Slip {
  const end = endOfQuoted(text, at, "line");
  if (end === undefined) return slips.openQuote(at, text.charAt(at));
  const next = end + text.slice(end, lineEnd).search(/\S|$/);
  return next >= lineEnd || /[\s,:#"'[\]{}]/.test(text.charAt(next)) ? end : slips.afterQuote(next, text.charAt(at));
}

// One bracket, comma, colon, quoted or plain text, or run of blanks; gives where it ends.
function readOne(text: string, at: number, lineEnd: number, { open }: Brackets): number | Slip {
  const character = text.charAt(at);
  const top = open.at(-1);
  if (CLOSERS[character] !== undefined) {
    open.push({ bracket: character, at, colons: 0 });
    return at + 1;
  }
  if (character === "]" || character === "}") {
    if (top && CLOSERS[top.bracket] !== character) return slips.wrongBracket(at, top.bracket);
    open.pop();
    return at + 1;
  }
  if (character === '"' || character === "'") return endOfQuote(text, at, lineEnd);
  if (character === "," && top) top.colons = 0;
  if (/[\s,]/.test(character)) return at + 1;
  if (character === ":" && top) top.colons += 1;
  if (character === ":") return at + 1;
  const end = Math.min(endOfPlain(text, at, "brackets"), lineEnd);
  const isSecondKey = text.charAt(end) === ":" && top?.bracket === "{" && top.colons > 0;
  if (!isSecondKey) return Math.max(end, at + 1);
  const wordAt = at + text.slice(at, end).lastIndexOf(" ") + 1;
  return slips.missingComma(wordAt, text.slice(wordAt, end));
}
