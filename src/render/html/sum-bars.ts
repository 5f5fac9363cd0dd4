import { htmlText } from "../escape/html.ts";

/** Something with a sum: its name, its size beside the others, and how the sum is written. All of it is foreign text. */
export interface SumBar {
  readonly name: string;
  readonly value: number;
  readonly sum: string;
  /** CSS class of the bar. */
  readonly tone: "error" | "warning" | "plain";
}

const WIDTH = 200;
const HEIGHT = 60;
const DAY_WIDTH = 10;
const GAP = 2;
// What is not nothing must be seen.
const THINNEST = 2;

/** A bar for each sum, across, with its name before it and the sum after it. */
export function sumBars(label: string, bars: readonly SumBar[]): string {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const items = bars.map(({ name, value, sum, tone }) => {
    const width = lengthOf(value, most, WIDTH);
    return `<li><span class="name">${htmlText(name)}</span><svg viewBox="0 0 ${WIDTH} 8" preserveAspectRatio="none" aria-hidden="true"><rect class="bar ${tone}" width="${width}" height="8"/></svg><span class="number">${htmlText(sum)}</span></li>`;
  });
  return `<ul class="chart" aria-label="${htmlText(label)}">${items.join("")}</ul>`;
}

/** A bar for each day, upright, with the first and the last day below, and the highest sum in words. */
export function dayBars(label: string, days: readonly SumBar[]): string {
  const most = Math.max(...days.map(({ value }) => value), 0);
  const dearest = days.find(({ value }) => value === most);
  const bars = days.map(({ name, value, sum, tone }, at) => {
    const height = lengthOf(value, most, HEIGHT);
    return `<rect class="bar ${tone}" x="${at * DAY_WIDTH}" y="${HEIGHT - height}" width="${DAY_WIDTH - GAP}" height="${height}"><title>${htmlText(`${name}: ${sum}`)}</title></rect>`;
  });
  const words = dearest ? `most on ${dearest.name}: ${dearest.sum}` : "";
  const [first, last] = [days[0]?.name ?? "", days.at(-1)?.name ?? ""];
  return `<figure class="days"><figcaption>${htmlText(label)}${words === "" ? "" : ` <span class="soft">${htmlText(words)}</span>`}</figcaption><svg viewBox="0 0 ${days.length * DAY_WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${htmlText(`${label}, ${words}`)}">${bars.join("")}</svg><div class="axis soft" aria-hidden="true"><span>${htmlText(first)}</span><span>${htmlText(last)}</span></div></figure>`;
}

function lengthOf(value: number, most: number, whole: number): number {
  return value <= 0 || most <= 0 ? 0 : Math.max(THINNEST, Math.round((value / most) * whole));
}
