import type { ScopeCounts } from "../../plan/index.ts";
import { htmlText } from "../escape/html.ts";
import { counted, withCommas } from "../text/phrases.ts";

/** What colours a text: good, careful, bad, or nothing in particular. */
export type HtmlTone = "add" | "update" | "delete" | "";

/** A number with its label and the colour that it has when it is not zero. */
export interface Tile {
  readonly count: number;
  readonly word: string;
  readonly tone: HtmlTone;
  /** What is written in place of the count; foreign text. */
  readonly figure?: string;
  /** The filter of the table that a click on it chooses; the value is foreign text. */
  readonly filter?: { readonly column: string; readonly value: string };
}

/** The row of big numbers at the top of a page; words are HTML. */
export function tiles(all: readonly Tile[]): string {
  const items = all.map(({ count, word, tone, figure, filter }) => {
    const content = `<strong>${figure === undefined ? withCommas(count) : htmlText(figure)}</strong> ${word}`;
    const isButton = filter !== undefined && count > 0;
    return `<li class="${count === 0 ? "none" : tone}">${isButton ? filterButton(filter, content) : content}</li>`;
  });
  const kind = all.some(({ figure }) => figure !== undefined) ? " sums" : "";
  return items.length === 0 ? "" : `<ul class="tiles${kind}">${items.join("")}</ul>`;
}

/** A button that shows the rows of one value, and all of them when it is pressed again. The content is HTML. */
export function filterButton({ column, value }: NonNullable<Tile["filter"]>, content: string): string {
  return `<button type="button" aria-pressed="false" data-column="${column}" data-value="${htmlText(value)}">${content}</button>`;
}

/** Foreign text as HTML in which what stands between backticks is code. */
export function proseHtml(text: string): string {
  return htmlText(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** More notices than these are folded. */
const NOTICES_IN_SIGHT = 8;

/** A heading with a list of HTML items under it, long ones folded; empty for none. */
export function noticeCard(title: string, items: readonly string[], tone: "alarm" | "caution" | ""): string {
  if (items.length === 0) return "";
  const list = (some: readonly string[]) => `<ul>${some.map((one) => `<li>${one}</li>`).join("")}</ul>`;
  const more = items.slice(NOTICES_IN_SIGHT);
  const rest =
    more.length === 0 ? "" : `<details><summary>${withCommas(more.length)} more</summary>${list(more)}</details>`;
  return `<section class="card notice ${tone}"><h2>${htmlText(title)}</h2>${list(items.slice(0, NOTICES_IN_SIGHT))}${rest}</section>`;
}

/** One sentence that the reader must not miss. The text is HTML already. */
export function verdict(text: string, tone: "calm" | "alarm" | "caution"): string {
  return `<section class="card notice ${tone}"><p><strong>${text}</strong></p></section>`;
}

/** A column of a plain table. Numbers stand to the right, zeros are soft. */
export interface PlainColumn {
  readonly label: string;
  readonly number?: true;
  /** The colour of a number that is not zero. */
  readonly tone?: HtmlTone;
}

/** A table, without a heading of its own. The cells are HTML already. */
export function plainTable(
  label: string,
  columns: readonly PlainColumn[],
  rows: readonly (readonly string[])[],
): string {
  const heads = columns.map(
    ({ label: word, number }) => `<th scope="col"${number ? ' class="number"' : ""}>${word}</th>`,
  );
  const cellOf = (cell: string, column: PlainColumn | undefined) =>
    column?.number
      ? `<td data-label="${column.label}" class="number ${cell === "0" ? "soft" : (column.tone ?? "")}">${cell}</td>`
      : `<td data-label="${column?.label ?? ""}">${cell}</td>`;
  const lines = rows.map((cells) => `<tr>${cells.map((cell, at) => cellOf(cell, columns[at])).join("")}</tr>`);
  return `<div class="lists" tabindex="0" role="region" aria-label="${label}, scrollable"><table aria-label="${label}">
<thead><tr>${heads.join("")}</tr></thead>
<tbody>
${lines.join("\n")}
</tbody></table></div>`;
}

/** A heading with HTML under it; empty for none. */
export function card(title: string, content: string): string {
  return content === "" ? "" : `<section class="card"><h2>${title}</h2>${content}</section>`;
}

/** HTML to unfold, under a count of what is in it; empty for none. */
export function foldedCount(count: number, one: string, after: string, content: string): string {
  return count === 0
    ? ""
    : `<details><summary>${counted(count, one)} ${after}</summary><div>${content}</div></details>`;
}

/** `2026-03-01 08:00:09 UTC` for a UTC instant in ISO 8601; foreign text otherwise. */
export function instantInWords(instant: string): string {
  return htmlText(instant.replace(/^(\d{4}-\d\d-\d\d)T([\d:]+)(?:\.\d+)?Z$/, "$1 $2 UTC"));
}

const BAR_WIDTH = 160;
const BAR_HEIGHT = 8;

/** What the colours of the bars mean. */
export const BARS_LEGEND = `<p class="legend soft">${[
  ["stays", "stays"],
  ["leaves", "leaves"],
  ["joins", "joins"],
]
  .map(
    ([tone, word]) =>
      `<span><svg width="10" height="10" aria-hidden="true"><rect class="${tone}" width="10" height="10"/></svg>${word}</span>`,
  )
  .join("")}<span>Each list has a scale of its own.</span></p>`;

/**
 * A list's cars before (upper bar) and after (lower bar), with the figures. The scale is the list's own: a reader asks
 * which share of a list goes, and a small list beside a large one would be a dot.
 */
export function beforeAfterBars(before: number, { add, delete: leaves }: Pick<ScopeCounts, "add" | "delete">): string {
  const after = Math.max(0, before + add - leaves);
  const whole = Math.max(before, after, 1);
  const label = `${withCommas(before)} before, ${withCommas(after)} after`;
  const bars = [
    bar(0, before, Math.min(leaves, before), whole, "leaves"),
    bar(BAR_HEIGHT + 2, after, Math.min(add, after), whole, "joins"),
  ];
  const height = 2 * BAR_HEIGHT + 2;
  const figures = before === after ? withCommas(before) : `${withCommas(before)} → ${withCommas(after)}`;
  return `<div class="figures"><svg class="bars" width="${BAR_WIDTH}" height="${height}" role="img" aria-label="${label}"><title>${label}</title>${bars.join("")}</svg><span aria-hidden="true">${figures}</span></div>`;
}

// One changed car among thousands must still be seen.
const THINNEST = 3;

function bar(y: number, total: number, changed: number, whole: number, tone: string): string {
  const all = Math.round((total / whole) * BAR_WIDTH);
  const part = changed === 0 ? 0 : Math.min(all, Math.max(THINNEST, Math.round((changed / whole) * BAR_WIDTH)));
  return `<rect class="stays" y="${y}" width="${all - part}" height="${BAR_HEIGHT}"/><rect class="${tone}" x="${all - part}" y="${y}" width="${part}" height="${BAR_HEIGHT}"/>`;
}
