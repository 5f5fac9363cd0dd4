import type { Diagnostic } from "../allowlist/index.ts";
import {
  type AuditDocument,
  auditDocumentSchema,
  type PlanDocument,
  type ReportDocument,
  SCHEMA_VERSION,
  type SpendingDocument,
  spendingDocumentSchema,
} from "../documents/index.ts";
import { type Alert, type AlertList, identityOf, readSource } from "./alerts/alert.ts";
import { annotations, codeQuality, sarif } from "./alerts/alert-formats.ts";
import { auditHtml } from "./audit/html.ts";
import { auditMarkdown } from "./audit/markdown.ts";
import { openFindings, scopeNamer, setAsideLines } from "./audit/phrases.ts";
import { type AuditTextOptions, auditText } from "./audit/text.ts";
import { type CarsDocument, carsCsv, carsHtml, carsText } from "./cars.ts";
import { planDiff, planGitlab } from "./diff.ts";
import { planDocumentText } from "./documents.ts";
import { jsonText } from "./escape/sinks.ts";
import type { TerminalText } from "./escape/terminal.ts";
import type { AuditFormat, Format, PAGE_FORMATS, PlanFormat, ReportFormat, ValidationFormat } from "./format-names.ts";
import { auditJunit, type Validation, validationJunit } from "./junit.ts";
import { planHtml } from "./plan/html.ts";
import { planMarkdown } from "./plan/markdown.ts";
import { type PlanShowing, planText } from "./plan/text.ts";
import { NO_DIGEST } from "./plates/full-plates.ts";
import { reportHtml } from "./report/html.ts";
import { reportMarkdown } from "./report/markdown.ts";
import { type ReportShowing, reportText } from "./report/text.ts";
import { spendingHtml } from "./spending/html.ts";
import { spendingText } from "./spending/text.ts";
import { auditCsv, planCsv, reportCsv, spendingCsv } from "./tables.ts";
import type { Style } from "./text/style.ts";
import { sortDiagnostics } from "./validation/diagnostics.ts";

/** What a format makes: text for a terminal is proven to be such. */
type Rendered<Name extends Format> = Name extends "text" ? TerminalText : string;

/** The formats of a document. */
type Formats<Name extends Format, Document, Options = undefined> = {
  readonly [One in Name]: (document: Document, style: Style, options?: Options) => Rendered<One>;
};

/** Every format of a plan; style matters to text alone. */
export const planFormats: Formats<PlanFormat, PlanDocument, PlanShowing> = {
  text: planText,
  markdown: (plan, _style, options) => planMarkdown(plan, options),
  diff: planDiff,
  html: (plan, _style, options) => planHtml(plan, options),
  json: planDocumentText,
  csv: planCsv,
  gitlab: planGitlab,
};

/** Every format of a report; style and options matter to text alone. */
export const reportFormats: Formats<ReportFormat, ReportDocument, ReportShowing> = {
  text: reportText,
  markdown: (report, _style, options) => reportMarkdown(report, options),
  html: reportHtml,
  json: jsonText,
  csv: reportCsv,
};

/** Every format of an audit; style and options matter to text alone. */
export const auditFormats: Formats<AuditFormat, AuditDocument, AuditTextOptions> = {
  text: auditText,
  markdown: (audit, _style, options) => auditMarkdown(audit, options),
  html: auditHtml,
  json: (audit) => jsonText(auditDocumentSchema.parse(audit)),
  csv: auditCsv,
  junit: auditJunit,
  sarif: (audit, _style, options) => sarif(auditAlerts(audit), audit.tool.version, options?.paths),
  "code-quality": (audit, _style, options) => codeQuality(auditAlerts(audit), options?.paths),
  github: (audit, _style, options) => annotations(auditAlerts(audit), options?.paths),
};

/** What a report on billing, and the cars, can be shown as. */
type PageFormat = (typeof PAGE_FORMATS)[number];

/** Every format of the cars of lists and files; style matters to text alone. */
export const carsFormats: Formats<PageFormat, CarsDocument> = {
  text: carsText,
  html: carsHtml,
  json: (cars) => jsonText({ kind: "platectl/cars", schemaVersion: SCHEMA_VERSION, ...cars }),
  csv: carsCsv,
};

/** Every format of a report on billing; style and options matter to text alone. */
export const spendingFormats: Formats<PageFormat, SpendingDocument, { readonly all?: boolean }> = {
  text: spendingText,
  html: spendingHtml,
  json: (report) => jsonText(spendingDocumentSchema.parse(report)),
  csv: spendingCsv,
};

/** The formats of `validate` for other programs, besides its own document. */
export const validationFormats: Record<
  Exclude<ValidationFormat, "text" | "json">,
  (validation: Validation) => string
> = {
  junit: validationJunit,
  sarif: ({ diagnostics, version, paths }) => sarif(diagnosticAlerts(diagnostics), version, paths),
  "code-quality": ({ diagnostics, paths }) => codeQuality(diagnosticAlerts(diagnostics), paths),
  github: ({ diagnostics, paths }) => annotations(diagnosticAlerts(diagnostics), paths),
};

/** Problems of fleet files; those that the files accept are left out. */
export function diagnosticAlerts(diagnostics: readonly Diagnostic[]): AlertList {
  const open = sortDiagnostics(diagnostics).filter(({ accepted }) => !accepted);
  const alerts = open.map(({ code, severity, message, source, fix, licenseNumber, scope }): Alert => {
    const identity = identityOf(message, scope, licenseNumber);
    const more = { ...(source && { source }), ...(fix !== undefined && { fix }) };
    return { rule: code, level: severity, message, identity, ...more };
  });
  return { about: "validate", alerts, rules: new Map() };
}

/** The open findings of an audit, its warnings, and what could not be read or judged. */
function auditAlerts(audit: AuditDocument): AlertList {
  const called = scopeNamer(audit);
  const placeOf = (source: string | undefined) => source !== undefined && { source: readSource(source) };
  const findings = openFindings(audit).map((finding): Alert => {
    const { rule, severity, scope, licenseNumber, message: clause, evidence, findingId } = finding;
    const { source, user, other } = evidence;
    const message = `${licenseNumber ? `${licenseNumber} (${called(scope)})` : called(scope)} ${clause}`;
    const names = identityOf("", scope, licenseNumber, user?.id, other?.licenseNumber);
    const identity = findingId === NO_DIGEST ? names : findingId;
    return { rule, level: severity === "info" ? "note" : severity, message, identity, ...placeOf(source) };
  });
  const error = (rule: string, message: string, identity: string): Alert => ({
    rule,
    level: "error",
    message,
    identity,
  });
  const unread = audit.failures.map(({ scope, message }) => error("not-read", message, scope));
  const setAside = setAsideLines(audit).map((message) => error("set-aside", message, identityOf(message)));
  const open = audit.warnings.filter(({ accepted }) => !accepted);
  const warnings = open.map(({ code, message, source, licenseNumber, scope }): Alert => {
    return {
      rule: code,
      level: "warning",
      message,
      identity: identityOf(message, scope, licenseNumber),
      ...placeOf(source),
    };
  });
  const rules = new Map(audit.rules.map(({ rule, explanation, fix }) => [rule, { explanation, help: fix }]));
  return { about: "audit", alerts: [...findings, ...unread, ...setAside, ...warnings], rules };
}
