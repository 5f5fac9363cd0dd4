/** What a report of apply can be shown as. */
export const REPORT_FORMATS = ["text", "markdown", "html", "json", "csv"] as const;

/** What a plan can be shown as. */
export const PLAN_FORMATS = [...REPORT_FORMATS, "diff", "gitlab"] as const;

/** What shows problems alone, for tools that put them beside the lines of files. */
const ALERT_FORMATS = ["sarif", "code-quality", "github"] as const;

/** What an audit can be shown as. */
export const AUDIT_FORMATS = [...REPORT_FORMATS, "junit", ...ALERT_FORMATS] as const;

/** What `validate` can show. */
export const VALIDATION_FORMATS = ["text", "json", "junit", ...ALERT_FORMATS] as const;

/** What `billing report` and `cars list` can be shown as. */
export const PAGE_FORMATS = ["text", "html", "json", "csv"] as const;

/** What rows of the server can be shown as. */
export const ROW_FORMATS = ["text", "json", "csv"] as const;

/** What `billing list` can show; `ndjson` is one JSON object a line. */
export const RECORD_FORMATS = [...ROW_FORMATS, "ndjson"] as const;

/** What a plan can be shown as. */
export type PlanFormat = (typeof PLAN_FORMATS)[number];
/** What a report of apply can be shown as. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];
/** What an audit can be shown as. */
export type AuditFormat = (typeof AUDIT_FORMATS)[number];
/** One of the formats. */
export type Format = (typeof PLAN_FORMATS | typeof AUDIT_FORMATS | typeof RECORD_FORMATS)[number];
/** What rows of the server can be shown as. */
export type RowFormat = (typeof ROW_FORMATS)[number];
/** What `validate` can show. */
export type ValidationFormat = (typeof VALIDATION_FORMATS)[number];
