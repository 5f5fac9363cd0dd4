import { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { parse, parseWhole } from "../yaml/parse-whole.ts";
import type { Parse } from "../yaml/tree.ts";
import { allReferences, readPart } from "./fleet-part.ts";
import { conclude, type FleetReading } from "./load-fleet.ts";

/** Reads the text of one fleet file that refers to no lists. `file` is its name in diagnostics and sources. */
export function parseFleet(text: string, file: string): FleetReading {
  return parseFleetBy(parse, text, file);
}

/** The same by `yaml` whatever the text, for comparison: slow, and large in memory. */
export function parseFleetWhole(text: string, file: string): FleetReading {
  return parseFleetBy(parseWhole, text, file);
}

function parseFleetBy(parseBy: Parse, text: string, file: string): FleetReading {
  const diagnostics = new DiagnosticCollector();
  const part = readPart(text, file, diagnostics, parseBy);
  for (const { source } of part ? allReferences(part) : []) {
    diagnostics.error("list-unavailable", "Lists cannot be read here.", source, "Read the file from disk.");
  }
  return conclude(part ? [part] : [], new Map(), [], { diagnostics });
}
