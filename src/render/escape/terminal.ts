import { own, type TerminalText, truncate, visible } from "./visible.ts";

export { own, type TerminalText } from "./visible.ts";

/** Foreign text for a terminal or a CI log: one line, clipped, nothing unseen, no escape sequence, no runner command. */
export function terminalText(text: string): TerminalText {
  return visible(truncate(text));
}

/** Sentences of ours, of any length, in which text of others was escaped before. */
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
