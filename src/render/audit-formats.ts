import { type AuditDocument, auditDocumentSchema } from "../schema/index.ts";
import { auditCsv } from "./audit-csv.ts";
import { auditDiff, auditGitlab } from "./audit-diff.ts";
import { auditHtml } from "./audit-html.ts";
import { auditJunit } from "./audit-junit.ts";
import { auditMarkdown } from "./audit-markdown.ts";
import { type AuditTextOptions, auditText } from "./audit-text.ts";
import { jsonText } from "./escape/json.ts";
import type { Format } from "./formats.ts";
import type { Style } from "./style.ts";

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
