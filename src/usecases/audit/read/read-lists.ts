import { isDeepStrictEqual } from "node:util";
import {
  adoptHint,
  type DesiredScope,
  type Diagnostic,
  type LiveScope,
  listDigest,
  type PlateKey,
  plateKeyOf,
  type Scope,
} from "../../../allowlist/index.ts";
import { readLiveList } from "../../../live/index.ts";
import { buildPlan, type PlanWarning, type Target } from "../../../plan/index.ts";
import { LARGEST_CONCURRENCY, mapConcurrent } from "../../../run/collections.ts";
import type { Memory } from "../../../run/ports/index.ts";
import type { AuditedList } from "../index.ts";
import { type AuditReader, readUntilSame, tryRead } from "./audit-reader.ts";

/** What was read of each list; undefined where it could not be read. */
export type ListReadings = readonly (LiveScope | "not-offered" | undefined)[];

/** Reads every list until two sweeps are equal. */
export async function readLists(audit: AuditReader): Promise<ListReadings> {
  const { scopes, needs } = audit;
  if (!needs.has("lists")) return [];
  return mapConcurrent(scopes, LARGEST_CONCURRENCY, (one) => tryRead(audit, one.scope, () => readTwice(audit, one)));
}

/** The same audit with the rows of lists judged by what is on the live lists, as in a plan. */
export function withJudgedRows(audit: AuditReader, readings: ListReadings): AuditReader {
  const read = new Map(readings.filter(isRead).map((live) => [live.scope, live]));
  const files = audit.desired;
  const { desired } = files.judge?.(files, { scopes: read, memory: audit.memory }) ?? { desired: files };
  const chosen = new Set(audit.scopes.map(({ scope }) => scope));
  return { ...audit, desired, scopes: desired.scopes.filter(({ scope }) => chosen.has(scope)) };
}

function isRead(live: ListReadings[number]): live is LiveScope {
  return live !== undefined && live !== "not-offered";
}

/** Compares the lists with the fleet file as a plan does. */
export function auditedLists(
  { desired, scopes, warnings, day, memory, ports, listed }: AuditReader,
  readings: ListReadings,
  target: Target,
  diagnostics: readonly Diagnostic[],
): AuditedList[] {
  const read = readings.filter(isRead);
  for (const live of read) listed.take(live);
  const plan = buildPlan({
    // Acknowledgements are for guards, which an audit has none of.
    desired: { ...desired, policy: { ...desired.policy, acknowledge: [] } },
    live: { scopes: new Map(read.map((live) => [live.scope, live])), fleet: undefined, memory },
    target,
    day,
    now: ports.clock.now(),
    allowances: {},
    source: { kind: "own" },
    scopes: read.map(({ scope }) => scope),
    diagnostics,
  });
  const planned = new Map(plan.scopes.map((one) => [one.scope, one]));
  const unlisted = scopes.flatMap(({ scope }, at) => (readings[at] === "not-offered" ? [scope] : []));
  for (const warning of [...plan.warnings, ...notOffered(unlisted, memory)]) warnings.push(warning);
  return scopes.map((one, at) => {
    const live = readings[at];
    if (live === undefined || live === "not-offered") return { desired: one };
    const { changes = [], exempt = [] } = planned.get(one.scope) ?? {};
    const kept = exempt.filter(({ rule }) => rule === "customer-care" || rule === "prune");
    return { desired: one, read: { live, changes, kept: new Map(kept.map((car) => [car.plateKey, car.reason])) } };
  });
}

/** Reads the fleet cars until two readings are equal; undefined when no rule needs them, or they cannot be read. */
export async function readFleet(audit: AuditReader): Promise<ReadonlyMap<PlateKey, string> | undefined> {
  const { needs, ports, desired, warnings } = audit;
  if (!needs.has("fleet")) return undefined;
  const rows = await tryRead(audit, "global", () =>
    readUntilSame(
      "the list of fleet cars",
      async () => new Set((await ports.reader.fleetCars()).map(({ licenseNumber }) => licenseNumber)),
      isDeepStrictEqual,
    ),
  );
  if (!rows) return undefined;
  const fleet = new Map<PlateKey, string>();
  let foreign = 0;
  for (const licenseNumber of [...rows].sort()) {
    const plateKey = plateKeyOf(licenseNumber, desired.interface);
    if (plateKey === undefined) foreign += 1;
    else if (!fleet.has(plateKey)) fleet.set(plateKey, licenseNumber);
  }
  if (foreign > 0) {
    const message = `${foreign} of the fleet cars ${foreign === 1 ? "is not a plate and is" : "are not plates and are"} left out`;
    warnings.push({ code: "not-a-plate", message });
  }
  return fleet;
}

// The first sweep finds out whether there is a list at all.
async function readTwice(
  { desired, ports: own, memory, listed }: AuditReader,
  { scope }: DesiredScope,
): Promise<LiveScope | "not-offered"> {
  const ports = listed.remembering(own);
  return readUntilSame(
    `${scope}: the live list`,
    async () => (await readLiveList(desired, scope, ports, memory.get(scope)?.wasRead)) ?? "not-offered",
    (left, right) => digestOf(left) === digestOf(right),
  );
}

function digestOf(live: LiveScope | "not-offered"): string {
  return live === "not-offered" ? live : `${listDigest(live.entries.values())} ${live.unreadable.join("\n")}`;
}

function notOffered(scopes: readonly Scope[], memory: Memory): PlanWarning[] {
  const unknown = scopes.filter((scope) => !memory.get(scope)?.baseline);
  const next = adoptHint(unknown);
  return scopes.map((scope) => {
    const known = "`platectl plan` compares with what the state remembers";
    const what = unknown.includes(scope) ? `what is on it is not known; ${next}` : known;
    const message = `${scope}: the server does not show this list, so nothing is said of drift there; ${what}`;
    return { code: "list-not-offered", message, scope };
  });
}
