import { type AuditDocument, auditDocumentSchema, type PlanDocument, type ReportDocument } from "../schema/index.ts";
import { auditHtml } from "./audit/html.ts";
import { auditMarkdown } from "./audit/markdown.ts";
import { type AuditTextOptions, auditText } from "./audit/text.ts";
import { auditCsv, planCsv, reportCsv } from "./csv.ts";
import { auditDiff, auditGitlab, planDiff, planGitlab, reportDiff, reportGitlab } from "./diff.ts";
import { planDocumentText, reportDocumentText } from "./documents.ts";
import { jsonText } from "./escape/json.ts";
import type { Format } from "./format-names.ts";
import { auditJunit, planJunit, reportJunit } from "./junit.ts";
import { planHtml } from "./plan/html.ts";
import { planMarkdown } from "./plan/markdown.ts";
import { type PlanShowing, planText } from "./plan/text.ts";
import { reportHtml } from "./report/html.ts";
import { reportMarkdown } from "./report/markdown.ts";
import { reportText } from "./report/text.ts";
import type { Style } from "./style.ts";

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

/** Every format of an audit; style and options matter to text alone. */
export const auditFormats: Record<Format, (audit: AuditDocument, style: Style, options?: AuditTextOptions) => string> =
  {
    text: auditText,
    markdown: (audit) => auditMarkdown(audit),
    diff: auditDiff,
    html: auditHtml,
    json: (audit) => jsonText(auditDocumentSchema.parse(audit)),
    csv: auditCsv,
    junit: auditJunit,
    gitlab: auditGitlab,
  };
