import type { InterfaceSettings, PlateKey, Scope } from "../../allowlist/index.ts";
import type { DocumentContent, RowOf } from "../../documents/index.ts";
import { readLiveList, type SweepPorts, toResult } from "../../live/index.ts";
import { mapConcurrent } from "../../run/collections.ts";
import { InterfaceError, type Memory } from "../../run/ports/index.ts";
import { addedAt, type JournalChanges } from "./timeline/journal.ts";

/** Lists read at once. */
const LISTS_AT_ONCE = 4;

type LivePart = DocumentContent<"car">["live"];
type LiveCar = RowOf<LivePart>;

/** Where the lists are read, and what is known of them. */
export interface LiveSources {
  readonly scopes: readonly Scope[];
  readonly settings: InterfaceSettings;
  readonly ports: SweepPorts;
  /** What the state remembers of this server. */
  readonly memory: Memory;
  /** What the journal says of this server. */
  readonly journal: JournalChanges;
}

/**
 * Reads whether a plate is on its lists now, and why some could not be read. Lists without it are left out; one that cannot be
 * read does not hide the others.
 */
export async function liveNow(
  plateKey: PlateKey,
  sources: LiveSources,
): Promise<{ readonly live: LivePart; readonly failures: readonly InterfaceError[] }> {
  const read = await mapConcurrent(sources.scopes, LISTS_AT_ONCE, (scope) => toResult(carOn(scope, plateKey, sources)));
  const failures = read.filter((one) => one instanceof InterfaceError);
  const rows = read.flatMap((one) => (one === undefined || one instanceof InterfaceError ? [] : [one]));
  const [first] = failures;
  if (!first) return { live: { rows }, failures };
  const why = `could not be read: ${first.message}`;
  return { live: rows.length === 0 ? { note: why } : { rows, note: `other lists ${why}` }, failures };
}

/** Whether a plate is on a list now, as far as it was read. */
export function listedNow(live: LivePart): "yes" | "no" | "not known" {
  if (!("rows" in live)) return "not known";
  if (live.rows.some(({ listed }) => listed === "yes")) return "yes";
  return live.rows.length > 0 || live.note !== undefined ? "not known" : "no";
}

async function carOn(scope: Scope, plateKey: PlateKey, sources: LiveSources): Promise<LiveCar | undefined> {
  const { settings, ports, memory, journal } = sources;
  const known = memory.get(scope);
  const list = await readLiveList({ interface: settings }, scope, ports, known?.wasRead);
  const entry = list ? list.entries.get(plateKey) : known?.entries.get(plateKey);
  const from = list ? "list" : "state";
  const isKnownAbsent = known?.baseline || known?.notListed?.has(plateKey);
  if (!entry) return list || isKnownAbsent ? undefined : { scope, listed: "not known", from };
  const since = addedAt(journal.get(scope)?.get(plateKey) ?? []);
  const { licenseNumber, features, addedByCustomerCare, uncertain } = entry;
  return {
    scope,
    listed: uncertain ? "not known" : "yes",
    from,
    licenseNumber,
    features,
    ...(addedByCustomerCare && { addedByCustomerCare }),
    ...(since !== undefined && { since }),
  };
}
