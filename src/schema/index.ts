export { DiagnosticCollector, showColumns } from "./diagnostics/diagnostic-collector.ts";
export * from "./documents/billing-documents.ts";
export {
  DOCUMENTS,
  type DocumentName,
  SCHEMA_NAMES,
  SCHEMA_VERSION,
  type SchemaName,
} from "./documents/document-names.ts";
export type { DocumentContent, RowOf } from "./documents/document-schemas.ts";
export { jsonSchema } from "./documents/document-schemas.ts";
export * from "./documents/documents.ts";
export { type AcknowledgeResult, editAcknowledge } from "./edit/acknowledge.ts";
export { nearPlates } from "./edit/decide.ts";
export { editFleet } from "./edit/edit-fleet.ts";
export type { CarEdit, EditResult } from "./edit/rewrite.ts";
export { isInGitFolder } from "./files/globs.ts";
export { isFileError, MAX_FILE_BYTES, readRegularFile, reasonOf } from "./files/read-file.ts";
export { type FleetReading, loadFleet } from "./fleet/load-fleet.ts";
export { parseFleet, parseFleetWhole } from "./fleet/parse-fleet.ts";
export { type FormattedFile, formatFleet, formattedText } from "./format/format-fleet.ts";
export { type DayColumn, formatsOf } from "./lists/find-columns.ts";
export { decodeList } from "./lists/list-file.ts";
export { holdsPeople } from "./lists/plate-words.ts";
export { type ListKeys, type ListPreview, previewList } from "./lists/preview-list.ts";
export { readList } from "./lists/read-list.ts";
export { readTables, type Table, workbookLines } from "./spreadsheet/read-tables.ts";
export {
  CAR_FIELD_NAMES,
  CAR_FIELDS,
  type CarField,
  COLUMN_FIELDS,
  carValues,
  named,
  valueForAll,
} from "./values/car-fields.ts";
export { HEADER } from "./values/header-kind.ts";
export { DAY, FEATURE, LIMITS } from "./values/value-kinds.ts";
