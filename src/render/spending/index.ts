import { type SpendingDocument, spendingDocumentSchema } from "../../schema/index.ts";
import { jsonText } from "../escape/json.ts";
import type { Format } from "../format-names.ts";
import type { Style } from "../style.ts";
import { spendingCsv } from "./csv.ts";
import { spendingHtml } from "./html.ts";
import { spendingText } from "./text.ts";

/** What a report on billing can be shown as. */
export type SpendingFormat = Extract<Format, "text" | "html" | "json" | "csv">;

/** Every format of a report on billing; style and options matter to text alone. */
export const spendingFormats: Record<
  SpendingFormat,
  (report: SpendingDocument, style: Style, options?: { readonly all?: boolean }) => string
> = {
  text: spendingText,
  html: spendingHtml,
  json: (report) => jsonText(spendingDocumentSchema.parse(report)),
  csv: spendingCsv,
};
