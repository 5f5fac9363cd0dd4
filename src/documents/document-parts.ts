import { z } from "zod";
import { named } from "../schema/values/index.ts";
import { type DocumentName, SCHEMA_VERSION } from "./document-names.ts";

/** A document for its readers, who change nothing of it. */
export type ReadOnly<Value> = Value extends object ? { readonly [Key in keyof Value]: ReadOnly<Value[Key]> } : Value;

// Shapes that occur more than once are made once: to make the hundreds of them takes as long as a small run.

/** Any text. */
export const text = z.string();
/** Text that may be absent. */
export const optionalText = text.exactOptional();
/** Keys whose values have one shape. */
export function keys<const Name extends string, Shape>(shape: Shape, ...names: readonly Name[]) {
  return named(names.map((name) => [name, shape] as const));
}

/** One list. */
export const scope = z
  .templateLiteral([z.literal("account:"), z.string().regex(/^[1-9][0-9]{0,18}$/)])
  .or(z.literal("global"));
/** A number of things. */
export const count = z.number().int().nonnegative();
/** A number that may be absent. */
export const optionalCount = count.exactOptional();
const schemaVersion = z.literal(SCHEMA_VERSION);
/** A document: what it says, with the `kind` and the version by which it is known. */
export function documentShape<const Name extends DocumentName, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
  return z.strictObject({ kind: z.literal(`platectl/${name}` as const), schemaVersion, ...shape });
}

/** Which kind of lists a server has. */
export const mode = z.enum(["global", "billing-account"]);
/** A UTC instant in ISO 8601. */
export const instant = z.iso.datetime();
/** Features of a car. */
export const features = z.array(text);
/** What made a document. */
export const tool = z.strictObject({ name: z.literal("platectl"), version: text });
/** The server that a document is about. */
export const target = z.strictObject(keys(text, "baseUrl", "fingerprint"));
/** What a reader of a document is warned of. */
export const warning = z.strictObject({
  ...keys(text, "code", "message"),
  ...keys(optionalText, "source", "licenseNumber"),
  scope: scope.exactOptional(),
  accepted: z.strictObject({ reason: text, until: optionalText }).exactOptional(),
});

/** What fleet files hold beside the cars that are wanted today. */
export const carsAsideShape = {
  notToday: z
    .strictObject({ cars: count, ended: count, notBegun: count })
    .exactOptional()
    .meta({ description: "All cars of the fleet files, and those of them that are not wanted today." }),
  skippedRows: z
    .array(
      z.strictObject({
        file: text,
        why: z.enum(["skip", "where", "totals", "names", "pages", "repeated"]),
        found: optionalText,
        rows: count,
      }),
    )
    .exactOptional()
    .meta({ description: "Rows of lists that are left out, and why." }),
  unclearRows: z
    .array(
      z.strictObject({
        ...keys(text, "source", "list", "licenseNumber", "reason", "remedy"),
        scope: scope.exactOptional(),
      }),
    )
    .exactOptional()
    .meta({
      description: "Rows of lists of which nothing says that they are cars. They are not sent, and hold deletes.",
    }),
};

/** Sums by currency, decimal texts. */
export const amounts = z.array(z.strictObject({ currencyCode: text, amountIncludingVat: text }));
/** What deletes have spared. */
export const saved = z
  .strictObject({
    rule: text,
    cars: count,
    amounts,
    months: z.array(z.strictObject({ month: text, currencyCode: text, amountIncludingVat: text })),
  })
  .meta({
    description: "What cars that were taken off the lists have spared, as an estimate; `rule` says how it is made.",
  });
/** What the deleted cars of a plan cost. */
export const money = z
  .strictObject({
    days: z.number().int().positive(),
    from: text,
    to: text,
    complete: z.boolean(),
    amounts,
    scopes: z.array(z.strictObject({ scope, amounts, complete: z.boolean() })),
  })
  .meta({ description: "What the deleted cars cost in some days; with `complete: false`, at least." });

/** A row of an answer that could not be judged. */
export const rowSetAside = z.strictObject({ page: optionalCount, id: text, licensePlate: text, reason: text });

/** A decimal number. */
export const amount = text.meta({ description: "A decimal number, exact, digit for digit." });
/** The sums of some records in one currency. */
export const sums = {
  currencyCode: text,
  records: count,
  charged: amount.meta({ description: "The amounts above zero, VAT included." }),
  refunded: amount.meta({ description: "The amounts below zero, VAT included." }),
  amountExcludingVat: amount,
  amountIncludingVat: amount.meta({ description: "`charged` and `refunded` together." }),
};
