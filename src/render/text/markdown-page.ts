import { markdownCode } from "../escape/sinks.ts";
import { counted } from "./phrases.ts";
import { acceptedInWords, type DocumentWarning, firstInWords, groupsOf, othersInWords } from "./warnings.ts";

/** GitHub's limit for a comment, in characters; GitLab allows more. */
export const GITHUB_COMMENT_LENGTH = 65_536;

/** How long a page may be, and where the reader finds what did not fit (Markdown). */
export interface PageOptions {
  /** Characters; at least 2,000. */
  readonly maxLength?: number;
  readonly elsewhere?: string;
}

/** A part of a page: rows between an opening and a closing that are never torn apart. */
export interface Section {
  readonly open: string;
  readonly rows: readonly string[];
  readonly close: string;
  /** What one row is, for the line that says what was left out: `delete`. */
  readonly what: string;
  /** Most of the page that this section may take, 0 to 1. */
  readonly share: number;
}

/** Room for the line that counts what was left out, without the words for where it is. */
const ROOM_FOR_COUNTS = 500;

/** Head, sections in their order of importance, and a line that counts every row left out and says where it is; never longer than asked. */
export function markdownPage(head: string, sections: readonly Section[], maxLength: number, elsewhere: string): string {
  const room = maxLength - ROOM_FOR_COUNTS - elsewhere.length;
  let page = head;
  const left: string[] = [];
  for (const section of sections) {
    if (section.rows.length === 0) continue;
    const shown = rowsThatFit(section, Math.min(room - page.length, Math.floor(maxLength * section.share)));
    if (shown > 0) page += section.open + section.rows.slice(0, shown).join("") + section.close;
    if (shown < section.rows.length) left.push(counted(section.rows.length - shown, section.what));
  }
  if (left.length === 0) return page;
  return `${page}\n**Left out to fit ${counted(maxLength, "character")}:** ${left.join(", ")}. ${elsewhere}\n`;
}

/** A table as a section; `| --: |` columns end in a colon in `align`. */
export function tableOpen(columns: readonly string[]): string {
  const names = columns.map((column) => column.replace(/:$/, ""));
  const rules = columns.map((column) => (column.endsWith(":") ? "--:" : "---"));
  return `${tableRow(names)}${tableRow(rules)}`;
}

/** One row of a table; the cells are Markdown already. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |\n`;
}

/** Opens and closes a part that the reader unfolds. */
export function folded(summary: string): { readonly open: string; readonly close: string } {
  return { open: `\n<details><summary>${summary}</summary>\n\n`, close: "\n</details>\n" };
}

function rowsThatFit(section: Section, room: number): number {
  let length = section.open.length + section.close.length;
  const first = section.rows.findIndex((row) => {
    length += row.length;
    return length > room;
  });
  return first === -1 ? section.rows.length : first;
}

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
