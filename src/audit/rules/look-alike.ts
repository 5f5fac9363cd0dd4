import { type DesiredEntry, formatSource, plateLook } from "../../allowlist/index.ts";
import { type AuditedList, desiredToday } from "../facts.ts";
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
      for (const group of groupsOfOneLook(list, day))
        for (const [entry, twin] of pairsIn(group)) yield pairOf(list.desired.scope, entry, twin);
    }
  },
};

function groupsOfOneLook(list: AuditedList, day: string): (readonly DesiredEntry[])[] {
  const byLook = new Map<string, DesiredEntry[]>();
  for (const { entry } of desiredToday([list], day)) {
    const look = plateLook(entry.plateKey);
    const known = byLook.get(look);
    if (known) known.push(entry);
    else byLook.set(look, [entry]);
  }
  return [...byLook.values()].filter(({ length }) => length > 1);
}

/**
 * The pairs that differ in one character. Plates of one look are equally long, so that two of them are such a pair exactly
 * if they are equal without what stands at one place: each plate is looked up once for each of its characters.
 */
function* pairsIn(group: readonly DesiredEntry[]): Generator<readonly [DesiredEntry, DesiredEntry]> {
  const length = group[0]?.plateKey.length ?? 0;
  for (let at = 0; at < length; at += 1) {
    const seen = new Map<string, DesiredEntry[]>();
    for (const entry of group) {
      const rest = entry.plateKey.slice(0, at) + entry.plateKey.slice(at + 1);
      // At most as many as there are characters of one look.
      const twins = seen.get(rest) ?? [];
      for (const twin of twins) yield [entry, twin];
      seen.set(rest, [...twins, entry]);
    }
  }
}

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
