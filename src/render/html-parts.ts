import { htmlText } from "./escape/html.ts";
import { withCommas } from "./words.ts";

/** A number with its word and, where there is one, its colour class. */
export interface Tile {
  readonly count: number;
  readonly word: string;
  readonly tone: string;
}

/** The row of big numbers at the top of a page. */
export function tiles(all: readonly Tile[]): string {
  const items = all.map(
    ({ count, word, tone }) =>
      `<li><strong class="${count === 0 ? "soft" : tone}">${withCommas(count)}</strong> ${word}</li>`,
  );
  return `<ul class="tiles">${items.join("")}</ul>`;
}

/** A heading with a list of HTML items under it; empty for none. */
export function noticeCard(title: string, items: readonly string[], tone: string): string {
  if (items.length === 0) return "";
  return `<section class="card ${tone}"><h2>${htmlText(title)}</h2><ul>${items.map((one) => `<li>${one}</li>`).join("")}</ul></section>`;
}

/** A table with plain headings; columns that end in a colon hold numbers. The cells are HTML already. */
export function plainTable(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const align = columns.map((column) => (column.endsWith(":") ? ' class="number"' : ""));
  const heads = columns.map((column, at) => `<th scope="col"${align[at]}>${column.replace(/:$/, "")}</th>`);
  const lines = rows.map((cells) => `<tr>${cells.map((cell, at) => `<td${align[at]}>${cell}</td>`).join("")}</tr>`);
  return `<section class="card"><h2>${title}</h2><div class="lists" tabindex="0" role="region" aria-label="${title}, scrollable"><table>
<thead><tr>${heads.join("")}</tr></thead>
<tbody>
${lines.join("\n")}
</tbody></table></div></section>`;
}

const BAR_WIDTH = 120;

/** Two bars, before over after, to the scale of the largest list; the figures are in the label. */
export function beforeAfterBars(before: number, after: number, largest: number): string {
  const width = (count: number) => (largest === 0 ? 0 : Math.ceil((count / largest) * BAR_WIDTH));
  const label = `${withCommas(before)} before, ${withCommas(after)} after`;
  return `<svg class="bars" width="${BAR_WIDTH}" height="14" role="img" aria-label="${label}"><title>${label}</title><rect class="before" y="0" width="${width(before)}" height="6"/><rect class="after" y="8" width="${width(after)}" height="6"/></svg>`;
}
