import { groupDigits } from "../../allowlist/index.ts";
import { htmlText } from "../escape/html.ts";
import { largestOf, moneyInWords, type SpendingRow, shareOf } from "./phrases.ts";

const WIDTH = 720;
const HEIGHT = 160;
/** Room for the names of the months. */
const FOOT = 30;
/** Room for the largest amount. */
const TOP = 30;
const WIDEST_COLUMN = 60;
/** Width of a character where letters are largest, on a phone. */
const CHARACTER = 14;
/** With more of them, a name would cover the one before it on a phone. */
const MOST_NAMES = 5;

/** A column for each month that has a name, with the largest amount written above it; empty for fewer than two. */
export function monthPlot(all: readonly SpendingRow[]): string {
  const rows = all.filter(({ key }) => key !== undefined);
  if (rows.length < 2) return "";
  const step = WIDTH / rows.length;
  const width = Math.min(WIDEST_COLUMN, step * 0.7);
  const largest = largestOf(rows);
  const every = Math.ceil(rows.length / MOST_NAMES);
  const parts = rows.map((row, at) => {
    const height = Math.round(shareOf(row.amountIncludingVat, largest) * (HEIGHT - FOOT - TOP));
    const middle = Math.round((at + 0.5) * step);
    const top = HEIGHT - FOOT - height;
    const column = `<rect class="joins" x="${Math.round(middle - width / 2)}" y="${top}" width="${Math.round(width)}" height="${height}"><title>${htmlText(`${row.key}: ${moneyInWords(row)}`)}</title></rect>`;
    const name = at % every === 0 ? text(middle, HEIGHT - 8, row.key ?? "") : "";
    const isLargest = largest > 0 && Number(row.amountIncludingVat) === largest;
    return `${column}${name}${isLargest ? text(middle, top - 8, groupDigits(row.amountIncludingVat)) : ""}`;
  });
  const label = `Amounts by month, ${rows.length} months`;
  return `<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">${parts.join("")}</svg>`;
}

// What would reach beyond a side begins or ends there.
function text(middle: number, y: number, words: string): string {
  const half = (words.length * CHARACTER) / 2;
  const [x, anchor] = middle < half ? [0, "start"] : middle > WIDTH - half ? [WIDTH, "end"] : [middle, "middle"];
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${htmlText(words)}</text>`;
}
