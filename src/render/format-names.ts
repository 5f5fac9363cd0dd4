/** What every document can be shown as: a plan, a report, an audit. */
export const FORMATS = ["text", "markdown", "diff", "html", "json", "csv", "junit", "gitlab"] as const;

/** One of the formats. */
export type Format = (typeof FORMATS)[number];
