export * from "./documents/audit-document.ts";
export { carDocumentSchema } from "./documents/car-document.ts";
export * from "./documents/documents.ts";
export { jsonSchemas } from "./documents/json-schema.ts";
export { type SpendingDocument, spendingDocumentSchema } from "./documents/spending-document.ts";
export { type FleetReading, loadFleet, parseFleet, parseFleetWhole } from "./fleet/load-fleet.ts";
export { formatFleet } from "./format/format-fleet.ts";
