import { groupDigits } from "../../allowlist/index.ts";
import type { SpendingDocument } from "../../schema/index.ts";
import { htmlText } from "../escape/html.ts";
import { staticPage } from "../html/html-file.ts";
import { card, noticeCard, type PlainColumn, plainTable, verdict } from "../html/parts.ts";
import { counted } from "../text/phrases.ts";
import {
  daysInWords,
  groupsInWords,
  headingOf,
  largestOf,
  missingInWords,
  moneyInWords,
  nameOf,
  type SpendingRow,
  type SpendingTotalRow,
  shareOf,
  spendingSummary,
  totalInWords,
} from "./phrases.ts";

const BAR_WIDTH = 160;
const BAR_HEIGHT = 10;
/** More rows than these are folded. */
const ROWS_IN_SIGHT = 50;

/** A report on billing as one HTML file without any script. */
export function spendingHtml(report: SpendingDocument): string {
  const head = `<header><h1>Spending by ${headingOf(report.by).toLowerCase()}</h1><p class="soft">Target <code>${htmlText(report.target.baseUrl)}</code>, ${counted(report.accounts, "account")}, billing records from ${htmlText(daysInWords(report))}</p></header>`;
  const body = [
    head,
    verdict(htmlText(spendingSummary(report)), report.complete ? "calm" : "alarm"),
    noticeCard("Incomplete", missingInWords(report).map(htmlText), "alarm"),
    noticeCard("Notes", report.notes.map(htmlText), ""),
    ...report.totals.map((total) => currencyCard(report, total)),
  ];
  return staticPage(spendingSummary(report), body.filter((part) => part !== "").join("\n"));
}

function currencyCard(report: SpendingDocument, total: SpendingTotalRow): string {
  const rows = report.groups.filter(({ currencyCode }) => currencyCode === total.currencyCode);
  const hasRefunds = rows.some(({ refunded }) => /[1-9]/.test(refunded));
  const columns: readonly PlainColumn[] = [
    { label: headingOf(report.by) },
    { label: "Records", number: true },
    ...(hasRefunds ? [{ label: "Charged", number: true } as const, { label: "Refunded", number: true } as const] : []),
    { label: "Amount", number: true },
    { label: "Share" },
  ];
  const largest = largestOf(rows);
  const lines = rows.map((row) => [
    htmlText(nameOf(report.by, row)),
    groupDigits(String(row.records)),
    ...(hasRefunds ? [groupDigits(row.charged), groupDigits(row.refunded)] : []),
    groupDigits(row.amountIncludingVat),
    bar(row, largest),
  ]);
  const label = htmlText(`Spending in ${total.currencyCode}`);
  const more = lines.slice(ROWS_IN_SIGHT);
  const rest =
    more.length === 0
      ? ""
      : `<details><summary>${groupsInWords(report.by, more.length)} more</summary>${plainTable(label, columns, more)}</details>`;
  const plot = report.by === "month" ? monthPlot(rows) : "";
  const content = `<p class="soft">${htmlText(totalInWords(total))}</p>${plot}${plainTable(label, columns, lines.slice(0, ROWS_IN_SIGHT))}${rest}`;
  return card(htmlText(moneyInWords(total)), content);
}

function bar(row: SpendingRow, largest: number): string {
  const width = Math.round(shareOf(row.amountIncludingVat, largest) * BAR_WIDTH);
  return `<svg class="bars" width="${BAR_WIDTH}" height="${BAR_HEIGHT}" aria-hidden="true"><rect class="joins" width="${Math.max(width, shareOf(row.amountIncludingVat, largest) > 0 ? 2 : 0)}" height="${BAR_HEIGHT}"/></svg>`;
}

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
function monthPlot(all: readonly SpendingRow[]): string {
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
