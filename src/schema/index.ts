export { DiagnosticCollector, showColumns } from "./diagnostics/diagnostic-collector.ts";
export { type AcknowledgeResult, editAcknowledge, entryText } from "./edit/acknowledge.ts";
export { nearPlates } from "./edit/decide.ts";
export { editFleet } from "./edit/edit-fleet.ts";
export type { CarEdit, EditResult } from "./edit/rewrite.ts";
export { type FleetReading, loadFleet } from "./fleet/load-fleet.ts";
export { parseFleet, parseFleetWhole } from "./fleet/parse-fleet.ts";
export { fleetShape } from "./fleet/shape.ts";
export { type FormattedFile, formatFleet, formattedText } from "./format/format-fleet.ts";
