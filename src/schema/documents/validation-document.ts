import { z } from "zod";
import { carsAside, count, documentShape, optionalText, text } from "./document-parts.ts";

/** A problem in a fleet file. Line and column count from 1. */
export const diagnostic = z.strictObject({
  severity: z.enum(["error", "warning"]),
  code: text,
  message: text,
  source: z
    .strictObject({ file: text, line: count.positive(), column: count.positive(), cell: optionalText })
    .exactOptional(),
  licenseNumber: optionalText,
  scope: optionalText,
  accepted: z.strictObject({ reason: text, until: optionalText }).exactOptional(),
  fix: optionalText,
});

/** What `validate --json` prints. `cars` counts those of valid files. */
export const validationDocumentSchema = documentShape("validation", {
  valid: z.boolean(),
  cars: count,
  ...carsAside,
  diagnostics: z.array(diagnostic),
});
