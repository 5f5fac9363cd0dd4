export * from "./documents.ts";
export { formatFleet } from "./format-fleet.ts";
export { jsonSchemas } from "./json-schema.ts";
export { type FleetReading, loadFleet, parseFleet, parseFleetWhole } from "./load-fleet.ts";
