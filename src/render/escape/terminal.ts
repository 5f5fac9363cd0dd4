import { clip, spellOut, visible } from "./visible.ts";

// A CI log is a terminal too. GitHub's runner obeys a line that starts with `::`, blanks aside, and `##[` anywhere in
// a line; Azure's obeys `##vso[`, TeamCity's `##teamcity[`. Wrapping may put any word at the start of a line.
const COMMAND_START = /(?<=^|\s):(?=:)/g;
const COMMAND_BRACKET = /#(?=#[\w.-]*\[)/g;

/** Foreign text for a terminal or a CI log: one line, nothing unseen, no escape sequence, no command to the runner. */
export function terminalText(text: string): string {
  return visible(clip(text)).replace(COMMAND_START, spellOut).replace(COMMAND_BRACKET, spellOut);
}
