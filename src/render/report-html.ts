import type { ReportDocument } from "../schema/index.ts";
import { htmlText } from "./escape/html.ts";
import { type Column, htmlPage } from "./html-page.ts";
import { plainTable, tiles } from "./html-parts.ts";
import { nextStep } from "./next-step.ts";
import { resultSummary } from "./report-text.ts";
import { type ReportedResult, SIGN, scopeInWords, withCommas } from "./words.ts";

const COLUMNS: readonly Column[] = [
  { id: "car", label: "Car", width: 14 },
  { id: "action", label: "Action", width: 9, filter: true, coloured: true },
  { id: "list", label: "List", width: 15, filter: true },
  { id: "outcome", label: "Outcome", width: 12, filter: true, coloured: true },
  { id: "why", label: "Why", width: 30 },
  { id: "trace", label: "traceId", width: 20 },
];

const LIST_COLUMNS = ["List", "Verified:", "Acknowledged:", "Rejected:", "Unknown:", "Not sent:"];

const WORST_FIRST: readonly ReportedResult["outcome"][] = [
  "unknown",
  "rejected",
  "not-sent",
  "acknowledged",
  "verified",
];

/** A report as one HTML file to search, filter and sort; what went wrong comes first until the reader sorts otherwise. */
export function reportHtml(report: ReportDocument): string {
  return htmlPage({ title: "platectl report", above: above(report), columns: COLUMNS, rows: carRows(report) });
}

function above(report: ReportDocument): string {
  const { verified, acknowledged, rejected, unknown, notSent } = report.counts;
  const lists = report.scopes.map(({ scope, counts }) => [
    scopeInWords(scope),
    ...[counts.verified, counts.acknowledged, counts.rejected, counts.unknown, counts.notSent].map(withCommas),
  ]);
  return [
    `<header><h1>Report</h1><p>${resultSummary(report.counts)} ${htmlText(nextStep(report.exitCode))}</p>`,
    `<p class="soft">Target <code>${htmlText(report.target.baseUrl)}</code>, from ${htmlText(report.startedAt)} to ${htmlText(report.finishedAt)}</p></header>`,
    tiles([
      { count: verified, word: "verified", tone: "add" },
      { count: acknowledged, word: "acknowledged", tone: "add" },
      { count: rejected, word: "rejected", tone: "delete" },
      { count: unknown, word: "unknown", tone: "delete" },
      { count: notSent, word: "not sent", tone: "update" },
    ]),
    plainTable("Lists", LIST_COLUMNS, lists),
  ].join("\n");
}

function carRows(report: ReportDocument): string[][] {
  return WORST_FIRST.flatMap((outcome) =>
    report.scopes.flatMap(({ scope, results }) =>
      results
        .filter((result) => result.outcome === outcome)
        .map((result) => [
          result.licenseNumber,
          `${SIGN[result.action]} ${result.action}`,
          scopeInWords(scope),
          result.outcome,
          result.error ?? "",
          result.traceId ?? "",
        ]),
    ),
  );
}
