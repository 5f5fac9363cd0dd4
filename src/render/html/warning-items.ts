import { ACCEPTABLE_CODES } from "../../allowlist/index.ts";
import { htmlText } from "../escape/html.ts";
import { counted, withCommas } from "../text/phrases.ts";
import { acceptanceInWords, type DocumentWarning, groupsOf } from "../text/warnings.ts";
import { proseHtml } from "./parts.ts";

const ACCEPTABLE: ReadonlySet<string> = new Set(ACCEPTABLE_CODES);

/** Whether it is of a kind that stays for as long as what it names; those stand below the lists, for they hide what is new. */
export function canBeAccepted({ code }: DocumentWarning): boolean {
  return ACCEPTABLE.has(code);
}

/** The warnings of a document as items of a list: those of one kind together, the others and the accepted ones to unfold. */
export function warningItems(warnings: readonly DocumentWarning[]): string[] {
  const { groups, accepted } = groupsOf(warnings);
  const items = groups.map(({ first, others }) => {
    const title = `${withCommas(others.length)} more like this (<code>${htmlText(first.code)}</code>)`;
    return others.length === 0 ? itemWithCode(first) : `${item(first)}${unfolding(title, others.map(item))}`;
  });
  if (accepted.length === 0) return items;
  const title = counted(accepted.length, "accepted warning");
  return [
    ...items,
    unfolding(
      title,
      accepted.map((one) => proseHtml(acceptanceInWords(one))),
    ),
  ];
}

function item({ message, source }: DocumentWarning): string {
  return `${source === undefined ? "" : `<code>${htmlText(source)}</code> `}${proseHtml(message)}`;
}

function itemWithCode(warning: DocumentWarning): string {
  return `${item(warning)} (<code>${htmlText(warning.code)}</code>)`;
}

function unfolding(title: string, items: readonly string[]): string {
  const list = items.map((one) => `<li>${one}</li>`).join("");
  return `<details><summary>${title}</summary><ul>${list}</ul></details>`;
}
