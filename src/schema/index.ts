export * from "./documents.ts";
export { type FormattedFile, formatFleet } from "./format-fleet.ts";
export { jsonSchemas, type SchemaName } from "./json-schema.ts";
export { type FleetReading, loadFleet, parseFleet, parseFleetWhole } from "./load-fleet.ts";
