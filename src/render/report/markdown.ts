import { CHANGE_SIGNS, type Scope, truncate } from "../../allowlist/index.ts";
import type { ReportDocument } from "../../documents/index.ts";
import { markdownCode } from "../escape/sinks.ts";
import { rowInWords, unclearSection } from "../text/cars-aside.ts";
import { sentence } from "../text/guard-words.ts";
import {
  GITHUB_COMMENT_LENGTH,
  LONGEST_ADDRESS,
  markdownPage,
  type PageOptions,
  type Section,
} from "../text/markdown-page.ts";
import {
  counted,
  DRIFT,
  doneInWords,
  outcomeParts,
  parkingUserInWords,
  type ReportedResult,
  resultSummary,
  scopeInWords,
  withCommas,
} from "../text/phrases.ts";
import { alarmLines, reportNextStep } from "./phrases.ts";

const ELSEWHERE = "The report file (`platectl apply --report FILE`) holds every car.";
const TROUBLE = [
  { outcome: "unknown", title: "Could not be confirmed" },
  { outcome: "rejected", title: "Rejected" },
  { outcome: "not-sent", title: "Not sent" },
] as const;

/**
 * A report for a pull request or a job summary: alarms, what became of the cars in a sentence, and what is to be done; then the cars
 * that were not done; what went well is folded.
 */
export function reportMarkdown(report: ReportDocument, options: PageOptions = {}): string {
  const { maxLength = GITHUB_COMMENT_LENGTH, elsewhere = ELSEWHERE } = options;
  const alarms = alarmLines(report, markdownCode).map((line) => `**${line.replace(": ", ":** ")}\n\n`);
  const head = `${alarms.join("")}**${doneInWords(report)}**\n\n${reportNextStep(report, markdownCode)}\n`;
  const foot = `\n**${resultSummary(report.counts)}** Target ${markdownCode(truncate(report.target.baseUrl, LONGEST_ADDRESS))}.\n`;
  const sections = [
    unclearSection(report),
    scopeTable(report),
    ...TROUBLE.map(({ outcome, title }) => troubleSection(report, outcome, title)),
    heldSection(report),
    changedSection(report),
    doneSection(report),
  ];
  return markdownPage(head, sections, maxLength - foot.length, elsewhere) + foot;
}

function scopeTable({ scopes, counts: all }: ReportDocument): Section {
  const rows = scopes.map(({ scope, counts }) => {
    return [scopeInWords(scope), ...outcomeParts(counts).map(([count]) => withCommas(count))];
  });
  const columns = ["List", ...outcomeParts(all).map(([, word]) => sentence(word, ":"))];
  return { title: "", columns, rows: rows.length > 1 ? rows : [], what: "list", share: 0.25 };
}

function troubleSection(report: ReportDocument, outcome: ReportedResult["outcome"], title: string): Section {
  const rows = resultRows(
    report,
    (result) => result.outcome === outcome,
    ({ error = "", source = "", traceId = "" }) => [error, rowInWords(source), traceId].map(markdownCode),
  );
  const columns = ["Car", "List", "Why", "Written at", "traceId"];
  return { title: `**${title}**`, columns, rows, what: `${outcome} car` };
}

function heldSection({ scopes }: ReportDocument): Section {
  const rows = scopes.flatMap(({ scope, held = [] }) =>
    held.map(({ licenseNumber, reason }) => [
      markdownCode(licenseNumber),
      listCell(scope, scopes),
      markdownCode(reason),
    ]),
  );
  const title = `**${counted(rows.length, "car")} held**`;
  return { title, columns: ["Car", "List", "Why"], rows, what: "held car" };
}

function changedSection({ scopes }: ReportDocument): Section {
  const rows = scopes.flatMap(({ scope, changedMeanwhile = [] }) =>
    changedMeanwhile.map(({ licenseNumber, drift }) => {
      const { sign, text } = DRIFT[drift];
      return [markdownCode(`${sign} ${licenseNumber}`), listCell(scope, scopes), text];
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

// Where there is one list, its name says nothing.
function listCell(scope: Scope, { length }: ReportDocument["scopes"]): string {
  return length > 1 ? scopeInWords(scope) : "";
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
        markdownCode(`${CHANGE_SIGNS[one.action]} ${one.licenseNumber}`),
        `${listCell(scope, report.scopes)} ${markdownCode(parkingUserInWords(one))}`.trim(),
        ...cells(one),
      ]),
  );
}
