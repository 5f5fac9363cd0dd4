import type { Diagnostic } from "../allowlist/index.ts";
import { planHash, shownAudit, shownPlan, shownReport } from "../cli/index.ts";
import {
  auditFormats,
  auditMarkdown,
  diagnosticsMarkdown,
  diagnosticsText,
  failureMarkdown,
  type PlateView,
  planFormats,
  planMarkdown,
  reportFormats,
  reportMarkdown,
  type Style,
} from "../render/index.ts";
import { auditDocumentSchema, planDocumentSchema, reportDocumentSchema } from "../schema/index.ts";

/** What a run has to show: for the log, for a page of limited length, for programs. */
export interface Showing {
  readonly text: string;
  /** A page of at most so many characters. */
  readonly markdown: (maxLength: number) => string;
  /** Only for what has a document. It is a file of the run, with its plates whole. */
  readonly html?: string;
  /** Outputs of the step: numbers, and nothing that holds foreign text. */
  readonly outputs: Readonly<Record<string, number | string>>;
}

/** A CI log wraps by itself; plates and places should stay on one line. */
export const LOG_STYLE: Style = { color: false, width: 120 };

const elsewhere = (name: string) =>
  `\`${name}.html\`, which this step wrote to its output \`folder\`, lists every car and can be searched.`;

/** A plan, from the text of its document. */
export function showPlan(json: string, plates: PlateView): Showing {
  const plan = planDocumentSchema.parse(JSON.parse(json));
  const shown = shownPlan(plan, plates);
  const sha256 = planHash(json);
  return {
    text: `${planFormats.text(shown, LOG_STYLE)}Plan document, SHA-256: ${sha256}\n`,
    markdown: (maxLength) => planMarkdown(shown, { maxLength, elsewhere: elsewhere("plan"), sha256 }),
    html: planFormats.html(plan, LOG_STYLE, { sha256 }),
    outputs: {
      "plan-hash": sha256,
      detach: 0,
      ...plan.counts,
      guards: plan.guards.filter(({ tripped }) => tripped).length,
    },
  };
}

/** A report, from the text of its document. */
export function showReport(json: string, plates: PlateView): Showing {
  const report = reportDocumentSchema.parse(JSON.parse(json));
  const shown = shownReport(report, plates);
  const { notSent, ...counts } = report.counts;
  return {
    text: reportFormats.text(shown, LOG_STYLE),
    markdown: (maxLength) => reportMarkdown(shown, { maxLength, elsewhere: elsewhere("report") }),
    html: reportFormats.html(report, LOG_STYLE),
    outputs: { ...counts, "not-sent": notSent },
  };
}

/** An audit, from the text of its document. */
export function showAudit(json: string, plates: PlateView): Showing {
  const audit = auditDocumentSchema.parse(JSON.parse(json));
  const shown = shownAudit(audit, plates);
  return {
    text: auditFormats.text(shown, LOG_STYLE),
    markdown: (maxLength) => auditMarkdown(shown, { maxLength, elsewhere: elsewhere("audit") }),
    html: auditFormats.html(audit, LOG_STYLE),
    outputs: { findings: audit.findings.length },
  };
}

/** What the offline checks found, under a headline. */
export function showValidation(headline: string, diagnostics: readonly Diagnostic[]): Showing {
  return {
    text: `${diagnosticsText(diagnostics, LOG_STYLE)}${headline}\n`,
    markdown: (maxLength) => diagnosticsMarkdown(headline, diagnostics, { maxLength }),
    outputs: {},
  };
}

/** A run that ended without a document: what it said, which may hold foreign text. */
export function showFailure(command: string, exitCode: number, message: string): Showing {
  const lines = message.split("\n").flatMap((line) => line.trim() || []);
  const headline = `platectl ${command} ended with exit code ${exitCode}.`;
  return { text: "", markdown: (maxLength) => failureMarkdown(headline, lines, maxLength), outputs: {} };
}
