import type { FailureWords } from "./interface-settings.ts";

/**
 * Whether one of the masks of `interface.failures` fits the words of a server: `*` is any text, all else stands for itself,
 * case ignored. Backtracks to the last `*` only, so that no mask can be slow.
 */
export function matchesWords(masks: readonly string[], words: string): boolean {
  const text = comparable(words);
  return masks.some((mask) => fits(comparable(mask).split("*"), text));
}

function fits(parts: readonly string[], text: string): boolean {
  const [start = "", ...rest] = parts;
  const end = rest.pop();
  if (end === undefined) return text === start;
  if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end)) return false;
  const last = text.length - end.length;
  let at = start.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > last) return false;
    at = found + part.length;
  }
  return true;
}

function comparable(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/**
 * Whether a server's words for one car say that its list is as the change wants it: already listed for an add, not listed
 * for a delete. Every one of the texts must say so, and there must be one.
 */
export function isAnswer(action: "add" | "delete" | "detach", words: readonly string[], masks: FailureWords): boolean {
  if (action === "detach" || words.length === 0) return false;
  const own = action === "add" ? masks.alreadyListed : masks.notListed;
  return words.every((text) => matchesWords(own, text));
}
