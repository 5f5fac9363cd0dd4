export * from "./documents.ts";
export { type FleetReading, loadFleet, parseFleet } from "./load-fleet.ts";
