import { markdownCode } from "../escape/sinks.ts";
import { counted } from "./phrases.ts";
import { acceptedInWords, type DocumentWarning, firstInWords, groupsOf, type WarningGroup } from "./warnings.ts";

/** GitHub's limit for a comment, in characters; GitLab allows more. */
export const GITHUB_COMMENT_LENGTH = 65_536;

/** Most characters of an address: the first and the last lines of a page are never cut, so nothing in them may be long. */
export const LONGEST_ADDRESS = 100;

/** How long a page may be, and where the reader finds what did not fit (Markdown). */
export interface PageOptions {
  /** Characters; at least 2,000. */
  readonly maxLength?: number;
  readonly elsewhere?: string;
}

/**
 * A part of a page: a list, or a table, whose rows are never torn apart. All texts are Markdown. Columns without any text are left
 * out, the first one aside.
 */
export interface Section {
  /** The line above it, or the one that unfolds it; empty for none. */
  readonly title: string;
  readonly isFolded?: true;
  /** The headings of a table, those of numbers with a colon at the end; without them each row is an item of a list. */
  readonly columns?: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What one row is, for the line that says what was left out: `delete`. */
  readonly what: string;
  /** Most of the page that this section may take, 0 to 1; all of it unless given. */
  readonly share?: number;
}

/** Room for the line that counts what was left out, without the words for where it is. */
const ROOM_FOR_COUNTS = 500;

/** Head, sections in their order of importance, and a line that counts every row left out and says where it is; never longer than asked. */
export function markdownPage(head: string, sections: readonly Section[], maxLength: number, elsewhere: string): string {
  const room = maxLength - ROOM_FOR_COUNTS - elsewhere.length;
  let page = head;
  const left: string[] = [];
  for (const { title, isFolded, columns: all, rows, what, share = 1 } of sections) {
    if (rows.length === 0) continue;
    const places = all?.flatMap((_, at) => (at === 0 || rows.some((cells) => cells[at] !== "") ? [at] : []));
    const columns = places?.map((at) => all?.[at] ?? "");
    const close = isFolded ? "\n</details>\n" : "";
    const above = isFolded ? `<details><summary>${title}</summary>` : title;
    const open = `\n${above === "" ? "" : `${above}\n\n`}${columns ? tableHead(columns) : ""}`;
    const lines = rows.map((cells) =>
      places ? tableRow(places.map((at) => cells[at] ?? "")) : `- ${cells.join("")}\n`,
    );
    const shown = countThatFits(
      lines,
      Math.min(room - page.length, Math.floor(maxLength * share)) - open.length - close.length,
    );
    if (shown > 0) page += open + lines.slice(0, shown).join("") + close;
    if (shown < rows.length) left.push(counted(rows.length - shown, what));
  }
  if (left.length === 0) return page;
  return `${page}\n**Left out to fit ${counted(maxLength, "character")}:** ${left.join(", ")}. ${elsewhere}\n`;
}

function tableHead(columns: readonly string[]): string {
  const names = columns.map((column) => column.replace(/:$/, ""));
  return tableRow(names) + tableRow(columns.map((column) => (column.endsWith(":") ? "--:" : "---")));
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |\n`;
}

function countThatFits(lines: readonly string[], room: number): number {
  let length = 0;
  const first = lines.findIndex((line) => {
    length += line.length;
    return length > room;
  });
  return first === -1 ? lines.length : first;
}

/** Sentences as rows of a list; they may be foreign text. */
export function codeItems(texts: readonly string[]): string[][] {
  return texts.map((text) => [markdownCode(text)]);
}

/** The warnings of a document as rows of a list: those of one kind together, and a count of those that are accepted. */
export function warningItems(warnings: readonly DocumentWarning[]): string[][] {
  const { groups, accepted } = groupsOf(warnings);
  const items = groups.map((group) => {
    const { source, message } = group.first;
    const place = source === undefined ? "" : `${markdownCode(source)} `;
    return [place, messageInCode(group, message)];
  });
  return [...items, ...codeItems([acceptedInWords(accepted) ?? []].flat())];
}

/** What the warnings of a group say. */
export function messageInCode<Warning extends { readonly code: string }>(
  group: WarningGroup<Warning>,
  message: string,
): string {
  const more = group.more === undefined ? "" : `<br>${markdownCode(group.more)}`;
  return `${markdownCode(firstInWords(group, message))}${more}`;
}
