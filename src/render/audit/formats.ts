import { type AuditDocument, auditDocumentSchema } from "../../schema/index.ts";
import { jsonText } from "../escape/json.ts";
import type { Format } from "../formats.ts";
import type { Style } from "../style.ts";
import { auditCsv } from "./csv.ts";
import { auditDiff, auditGitlab } from "./diff.ts";
import { auditHtml } from "./html.ts";
import { auditJunit } from "./junit.ts";
import { auditMarkdown } from "./markdown.ts";
import { type AuditTextOptions, auditText } from "./text.ts";

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
