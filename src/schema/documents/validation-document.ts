import { z } from "zod";

/** What `validate --json` prints. `cars` counts those of valid files; line and column count from 1. */
export const validationDocumentSchema = z.strictObject({
  kind: z.literal("platectl/validation"),
  schemaVersion: z.literal(1),
  valid: z.boolean(),
  cars: z.number().int().nonnegative(),
  diagnostics: z.array(
    z.strictObject({
      severity: z.enum(["error", "warning"]),
      code: z.string(),
      message: z.string(),
      source: z
        .strictObject({
          file: z.string(),
          line: z.number().int().positive(),
          column: z.number().int().positive(),
          cell: z.string().exactOptional(),
        })
        .exactOptional(),
      licenseNumber: z.string().exactOptional(),
      scope: z.string().exactOptional(),
      accepted: z.strictObject({ reason: z.string(), until: z.string().exactOptional() }).exactOptional(),
      fix: z.string().exactOptional(),
    }),
  ),
});
