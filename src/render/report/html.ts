import { CHANGE_SIGNS, type Scope } from "../../allowlist/index.ts";
import type { ReportDocument } from "../../documents/index.ts";
import { htmlText } from "../escape/sinks.ts";
import { htmlPage } from "../html/page.ts";
import {
  instantInWords,
  type ListsCardRow,
  listsCard,
  type PlainColumn,
  proseHtml,
  tiles,
  unclearHtml,
  verdict,
} from "../html/parts.ts";
import type { Column } from "../html/table-data.ts";
import { sentence } from "../text/guard-words.ts";
import {
  CHANGED_MEANWHILE,
  DRIFT,
  parkingUserInWords,
  type ReportedResult,
  resultSummary,
  scopeInWords,
  withCommas,
} from "../text/phrases.ts";
import { alarmLines, reportNextStep } from "./phrases.ts";

const COLUMNS: readonly Column[] = [
  { id: "car", label: "Car" },
  { id: "action", label: "Action", filter: true, coloured: true },
  { id: "list", label: "List", filter: true },
  { id: "outcome", label: "Outcome", filter: true, coloured: true },
  { id: "why", label: "Why", prose: true },
  { id: "source", label: "Written at" },
  { id: "trace", label: "traceId" },
];

const WORST_FIRST = [
  { outcome: "unknown", count: "unknown", word: "unknown", tone: "delete" },
  { outcome: "rejected", count: "rejected", word: "rejected", tone: "delete" },
  { outcome: "not-sent", count: "notSent", word: "not sent", tone: "update" },
  { outcome: "acknowledged", count: "acknowledged", word: "acknowledged", tone: "add" },
  { outcome: "verified", count: "verified", word: "verified", tone: "add" },
] as const;

/** A report as one HTML file to search, filter and sort; what went wrong comes first until the reader sorts otherwise. */
export function reportHtml(report: ReportDocument): string {
  const lists = report.scopes.map(({ scope, counts }): ListsCardRow => {
    const worstFirst = WORST_FIRST.map(({ count }) => counts[count]);
    return {
      isBusy: worstFirst.some((count) => count > 0),
      cells: [scopeInWords(scope), ...worstFirst.map(withCommas)],
    };
  });
  const columns = WORST_FIRST.map(({ word, tone }): PlainColumn => ({ label: sentence(word, ""), number: true, tone }));
  return htmlPage({
    title: resultSummary(report.counts),
    above: [
      ...alarmLines(report, String).map((line) => verdict(proseHtml(line), "alarm")),
      `<header><h1>Report</h1><p class="soft">Target <code>${htmlText(report.target.baseUrl)}</code>, from ${instantInWords(report.startedAt)} to ${instantInWords(report.finishedAt)}</p></header>`,
      unclearHtml(report),
      verdict(proseHtml(reportNextStep(report, String)), report.exitCode === 0 ? "calm" : "alarm"),
      tiles(
        WORST_FIRST.map(({ outcome, count, word, tone }) => {
          return { count: report.counts[count], word, tone, filter: { column: "outcome", value: outcome } };
        }),
      ),
      listsCard([{ label: "List" }, ...columns], lists),
    ],
    table: { columns: COLUMNS, rows: carRows(report) },
  });
}

function carRows({ scopes }: ReportDocument): string[][] {
  const busy = scopes.filter(
    ({ results, changedMeanwhile = [], held = [] }) => results.length + changedMeanwhile.length + held.length > 0,
  );
  const listOf = (scope: Scope) => (busy.length > 1 ? scopeInWords(scope) : "");
  const changed = busy.flatMap(({ scope, changedMeanwhile = [] }) =>
    changedMeanwhile.map(({ licenseNumber, drift }) => {
      const { sign, text } = DRIFT[drift];
      return [licenseNumber, sign, listOf(scope), CHANGED_MEANWHILE, text];
    }),
  );
  const results = busy.flatMap(({ scope, results: own }) => own.map((result) => ({ list: listOf(scope), result })));
  const done = WORST_FIRST.flatMap(({ outcome }) =>
    results.filter(({ result }) => result.outcome === outcome).map(({ list, result }) => resultRow(list, result)),
  );
  const held = busy.flatMap(({ scope, held: some = [] }) =>
    some.map(({ licenseNumber, reason }) => [licenseNumber, "= keep", listOf(scope), "held", reason]),
  );
  return [...changed, ...done, ...held];
}

function resultRow(list: string, result: ReportedResult): string[] {
  const { action, licenseNumber, outcome, error = "", source = "", traceId = "" } = result;
  const place = `${list} ${parkingUserInWords(result)}`.trim();
  return [licenseNumber, `${CHANGE_SIGNS[action]} ${action}`, place, outcome, error, source, traceId];
}
