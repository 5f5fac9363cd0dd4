import { markdownCode } from "../escape/markdown.ts";
import { acceptedInWords, firstInWords, othersInWords } from "./warning-groups.ts";
import { type DocumentWarning, groupsOf } from "./warning-texts.ts";

/** The warnings of a document as items of a list: those of one kind together, and a count of those that are accepted. */
export function warningBullets(warnings: readonly DocumentWarning[]): string[] {
  const { groups, accepted } = groupsOf(warnings);
  const items = groups.map((group) => {
    const { source } = group.first;
    const message = firstInWords(group, group.first.message);
    const others = othersInWords(group);
    const place = source === undefined ? "" : `${markdownCode(source)} `;
    return `- ${place}${markdownCode(message)}${others === undefined ? "" : `<br>${markdownCode(others)}`}\n`;
  });
  const rest = acceptedInWords(accepted);
  return rest === undefined ? items : [...items, `- ${markdownCode(rest)}\n`];
}
