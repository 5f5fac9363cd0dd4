import { SIGN } from "../../allowlist/index.ts";
import type { ReportDocument } from "../../documents/index.ts";
import { markdownCode } from "../escape/sinks.ts";
import { sentence } from "../text/guard-words.ts";
import { GITHUB_COMMENT_LENGTH, markdownPage, type PageOptions, type Section } from "../text/markdown-page.ts";
import {
  counted,
  DRIFT,
  outcomeParts,
  parkingUserInWords,
  type ReportedResult,
  resultSummary,
  scopeInWords,
  withCommas,
} from "../text/phrases.ts";
import { unclearSection } from "../text/unclear-rows.ts";
import { alarmLines } from "./alarms.ts";
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
  const alarms = alarmLines(report, markdownCode).map((line) => `**${line.replace(": ", ":** ")}\n\n`);
  const head = `${alarms.join("")}**${resultSummary(report.counts)}**\n\n${reportNextStep(report, markdownCode)}\n\nTarget ${markdownCode(report.target.baseUrl)}.\n`;
  const sections = [
    unclearSection(report),
    scopeTable(report),
    ...TROUBLE.map(({ outcome, title }) => troubleSection(report, outcome, title)),
    changedSection(report),
    doneSection(report),
  ];
  return markdownPage(head, sections, maxLength, elsewhere);
}

function scopeTable(report: ReportDocument): Section {
  const rows = report.scopes.map(({ scope, counts }) => {
    return [scopeInWords(scope), ...outcomeParts(counts).map(([count]) => withCommas(count))];
  });
  const columns = ["List", ...outcomeParts(report.counts).map(([, word]) => sentence(word, ":"))];
  return { title: "", columns, rows, what: "list", share: 0.25 };
}

function troubleSection(report: ReportDocument, outcome: ReportedResult["outcome"], title: string): Section {
  const rows = resultRows(
    report,
    (result) => result.outcome === outcome,
    (result) => [markdownCode(result.error ?? ""), markdownCode(result.traceId ?? "")],
  );
  return { title: `**${title}**`, columns: ["Car", "List", "Why", "traceId"], rows, what: `${outcome} car` };
}

function changedSection({ scopes }: ReportDocument): Section {
  const rows = scopes.flatMap(({ scope, changedMeanwhile = [] }) =>
    changedMeanwhile.map(({ licenseNumber, drift }) => {
      const { sign, text } = DRIFT[drift];
      return [markdownCode(`${sign} ${licenseNumber}`), scopeInWords(scope), text];
    }),
  );
  const title = "**Changed meanwhile, not as planned**";
  return { title, columns: ["Car", "List", "What"], rows, what: "changed car" };
}

function doneSection(report: ReportDocument): Section {
  const isDone = ({ outcome }: ReportedResult) => outcome === "verified" || outcome === "acknowledged";
  const rows = resultRows(report, isDone, (result) => [result.outcome]);
  const title = counted(rows.length, "finished car");
  return { title, isFolded: true, columns: ["Car", "List", "Outcome"], rows, what: "finished car" };
}

function resultRows(
  report: ReportDocument,
  isWanted: (result: ReportedResult) => boolean,
  cells: (result: ReportedResult) => string[],
): string[][] {
  return report.scopes.flatMap(({ scope, results }) =>
    results
      .filter(isWanted)
      .map((one) => [
        markdownCode(`${SIGN[one.action]} ${one.licenseNumber}`),
        `${scopeInWords(scope)} ${markdownCode(parkingUserInWords(one))}`.trimEnd(),
        ...cells(one),
      ]),
  );
}
