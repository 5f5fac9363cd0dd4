import type { PlanDocument, ReportDocument } from "../schema/index.ts";
import { planDocumentText, reportDocumentText } from "./documents.ts";
import { planCsv } from "./plan/csv.ts";
import { planDiff, planGitlab } from "./plan/diff.ts";
import { planHtml } from "./plan/html.ts";
import { planJunit } from "./plan/junit.ts";
import { planMarkdown } from "./plan/markdown.ts";
import { type PlanShowing, planText } from "./plan/text.ts";
import { reportCsv } from "./report/csv.ts";
import { reportDiff, reportGitlab } from "./report/diff.ts";
import { reportHtml } from "./report/html.ts";
import { reportJunit } from "./report/junit.ts";
import { reportMarkdown } from "./report/markdown.ts";
import { reportText } from "./report/text.ts";
import type { Style } from "./style.ts";

/** What every document can be shown as: a plan, a report, an audit. */
export type Format = "text" | "markdown" | "diff" | "html" | "json" | "csv" | "junit" | "gitlab";

/** Every format of a plan; style matters to text alone. */
export const planFormats: Record<Format, (plan: PlanDocument, style: Style, options?: PlanShowing) => string> = {
  text: planText,
  markdown: (plan, _style, options) => planMarkdown(plan, options),
  diff: planDiff,
  html: (plan, _style, options) => planHtml(plan, options),
  json: planDocumentText,
  csv: planCsv,
  junit: planJunit,
  gitlab: planGitlab,
};

/** Every format of a report; style matters to text alone. */
export const reportFormats: Record<Format, (report: ReportDocument, style: Style) => string> = {
  text: reportText,
  markdown: (report) => reportMarkdown(report),
  diff: reportDiff,
  html: reportHtml,
  json: reportDocumentText,
  csv: reportCsv,
  junit: reportJunit,
  gitlab: reportGitlab,
};
