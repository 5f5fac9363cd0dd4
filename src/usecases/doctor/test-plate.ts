import { type PlateRules, quoted, readPlate, type Scope } from "../../allowlist/index.ts";
import { type SweepPorts, sweepCars } from "../../live/index.ts";
import type { CarRow } from "../../run/ports/index.ts";
import type { Rows } from "./write-probe.ts";

/** A plate cut off by a server keeps at least so many characters. */
const SHORTEST_CUT = 6;

/** Where a test plate must not be: on the list, where that can be read, and among the cars in use. */
export interface TakenPlates {
  readonly list: { readonly scope: Scope; readonly pageSize: number; readonly ports: SweepPorts } | undefined;
  readonly fleet: readonly string[];
  readonly rules: PlateRules;
}

/**
 * Why writes must not be tried with a plate: it is not a plate, or a car on the list or in use may have it. Undefined when they
 * may. Rejects with an `InterfaceError` when the list cannot be read.
 */
export async function reasonAgainstPlate(
  plate: string,
  { list, fleet, rules }: TakenPlates,
): Promise<string | undefined> {
  if (readPlate(plate, rules).kind !== "plate") return "it is not a plate";
  const used = fleet.find((licenseNumber) => isSimilarPlate(licenseNumber, plate));
  if (used !== undefined) return `the car ${quoted(used)} uses the fleet`;
  if (list === undefined) return undefined;
  const rows = await sweepCars(list.scope, list.pageSize, list.ports);
  const listed =
    rows === "not-offered" ? undefined : rows.find(({ licenseNumber }) => isSimilarPlate(licenseNumber, plate));
  return listed && `${quoted(listed.licenseNumber)} is on the list of ${list.scope}`;
}

/** Whether a server may have made the one text of the other: other case or separators, cut off, O for 0. */
export function isSimilarPlate(stored: string, sent: string): boolean {
  const [one, other] = [loose(stored), loose(sent)];
  if (one === other) return true;
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter.length >= SHORTEST_CUT && longer.startsWith(shorter);
}

/** The rows that came since, and that a server may have made of a plate. */
export function newSimilarPlate(before: Rows, rows: Rows, plate: string): readonly CarRow[] {
  return [...rows.values()].filter(
    ({ licenseNumber }) => !before.has(licenseNumber) && isSimilarPlate(licenseNumber, plate),
  );
}

function loose(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("O", "0");
}
