import { z } from "zod";

const text = z.string();

/** Sums by currency, decimal texts. */
export const amounts = z.array(z.strictObject({ currencyCode: text, amountIncludingVat: text }));

/** What the deleted cars of a plan cost, for lists of that shape. */
export function moneyIn<Scope extends z.ZodType>(scope: Scope) {
  return z
    .strictObject({
      days: z.number().int().positive(),
      from: text,
      to: text,
      complete: z.boolean(),
      amounts,
      scopes: z.array(z.strictObject({ scope, amounts, complete: z.boolean() })),
    })
    .meta({ description: "What the deleted cars cost in some days; with `complete: false`, at least." });
}
