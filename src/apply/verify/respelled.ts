import { isSpelledAs, type LiveEntry, type PlateKey, quoted } from "../../allowlist/index.ts";
import { correctionPairs } from "../../plan/index.ts";
import type { ScopeRun } from "../run/scope-run.ts";
import type { TrackedChange } from "../run/tracked-change.ts";

/** How many plates on either side are compared: beyond, a server that respells is known well enough. */
const MOST_COMPARED = 500;

/** Plates that share fewer characters than this are not taken for one another. */
const SHORTEST_PART = 4;

/** Says which row the car may be, with the line for the fleet file that makes them one. */
export function respelledHint(licenseNumber: string, twin: string): string {
  const line = `respelled: [{ plate: ${JSON.stringify(licenseNumber)}, server: ${JSON.stringify(twin)} }]`;
  return `the server seems to keep it as ${quoted(twin)}; if so, write under \`interface:\` ${line}`;
}

/** The spelling of the row that an earlier run found, while it is there. */
export function knownTwin({ past: { twin } }: TrackedChange, { tracker, run }: ScopeRun): string | undefined {
  if (twin === undefined) return undefined;
  const rows = [...(run.lastLive.get(tracker.scope)?.entries.values() ?? [])];
  return rows.some((row) => isSpelledAs(row, twin)) ? twin : undefined;
}

/** The rows that may be cars of which an add had no effect: they came with this run, and no change is about them. */
export function respelled(
  missing: readonly TrackedChange[],
  { tracker, run }: ScopeRun,
): ReadonlyMap<PlateKey, LiveEntry> {
  const before = run.liveBefore.get(tracker.scope);
  const now = run.lastLive.get(tracker.scope);
  if (!now || !before) return new Map();
  const planned = new Set(tracker.items().map(({ change }) => change.plateKey));
  const unplannedRows = [...now.entries.values()].filter(
    ({ plateKey }) => !planned.has(plateKey) && !before.entries.has(plateKey),
  );
  const keys = missing.map(({ change }) => change.plateKey);
  return unplannedRows.length === 0 ? new Map() : respellings(keys, unplannedRows);
}

// Finds, for cars that the server confirmed and does not list, the row that may be theirs under the server's own
// spelling: a plate cut short, given a country prefix, one typing error away, or the only one left with the same digits, or at
// all (reliability E3). Maps our key to the row.
function respellings<Row extends Pick<LiveEntry, "plateKey">>(
  missing: readonly PlateKey[],
  rows: readonly Row[],
): ReadonlyMap<PlateKey, Row> {
  const ours = missing.slice(0, MOST_COMPARED);
  const theirs = rows.slice(0, MOST_COMPARED);
  const close = correctionPairs(
    ours,
    theirs.map(({ plateKey }) => plateKey),
  );
  const found = new Map(
    ours.flatMap((plateKey) => {
      const twin = theirs.find((row) => row.plateKey === close.get(plateKey) || contains(row.plateKey, plateKey));
      return twin ? [[plateKey, twin] as const] : [];
    }),
  );
  const taken = new Set(found.values());
  const left = theirs.filter((row) => !taken.has(row));
  const without = ours.filter((plateKey) => !found.has(plateKey));
  for (const plateKey of without) {
    const same = left.filter((row) => digitsOf(row.plateKey) === digitsOf(plateKey));
    const [twin, another] = without.length === 1 && left.length === 1 ? left : same;
    if (twin && !another) found.set(plateKey, twin);
  }
  return found;
}

// Letters are what servers write in their own way.
function digitsOf(plateKey: string): string {
  return plateKey.replace(/\P{Nd}/gu, "");
}

function contains(left: string, right: string): boolean {
  return Math.min(left.length, right.length) >= SHORTEST_PART && (left.includes(right) || right.includes(left));
}
