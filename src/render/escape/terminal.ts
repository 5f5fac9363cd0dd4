import { truncate, visible } from "./visible.ts";

/** Foreign text for a terminal or a CI log: one line, clipped, nothing unseen, no escape sequence, no runner command. */
export function terminalText(text: string): string {
  return visible(truncate(text));
}
