import type { z } from "zod";
import { auditDocumentSchema } from "./audit-document.ts";
import { carDocumentSchema, historyDocumentSchema } from "./car-document.ts";
import type { DocumentName } from "./document-names.ts";
import { planDocumentSchema, reportDocumentSchema } from "./documents.ts";
import { localDocumentSchemas } from "./local-documents.ts";
import { serverDocumentSchemas } from "./server-documents.ts";
import { spendingDocumentSchema } from "./spending-document.ts";
import { validationDocumentSchema } from "./validation-document.ts";

/** The shape of every document, by its name. To make them takes longer than a small run: load it where it is used. */
export const documentSchemas = {
  plan: planDocumentSchema,
  report: reportDocumentSchema,
  audit: auditDocumentSchema,
  validation: validationDocumentSchema,
  car: carDocumentSchema,
  history: historyDocumentSchema,
  spending: spendingDocumentSchema,
  ...serverDocumentSchemas,
  ...localDocumentSchemas,
} as const satisfies { readonly [Name in DocumentName]: z.ZodType<{ readonly kind: `platectl/${Name}` }> };

type ReadOnly<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: ReadOnly<Value[Key]> }
    : Value;

/** What a document says besides its `kind` and `schemaVersion`. */
export type DocumentContent<Name extends DocumentName> = ReadOnly<
  Omit<z.output<(typeof documentSchemas)[Name]>, "kind" | "schemaVersion">
>;
