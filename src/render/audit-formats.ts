import { type AuditDocument, auditDocumentSchema } from "../schema/index.ts";
import { auditCsv } from "./audit-csv.ts";
import { auditHtml } from "./audit-html.ts";
import { auditJunit } from "./audit-junit.ts";
import { auditMarkdown } from "./audit-markdown.ts";
import { type AuditTextOptions, auditText } from "./audit-text.ts";
import { jsonText } from "./escape/json.ts";
import type { Style } from "./style.ts";

/** What an audit can be shown as. */
export type AuditFormat = "text" | "markdown" | "html" | "json" | "csv" | "junit";

/** Every format of an audit; style and options matter to text alone. */
export const auditFormats: Record<
  AuditFormat,
  (audit: AuditDocument, style: Style, options?: AuditTextOptions) => string
> = {
  text: auditText,
  markdown: (audit) => auditMarkdown(audit),
  html: auditHtml,
  json: (audit) => jsonText(auditDocumentSchema.parse(audit)),
  csv: auditCsv,
  junit: auditJunit,
};
