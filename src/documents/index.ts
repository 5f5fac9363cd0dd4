/** The shape of every document that is printed, and the JSON Schemas that are made from it. */
export * from "./billing-documents.ts";
export * from "./claims.ts";
export {
  DOCUMENTS,
  type DocumentName,
  SCHEMA_NAMES,
  SCHEMA_VERSION,
  type SchemaName,
} from "./document-names.ts";
export type { DocumentContent, RowOf } from "./document-schemas.ts";
export { jsonSchema } from "./document-schemas.ts";
export * from "./documents.ts";
