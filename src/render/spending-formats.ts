import { type SpendingDocument, spendingDocumentSchema } from "../schema/index.ts";
import { jsonText } from "./escape/json.ts";
import type { Format } from "./format-names.ts";
import type { Rendered } from "./formats.ts";
import { spendingCsv } from "./spending/csv.ts";
import { spendingHtml } from "./spending/html.ts";
import { spendingText } from "./spending/text.ts";
import type { Style } from "./text/style.ts";

/** What a report on billing can be shown as. */
export type SpendingFormat = Extract<Format, "text" | "html" | "json" | "csv">;

/** Every format of a report on billing; style and options matter to text alone. */
export const spendingFormats: {
  readonly [Name in SpendingFormat]: (
    report: SpendingDocument,
    style: Style,
    options?: { readonly all?: boolean },
  ) => Rendered<Name>;
} = {
  text: spendingText,
  html: spendingHtml,
  json: (report) => jsonText(spendingDocumentSchema.parse(report)),
  csv: spendingCsv,
};
