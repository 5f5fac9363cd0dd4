import { SIGN } from "../../allowlist/index.ts";
import type { ReportDocument } from "../../schema/index.ts";
import { markdownCode } from "../escape/sinks.ts";
import {
  folded,
  GITHUB_COMMENT_LENGTH,
  markdownPage,
  type PageOptions,
  type Section,
  tableOpen,
  tableRow,
} from "../text/markdown-page.ts";
import {
  counted,
  DRIFT,
  holderInWords,
  type ReportedResult,
  resultSummary,
  scopeInWords,
  withCommas,
} from "../text/phrases.ts";
import { reportNextStep } from "./next-step.ts";

const ELSEWHERE = "The report file (`platectl apply --report FILE`) holds every car.";
const TROUBLE = [
  { outcome: "unknown", title: "Could not be confirmed" },
  { outcome: "rejected", title: "Rejected" },
  { outcome: "not-sent", title: "Not sent" },
] as const;

/** A report for a pull request or a job summary: what went wrong first, what went well folded. */
export function reportMarkdown(report: ReportDocument, options: PageOptions = {}): string {
  const { maxLength = GITHUB_COMMENT_LENGTH, elsewhere = ELSEWHERE } = options;
  const head = `**${resultSummary(report.counts)}**\n\n${reportNextStep(report, markdownCode)}\n\nTarget ${markdownCode(report.target.baseUrl)}.\n`;
  const sections = [
    scopeTable(report),
    ...TROUBLE.map(({ outcome, title }) => troubleSection(report, outcome, title)),
    changedSection(report),
    doneSection(report),
  ];
  return markdownPage(head, sections, maxLength, elsewhere);
}

function scopeTable(report: ReportDocument): Section {
  const rows = report.scopes.map(({ scope, counts }) => {
    const { verified, acknowledged, rejected, unknown, notSent } = counts;
    return tableRow([scopeInWords(scope), ...[verified, acknowledged, rejected, unknown, notSent].map(withCommas)]);
  });
  const columns = ["List", "Verified:", "Acknowledged:", "Rejected:", "Unknown:", "Not sent:"];
  return { open: `\n${tableOpen(columns)}`, rows, close: "", what: "list", share: 0.25 };
}

function troubleSection(report: ReportDocument, outcome: ReportedResult["outcome"], title: string): Section {
  const rows = resultRows(
    report,
    (result) => result.outcome === outcome,
    (result) => [markdownCode(result.error ?? ""), markdownCode(result.traceId ?? "")],
  );
  const open = `\n**${title}**\n\n${tableOpen(["Car", "List", "Why", "traceId"])}`;
  return { open, rows, close: "", what: `${outcome} car`, share: 1 };
}

function changedSection({ scopes }: ReportDocument): Section {
  const rows = scopes.flatMap(({ scope, changedMeanwhile = [] }) =>
    changedMeanwhile.map(({ licenseNumber, drift }) =>
      tableRow([markdownCode(`${DRIFT[drift].sign} ${licenseNumber}`), scopeInWords(scope), DRIFT[drift].text]),
    ),
  );
  const open = `\n**Changed by somebody else meanwhile**\n\n${tableOpen(["Car", "List", "What"])}`;
  return { open, rows, close: "", what: "changed car", share: 1 };
}

function doneSection(report: ReportDocument): Section {
  const isDone = ({ outcome }: ReportedResult) => outcome === "verified" || outcome === "acknowledged";
  const rows = resultRows(report, isDone, (result) => [result.outcome]);
  const around = folded(counted(rows.length, "finished car"));
  return {
    open: around.open + tableOpen(["Car", "List", "Outcome"]),
    rows,
    close: around.close,
    what: "finished car",
    share: 1,
  };
}

function resultRows(
  report: ReportDocument,
  isWanted: (result: ReportedResult) => boolean,
  cells: (result: ReportedResult) => string[],
): string[] {
  return report.scopes.flatMap(({ scope, results }) =>
    results
      .filter(isWanted)
      .map((one) =>
        tableRow([
          markdownCode(`${SIGN[one.action]} ${one.licenseNumber}`),
          `${scopeInWords(scope)} ${markdownCode(holderInWords(one))}`.trimEnd(),
          ...cells(one),
        ]),
      ),
  );
}
