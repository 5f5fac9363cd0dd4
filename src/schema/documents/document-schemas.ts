import { z } from "zod";
import type { JsonSchema } from "../values/value-schemas.ts";
import { auditDocumentSchema } from "./audit-document.ts";
import type { DocumentName, SchemaName } from "./document-names.ts";
import { planDocumentSchema, reportDocumentSchema } from "./documents.ts";
import { fleetJsonSchema, headOf, TARGET, titled } from "./fleet-json-schema.ts";
import { localDocumentSchemas, validationDocumentSchema } from "./local-documents.ts";
import { carDocumentSchema, historyDocumentSchema, serverDocumentSchemas } from "./server-documents.ts";
import { spendingDocumentSchema } from "./spending-document.ts";

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

/** The JSON Schema (draft 2020-12) of the fleet file or of a document. */
export function jsonSchema(name: SchemaName): JsonSchema {
  if (name === "fleet") return fleetJsonSchema();
  const schema = titled(z.toJSONSchema(documentSchemas[name], { target: TARGET }), "");
  return { ...headOf(name), ...schema, title: `platectl/${name}` };
}
