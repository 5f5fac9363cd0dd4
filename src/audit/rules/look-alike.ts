import { type DesiredEntry, formatSource, plateLook } from "../../allowlist/index.ts";
import { desiredToday } from "../facts.ts";
import type { FoundCar } from "../finding.ts";
import type { AuditRule } from "../rule.ts";

/** Pairs of desired plates that one misread character would confuse. */
export const lookAlike: AuditRule = {
  id: "look-alike",
  explanation:
    "Two plates of one list differ in one character that is easily misread (O/0, I/1, B/8, or a Latin letter's double).",
  fix: "See the cars' papers; one of the two is likely a typing error. Remove it from the fleet file.",
  reads: [],
  *find({ lists, day }) {
    for (const list of lists) {
      const byLook = new Map<string, DesiredEntry[]>();
      for (const { entry } of desiredToday([list], day)) {
        const look = plateLook(entry.plateKey);
        const seen = byLook.get(look) ?? [];
        yield* seen
          .filter((other) => differences(entry.plateKey, other.plateKey) === 1)
          .map((other) => pairOf(list.desired.scope, entry, other));
        byLook.set(look, [...seen, entry]);
      }
    }
  },
};

function pairOf(scope: FoundCar["scope"], entry: DesiredEntry, twin: DesiredEntry): FoundCar {
  // The pair is one finding, whichever of the two comes first in the file.
  const [first, second] = entry.plateKey < twin.plateKey ? [entry, twin] : [twin, entry];
  const other = { licenseNumber: second.licenseNumber, source: formatSource(second.source) };
  return {
    scope,
    licenseNumber: first.licenseNumber,
    message: `looks like ${other.licenseNumber} (${other.source})`,
    evidence: { source: formatSource(first.source), other },
  };
}

// Plates of one look are equally long.
function differences(left: string, right: string): number {
  const others = [...right];
  return [...left].filter((character, at) => character !== others[at]).length;
}
