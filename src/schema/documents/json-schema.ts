import { z } from "zod";
import type { JsonSchema } from "../values/value-schemas.ts";
import { auditDocumentSchema } from "./audit-document.ts";
import { carDocumentSchema } from "./car-document.ts";
import { planDocumentSchema, reportDocumentSchema } from "./documents.ts";
import { fleetJsonSchema } from "./fleet-json-schema.ts";
import { headOf, TARGET, titled } from "./schema-parts.ts";
import { spendingDocumentSchema } from "./spending-document.ts";
import { validationDocumentSchema } from "./validation-document.ts";

/** The JSON Schemas (draft 2020-12) of the fleet file and of every document, by name. */
export const jsonSchemas = {
  fleet: () => fleetJsonSchema(),
  plan: () => documentSchema("plan", planDocumentSchema, "A platectl plan"),
  report: () => documentSchema("report", reportDocumentSchema, "A platectl report"),
  audit: () => documentSchema("audit", auditDocumentSchema, "A platectl audit"),
  spending: () => documentSchema("spending", spendingDocumentSchema, "A platectl report on billing"),
  car: () => documentSchema("car", carDocumentSchema, "A platectl answer about one car"),
  validation: () => documentSchema("validation", validationDocumentSchema, "A platectl answer about fleet files"),
} as const satisfies Record<string, () => JsonSchema>;

/** What `platectl schema` can print. */
export type SchemaName = keyof typeof jsonSchemas;

function documentSchema(name: string, schema: z.ZodType, title: string): JsonSchema {
  return { ...headOf(name), ...titled(z.toJSONSchema(schema, { target: TARGET }), ""), title };
}
