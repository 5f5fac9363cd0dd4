import { z } from "zod";
import { SPENDING_BY } from "../../allowlist/index.ts";
import { SCHEMA_VERSION } from "./document-names.ts";
import { saved } from "./document-parts.ts";

const text = z.string();
const optionalText = text.exactOptional();
const count = z.number().int().nonnegative();
const amount = text.meta({ description: "A decimal number, exact, digit for digit." });
const sums = {
  currencyCode: text,
  records: count,
  charged: amount.meta({ description: "The amounts above zero, VAT included." }),
  refunded: amount.meta({ description: "The amounts below zero, VAT included." }),
  amountExcludingVat: amount,
  amountIncludingVat: amount.meta({ description: "`charged` and `refunded` together." }),
};

const group = z
  .strictObject({
    key: optionalText.meta({
      description: "The month (YYYY-MM), account, cost centre, id of a parking user, or place.",
    }),
    licenseNumber: optionalText.meta({ description: "The car, with `by: car`." }),
    name: optionalText.meta({ description: "The parking user's name." }),
    ...sums,
  })
  .meta({
    description: "What was spent on one thing in one currency; without `key` and `licenseNumber`, what names none.",
  });

const total = z
  .strictObject({
    ...sums,
    withoutPlate: z
      .strictObject({ records: count, amountIncludingVat: amount })
      .meta({ description: "The part of the records that names no plate, such as fees." }),
  })
  .meta({ description: "All records in one currency." });

const invoice = z
  .strictObject({
    account: optionalText.meta({ description: "The billing account; all of the report where it is absent." }),
    currencyCode: text,
    invoiced: amount,
    billed: amount.meta({ description: "What the records come to." }),
    difference: amount.meta({ description: "What the invoice has more than the records." }),
    agrees: z.boolean(),
    causes: z.array(
      z.strictObject({
        cause: z.enum([
          ...(["day-before", "day-after", "later", "billed-late"] as const),
          ...(["without-vat", "before-refunds", "without-plate"] as const),
        ]),
        records: count,
        amountIncludingVat: amount,
        explains: z.boolean().meta({ description: "Whether that is the difference." }),
        examples: z.array(text).meta({ description: "`infoId/infoRecordId` of the first records." }),
      }),
    ),
  })
  .meta({ description: "An invoice of `--invoice` beside the records, with what may be the cause of a difference." });

/** The document of `billing report --json`. `failures` and `setAside` are in no sum: with them, `complete` is false. */
export const spendingDocumentSchema = z.strictObject({
  kind: z.literal("platectl/spending"),
  schemaVersion: z.literal(SCHEMA_VERSION),
  tool: z.strictObject({ name: z.literal("platectl"), version: text }),
  createdAt: z.iso.datetime(),
  target: z.strictObject({ baseUrl: text }),
  range: z.strictObject({ from: text, to: text, timeZone: text }),
  by: z.enum(SPENDING_BY),
  accounts: count.meta({ description: "How many billing accounts were asked for." }),
  complete: z.boolean().meta({ description: "False when records or accounts are missing in the sums." }),
  totals: z.array(total),
  groups: z.array(group),
  invoices: z.array(invoice).exactOptional(),
  saved: saved.exactOptional(),
  notes: z.array(text),
  failures: z.array(z.strictObject({ scope: text, message: text, traceId: optionalText })),
  setAside: z.array(
    z.strictObject({
      scope: text,
      count,
      rows: z.array(z.strictObject({ page: count.exactOptional(), id: text, licensePlate: text, reason: text })),
    }),
  ),
});

export type SpendingDocument = z.infer<typeof spendingDocumentSchema>;
