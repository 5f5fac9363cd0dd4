import { SIGN } from "../../allowlist/index.ts";
import type { ReportDocument } from "../../schema/index.ts";
import { htmlText } from "../escape/html.ts";
import { type Column, htmlPage } from "../html/page.ts";
import { card, instantInWords, type PlainColumn, plainTable, proseHtml, tiles, verdict } from "../html/parts.ts";
import {
  CHANGED_MEANWHILE,
  DRIFT,
  holderInWords,
  type ReportedResult,
  resultSummary,
  scopeInWords,
  withCommas,
} from "../text/phrases.ts";
import { reportNextStep } from "./next-step.ts";

const COLUMNS: readonly Column[] = [
  { id: "car", label: "Car" },
  { id: "action", label: "Action", filter: true, coloured: true },
  { id: "list", label: "List", filter: true },
  { id: "outcome", label: "Outcome", filter: true, coloured: true },
  { id: "why", label: "Why", prose: true },
  { id: "trace", label: "traceId" },
];

const LIST_COLUMNS: readonly PlainColumn[] = [
  { label: "List" },
  { label: "Verified", number: true, tone: "add" },
  { label: "Acknowledged", number: true, tone: "add" },
  { label: "Rejected", number: true, tone: "delete" },
  { label: "Unknown", number: true, tone: "delete" },
  { label: "Not sent", number: true, tone: "update" },
];

const WORST_FIRST: readonly ReportedResult["outcome"][] = [
  "unknown",
  "rejected",
  "not-sent",
  "acknowledged",
  "verified",
];

/** A report as one HTML file to search, filter and sort; what went wrong comes first until the reader sorts otherwise. */
export function reportHtml(report: ReportDocument): string {
  return htmlPage({
    title: resultSummary(report.counts),
    above: above(report),
    columns: COLUMNS,
    rows: carRows(report),
  });
}

function above(report: ReportDocument): string {
  const { verified, acknowledged, rejected, unknown, notSent } = report.counts;
  const by = (value: ReportedResult["outcome"]) => ({ column: "outcome", value });
  const lists = report.scopes.map(({ scope, counts }) => [
    scopeInWords(scope),
    ...[counts.verified, counts.acknowledged, counts.rejected, counts.unknown, counts.notSent].map(withCommas),
  ]);
  return [
    `<header><h1>Report</h1><p class="soft">Target <code>${htmlText(report.target.baseUrl)}</code>, from ${instantInWords(report.startedAt)} to ${instantInWords(report.finishedAt)}</p></header>`,
    verdict(proseHtml(reportNextStep(report, String)), report.exitCode === 0 ? "calm" : "alarm"),
    tiles([
      { count: verified, word: "verified", tone: "add", filter: by("verified") },
      { count: acknowledged, word: "acknowledged", tone: "add", filter: by("acknowledged") },
      { count: rejected, word: "rejected", tone: "delete", filter: by("rejected") },
      { count: unknown, word: "unknown", tone: "delete", filter: by("unknown") },
      { count: notSent, word: "not sent", tone: "update", filter: by("not-sent") },
    ]),
    card("Lists", plainTable("Lists", LIST_COLUMNS, lists)),
  ].join("\n");
}

function carRows(report: ReportDocument): string[][] {
  const changed = report.scopes.flatMap(({ scope, changedMeanwhile = [] }) =>
    changedMeanwhile.map(({ licenseNumber, drift }) => {
      const { sign, text } = DRIFT[drift];
      return [licenseNumber, sign, scopeInWords(scope), CHANGED_MEANWHILE, text, ""];
    }),
  );
  return [...changed, ...resultRows(report)];
}

function resultRows(report: ReportDocument): string[][] {
  return WORST_FIRST.flatMap((outcome) =>
    report.scopes.flatMap(({ scope, results }) =>
      results
        .filter((result) => result.outcome === outcome)
        .map((result) => [
          result.licenseNumber,
          `${SIGN[result.action]} ${result.action}`,
          `${scopeInWords(scope)} ${holderInWords(result)}`.trimEnd(),
          result.outcome,
          result.error ?? "",
          result.traceId ?? "",
        ]),
    ),
  );
}
