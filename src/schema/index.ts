export * from "./documents/audit-document.ts";
export * from "./documents/documents.ts";
export { type SpendingDocument, spendingDocumentSchema } from "./documents/spending-document.ts";
export { type FleetReading, loadFleet, parseFleet, parseFleetWhole } from "./fleet/load-fleet.ts";
export { formatFleet } from "./format/format-fleet.ts";
