import { groupDigits } from "../../allowlist/index.ts";
import type { SpendingDocument, SpendingGroup } from "../../documents/index.ts";
import { sumsInWords } from "../../documents/index.ts";
import { EMPTY, sections, type TerminalText, terminalText, words } from "../escape/terminal.ts";
import { counted } from "../text/phrases.ts";
import { columns, pad, padStart, paint, type Style, type Tone, trimmed, wrap, wrapIndented } from "../text/style.ts";
import {
  BY_WORDS,
  daysInWords,
  groupsInWords,
  invoiceLines,
  missingInWords,
  nameOf,
  savedLines,
  sharesOf,
  spendingSummary,
  totalInWords,
} from "./phrases.ts";

/** This many groups of each currency are shown unless all are asked for. */
const SHOWN = 20;
const WIDEST_NAME = 40;
const WIDEST_BAR = 24;

/** A report on billing for a terminal or a log: a table with bars for each currency. */
export function spendingText(
  report: SpendingDocument,
  style: Style,
  { all }: { readonly all?: boolean } = {},
): TerminalText {
  const head = [
    words`Target   ${terminalText(report.target.baseUrl)}`,
    terminalText(`Billed   ${daysInWords(report)}, ${counted(report.accounts, "account")}`),
  ];
  const tables = report.totals.map((total) => {
    const rows = report.groups.filter(({ currencyCode }) => currencyCode === total.currencyCode);
    return [
      paint(style, "strong", terminalText(`${sumsInWords([total])}, by ${BY_WORDS[report.by].heading.toLowerCase()}`)),
      ...table(report, all ? rows : rows.slice(0, SHOWN), style),
      ...(rows.length > SHOWN && !all
        ? [words`  … and ${terminalText(groupsInWords(report.by, rows.length - SHOWN))} more; --all lists them`]
        : []),
      ...wrapIndented(terminalText(totalInWords(total)), style.width, 2).map((line) => paint(style, "faint", line)),
    ];
  });
  const notes = [
    ...report.notes.map((note) => `note: ${note}`),
    ...missingInWords(report).map((line) => `incomplete: ${line}`),
  ].flatMap((line) => wrap(terminalText(line), style.width));
  const invoices = invoiceLines(report).flatMap(({ agrees, lines }) => block(lines, agrees ? "add" : "alarm", style));
  const parts = [
    head,
    ...tables,
    block(savedLines(report), "strong", style),
    invoices,
    notes,
    wrap(terminalText(spendingSummary(report)), style.width).map((line) => paint(style, "strong", line)),
  ];
  return sections(parts);
}

/** Lines under the first of them, which is painted. */
function block([first, ...others]: readonly string[], tone: Tone, style: Style): TerminalText[] {
  if (first === undefined) return [];
  return [
    ...wrap(paint(style, tone, terminalText(first)), style.width),
    ...others.flatMap((line) => wrapIndented(terminalText(line), style.width, 2)),
  ];
}

function table({ by }: SpendingDocument, rows: readonly SpendingGroup[], style: Style): TerminalText[] {
  const cells = rows.map((row) => [
    terminalText(shortened(nameOf(by, row))),
    terminalText(groupDigits(String(row.records))),
    terminalText(groupDigits(row.amountIncludingVat)),
  ]);
  const headings = [BY_WORDS[by].heading, "Records", "Amount"].map(terminalText);
  const widths = headings.map((heading, at) =>
    cells.reduce((most, row) => Math.max(most, columns(row[at] ?? EMPTY)), heading.length),
  );
  const [name = 0, records = 0, amount = 0] = widths;
  const line = ([own = EMPTY, count = EMPTY, sum = EMPTY]: readonly TerminalText[], bar: string) =>
    trimmed(words`  ${pad(own, name)}  ${padStart(count, records)}  ${padStart(sum, amount)}  ${terminalText(bar)}`);
  const room = Math.min(WIDEST_BAR, style.width - name - records - amount - 8);
  const bars = sharesOf(rows).map((share) => barOf(share, room));
  return [paint(style, "faint", line(headings, "")), ...cells.map((row, at) => line(row, bars[at] ?? ""))];
}

// What is above zero shows a dot at the least.
function barOf(share: number, room: number): string {
  return share === 0 ? "" : "█".repeat(Math.round(share * Math.max(room, 0))) || "▏";
}

function shortened(name: string): string {
  const characters = [...name];
  return characters.length > WIDEST_NAME ? `${characters.slice(0, WIDEST_NAME - 1).join("")}…` : name;
}
