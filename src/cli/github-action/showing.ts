import type { Diagnostic } from "../../allowlist/index.ts";
import {
  auditFormats,
  auditMarkdown,
  diagnosticsMarkdown,
  diagnosticsText,
  markdownCode,
  planFormats,
  planMarkdown,
  reportFormats,
  reportMarkdown,
  type Style,
} from "../../render/index.ts";
import { auditDocumentSchema, planDocumentSchema, reportDocumentSchema } from "../../schema/index.ts";

/** What a run has to show: for the log, for a page of limited length, for programs. */
export interface Showing {
  readonly text: string;
  /** A page of at most so many characters. */
  readonly markdown: (maxLength: number) => string;
  /** Only for what has a document. */
  readonly html?: string;
  readonly numbers: Readonly<Record<string, number>>;
}

/** A CI log wraps by itself; plates and places should stay on one line. */
export const LOG_STYLE: Style = { color: false, width: 120 };

/** Most lines of a failure that a page repeats; the log holds all. */
const MOST_LINES = 50;

/** A plan, from the text of its document. */
export function showPlan(json: string): Showing {
  const plan = planDocumentSchema.parse(JSON.parse(json));
  return {
    text: planFormats.text(plan, LOG_STYLE),
    markdown: (maxLength) => planMarkdown(plan, { maxLength }),
    html: planFormats.html(plan, LOG_STYLE),
    numbers: { ...plan.counts, guards: plan.guards.filter(({ tripped }) => tripped).length },
  };
}

/** A report, from the text of its document. */
export function showReport(json: string): Showing {
  const report = reportDocumentSchema.parse(JSON.parse(json));
  const { notSent, ...counts } = report.counts;
  return {
    text: reportFormats.text(report, LOG_STYLE),
    markdown: (maxLength) => reportMarkdown(report, { maxLength }),
    html: reportFormats.html(report, LOG_STYLE),
    numbers: { ...counts, "not-sent": notSent },
  };
}

/** An audit, from the text of its document. */
export function showAudit(json: string): Showing {
  const audit = auditDocumentSchema.parse(JSON.parse(json));
  return {
    text: auditFormats.text(audit, LOG_STYLE),
    markdown: (maxLength) => auditMarkdown(audit, { maxLength }),
    html: auditFormats.html(audit, LOG_STYLE),
    numbers: { findings: audit.findings.length },
  };
}

/** What the offline checks found, under a headline. */
export function showValidation(headline: string, diagnostics: readonly Diagnostic[]): Showing {
  return {
    text: `${diagnosticsText(diagnostics, LOG_STYLE)}${headline}\n`,
    markdown: (maxLength) => diagnosticsMarkdown(headline, diagnostics, { maxLength }),
    numbers: {},
  };
}

/** A run that ended without a document: what it said, which may hold foreign text. */
export function showFailure(command: string, exitCode: number, message: string): Showing {
  const lines = message.split("\n").filter((line) => line.trim() !== "");
  const page = `**platectl ${command} ended with exit code ${exitCode}.**\n\n${lines
    .slice(0, MOST_LINES)
    .map((line) => `- ${markdownCode(line.trim())}\n`)
    .join("")}`;
  return { text: "", markdown: () => page, numbers: {} };
}
