import type { ScopeCounts } from "../../plan/index.ts";
import { withCommas } from "../phrases.ts";

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
