import { spellOut, truncate, visible } from "./visible.ts";

/** The longest line of a message in a chat, in characters. */
const LONGEST_LINE = 150;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Foreign text as a line of a code block of Slack: `<!channel>` and links are words there, and nothing ends the block.
 * See "Escaping text" in Slack's formatting reference: these three characters and no others.
 */
export function slackCode(text: string): string {
  return visible(truncate(text, LONGEST_LINE))
    .replace(/`/g, spellOut)
    .replace(/[&<>]/g, (one) => ENTITIES[one] ?? one);
}

/** Foreign text as a TextRun of an Adaptive Card, which knows no Markdown; only `{{DATE(…)}}` would be more than text. */
export function adaptiveCardRun(text: string): string {
  return truncate(visible(truncate(text, LONGEST_LINE)).replace(/(?<=\{)\{/g, spellOut), 2 * LONGEST_LINE);
}
