import { ACCEPTABLE_CODES, type CarsAside } from "../../allowlist/index.ts";
import type { SpendingDocument } from "../../documents/index.ts";
import { amountInDigits, sumsInWords } from "../../documents/index.ts";
import type { ScopeCounts } from "../../plan/index.ts";
import { htmlText } from "../escape/sinks.ts";
import { rowInWords, WHAT_THEY_DO } from "../text/cars-aside.ts";
import { counted, withCommas } from "../text/phrases.ts";
import { acceptanceInWords, type DocumentWarning, groupsOf } from "../text/warnings.ts";

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

/** Foreign text as HTML in which what is between backticks is code. */
export function proseHtml(text: string): string {
  return htmlText(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** More items of a list than these are folded. */
const ITEMS_IN_SIGHT = 8;

/** HTML items as a list, those beyond the first few to unfold. */
export function foldedList(items: readonly string[], kind = ""): string {
  const list = (some: readonly string[]) => `<ul${kind}>${some.map((one) => `<li>${one}</li>`).join("")}</ul>`;
  const more = items.slice(ITEMS_IN_SIGHT);
  const rest = more.length === 0 ? "" : unfolding(`${withCommas(more.length)} more`, list(more));
  return `${list(items.slice(0, ITEMS_IN_SIGHT))}${rest}`;
}

/** What a card is about, for its colour. */
export type CardTone = "alarm" | "caution" | "calm" | "";

/** A heading with a list of HTML items under it, and what comes after; empty for no item. */
export function noticeCard(title: string, items: readonly string[], tone: CardTone, after = ""): string {
  if (items.length === 0) return "";
  return `<section class="card notice ${tone}"><h2>${htmlText(title)}</h2>${foldedList(items)}${after}</section>`;
}

/** One sentence that the reader must not miss. The text is HTML already. */
export function verdict(text: string, tone: CardTone): string {
  return `<section class="card notice ${tone}"><p><strong>${text}</strong></p></section>`;
}

/** A column of a plain table. Numbers are on the right, zeros are soft. */
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
  return `<table class="lists" aria-label="${label}">
<thead><tr>${heads.join("")}</tr></thead>
<tbody>
${lines.join("\n")}
</tbody></table>`;
}

/** A heading with HTML under it; empty for none. */
export function card(title: string, content: string): string {
  return content === "" ? "" : `<section class="card"><h2>${title}</h2>${content}</section>`;
}

/** What deletes have spared, by month; empty where that is not known. */
export function savedCard(saved: SpendingDocument["saved"]): string {
  if (!saved) return "";
  const columns = [{ label: "Month" }, { label: "Currency" }, { label: "Spared", number: true }] as const;
  const rows = saved.months.map((one) => [one.month, one.currencyCode, amountInDigits(one)].map(htmlText));
  const sums = `${sumsInWords(saved.amounts)} of ${counted(saved.cars, "car")}`;
  const head = `<p><b>${htmlText(sums)}</b></p><p class="soft">${htmlText(saved.rule)}</p>`;
  return card("Spared by deletes, estimated", `${head}${plainTable("Spared by deletes", columns, rows)}`);
}

/** A list in a table: its cells as HTML, and whether anything changes there. */
export interface ListsCardRow {
  readonly cells: readonly string[];
  readonly isBusy: boolean;
}

/** The lists of a run, those without changes to unfold. */
export function listsCard(columns: readonly PlainColumn[], rows: readonly ListsCardRow[], legend = ""): string {
  const cellsOf = (busy: boolean) => rows.filter(({ isBusy }) => isBusy === busy).map(({ cells }) => cells);
  const [busy, idle] = [cellsOf(true), cellsOf(false)];
  const table = (label: string, some: readonly (readonly string[])[]) =>
    some.length === 0 ? "" : plainTable(label, columns, some);
  if (busy.length === 0) return card("Lists", table("Lists", idle));
  const title = `${counted(idle.length, "list")} without changes`;
  const rest = idle.length === 0 ? "" : unfolding(title, table("Lists without changes", idle));
  return card("Lists", `${legend}${table("Lists that change", busy)}${rest}`);
}

/** HTML to unfold, under a title of HTML. */
export function unfolding(title: string, content: string): string {
  return `<details><summary>${title}</summary>${content}</details>`;
}

/** `2026-03-01 08:00:09 UTC` for a UTC instant in ISO 8601; foreign text otherwise. */
export function instantInWords(instant: string): string {
  return htmlText(instant.replace(/^(\d{4}-\d\d-\d\d)T([\d:]+)(?:\.\d+)?Z$/, "$1 $2 UTC"));
}

/** Colours for where a server forbids styles; the style of the page has better ones. */
const FILLS = { stays: "#b4c0ce", leaves: "#d3505e", joins: "#3f9d68" } as const;
const BAR_WIDTH = 160;
const BAR_HEIGHT = 8;

/** What the colours of the bars mean. */
export const BARS_LEGEND = `<p class="legend soft">${Object.entries(FILLS)
  .map(
    ([tone, fill]) =>
      `<span><svg width="10" height="10" aria-hidden="true"><rect class="${tone}" fill="${fill}" width="10" height="10"/></svg>${tone} </span>`,
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

function bar(y: number, total: number, changed: number, whole: number, tone: "leaves" | "joins"): string {
  const all = Math.round((total / whole) * BAR_WIDTH);
  const part = changed === 0 ? 0 : Math.min(all, Math.max(THINNEST, Math.round((changed / whole) * BAR_WIDTH)));
  return `<rect class="stays" fill="${FILLS.stays}" y="${y}" width="${all - part}" height="${BAR_HEIGHT}"/><rect class="${tone}" fill="${FILLS[tone]}" x="${all - part}" y="${y}" width="${part}" height="${BAR_HEIGHT}"/>`;
}

const ACCEPTABLE: ReadonlySet<string> = new Set(ACCEPTABLE_CODES);

/** Whether it is of a kind that stays for as long as what it names; those come below the lists, because they hide what is new. */
export function canBeAccepted({ code }: DocumentWarning): boolean {
  return ACCEPTABLE.has(code);
}

/** The warnings of a document as items of a list: those of one kind together, the others and the accepted ones to unfold. */
export function warningItems(warnings: readonly DocumentWarning[]): string[] {
  const { groups, accepted } = groupsOf(warnings);
  const items = groups.map(({ first, others }) => {
    const code = `(<code>${htmlText(first.code)}</code>)`;
    if (others.length === 0) return `${item(first)} ${code}`;
    return `${item(first)}${unfoldingList(`${withCommas(others.length)} more like this ${code}`, others.map(item))}`;
  });
  const known = accepted.map((one) => proseHtml(acceptanceInWords(one)));
  return known.length === 0 ? items : [...items, unfoldingList(counted(known.length, "accepted warning"), known)];
}

function item({ message, source }: DocumentWarning): string {
  return `${source === undefined ? "" : `<code>${htmlText(source)}</code> `}${proseHtml(message)}`;
}

function unfoldingList(title: string, items: readonly string[]): string {
  return unfolding(title, `<ul>${items.map((one) => `<li>${one}</li>`).join("")}</ul>`);
}

/** The unclear rows as a part of an HTML page; empty for none. */
export function unclearHtml({ unclearRows = [] }: CarsAside): string {
  if (unclearRows.length === 0) return "";
  const items = unclearRows.map(({ source, licenseNumber, reason, remedy }) => {
    const row = `${htmlText(rowInWords(source))} <b>${htmlText(JSON.stringify(licenseNumber))}</b>`;
    return `${row}: ${proseHtml(`${reason}. ${remedy}`)}`;
  });
  return noticeCard(counted(unclearRows.length, "unclear row"), items, "caution", `<p>${htmlText(WHAT_THEY_DO)}</p>`);
}
