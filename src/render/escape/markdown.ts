import { spellOut, truncate, visible } from "./visible.ts";

// A pipe ends a table cell even inside code; `<` and `@` are harmless in code for a renderer that follows CommonMark,
// and not for whoever searches the raw text for a comment marker or sends it on as an e-mail.
const NOT_EVEN_IN_CODE = /[|<@]/g;

/** Foreign text as a Markdown code span, the only place where no renderer looks for links, mentions, HTML or emphasis. */
export function markdownCode(text: string): string {
  const safe = visible(truncate(text)).replace(NOT_EVEN_IN_CODE, spellOut);
  if (safe === "") return "";
  const longestRun = [...safe.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
  const fence = "`".repeat(longestRun + 1);
  const touchesFence = /^`|`$|^ .* $/.test(safe) ? " " : "";
  return `${fence}${touchesFence}${safe}${touchesFence}${fence}`;
}
