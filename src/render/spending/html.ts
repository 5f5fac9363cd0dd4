import { groupDigits } from "../../allowlist/index.ts";
import type { SpendingDocument, SpendingTotal } from "../../documents/index.ts";
import { sumsInWords } from "../../documents/index.ts";
import { htmlText } from "../escape/sinks.ts";
import { htmlPage } from "../html/page.ts";
import { card, noticeCard, type PlainColumn, plainTable, savedCard, unfolding, verdict } from "../html/parts.ts";
import { counted } from "../text/phrases.ts";
import {
  BY_WORDS,
  daysInWords,
  groupsInWords,
  invoiceLines,
  missingInWords,
  nameOf,
  sharesOf,
  spendingSummary,
  totalInWords,
} from "./phrases.ts";

const BAR_WIDTH = 160;
const BAR_HEIGHT = 10;
/** More rows than these are folded. */
const ROWS_IN_SIGHT = 50;

/** A report on billing as one HTML file without any script; the currency of most records comes first. */
export function spendingHtml(report: SpendingDocument): string {
  const byWeight = [...report.totals].sort((left, right) => right.records - left.records);
  return htmlPage({
    title: spendingSummary(report),
    above: [
      `<header><h1>Spending by ${BY_WORDS[report.by].heading.toLowerCase()}</h1><p class="soft">Target <code>${htmlText(report.target.baseUrl)}</code>, ${counted(report.accounts, "account")}, billing records from ${htmlText(daysInWords(report))}</p></header>`,
      noticeCard("Incomplete", missingInWords(report).map(htmlText), "alarm"),
      verdict(htmlText(spendingSummary(report)), ""),
      ...invoiceLines(report).map(({ agrees, lines }) =>
        noticeCard("Invoice", lines.map(htmlText), agrees ? "calm" : "alarm"),
      ),
      noticeCard("Notes", report.notes.map(htmlText), ""),
      ...byWeight.map((total) => currencyCard(report, total)),
      savedCard(report.saved),
    ],
  });
}

function currencyCard(report: SpendingDocument, total: SpendingTotal): string {
  const rows = report.groups.filter(({ currencyCode }) => currencyCode === total.currencyCode);
  const hasRefunds = rows.some(({ refunded }) => /[1-9]/.test(refunded));
  const columns: readonly PlainColumn[] = [
    { label: BY_WORDS[report.by].heading },
    { label: "Records", number: true },
    ...(hasRefunds ? [{ label: "Charged", number: true } as const, { label: "Refunded", number: true } as const] : []),
    { label: "Amount", number: true },
    { label: "Share" },
  ];
  const shares = sharesOf(rows);
  const lines = rows.map((row, at) => [
    htmlText(nameOf(report.by, row)),
    groupDigits(String(row.records)),
    ...(hasRefunds ? [groupDigits(row.charged), groupDigits(row.refunded)] : []),
    groupDigits(row.amountIncludingVat),
    bar(shares[at] ?? 0),
  ]);
  const label = htmlText(`Spending in ${total.currencyCode}`);
  const more = lines.slice(ROWS_IN_SIGHT);
  const rest =
    more.length === 0
      ? ""
      : unfolding(`${groupsInWords(report.by, more.length)} more`, plainTable(label, columns, more));
  const table = plainTable(label, columns, lines.slice(0, ROWS_IN_SIGHT));
  return card(htmlText(sumsInWords([total])), `<p class="soft">${htmlText(totalInWords(total))}</p>${table}${rest}`);
}

function bar(share: number): string {
  const width = Math.max(Math.round(share * BAR_WIDTH), share > 0 ? 2 : 0);
  return `<svg class="bars" width="${BAR_WIDTH}" height="${BAR_HEIGHT}" aria-hidden="true"><rect class="joins" width="${width}" height="${BAR_HEIGHT}"/></svg>`;
}
