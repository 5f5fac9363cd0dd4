import {
  type AuditPolicy,
  byCodeUnit,
  type DesiredEntry,
  type PlateKey,
  plateLook,
  severityOf,
} from "../../../allowlist/index.ts";
import type { Left } from "../billing/billing-rules.ts";
import { type AuditedAccount, type ObjectedPlate, objectedTo } from "./facts.ts";

/** A plate that was billed on days on which it was wanted nowhere. */
export interface UndesiredPlate extends ObjectedPlate {
  /** When it left before its newest record of such a day. */
  readonly left: Left | undefined;
  /** The desired car of that account that it looks like, where nothing else is known of it. */
  readonly twin: DesiredEntry | undefined;
}

/** The plates of an account that were billed and not wanted. */
export function undesiredPlates(account: AuditedAccount, policy: AuditPolicy): readonly UndesiredPlate[] {
  const plates = [...objectedTo([account], "billed-not-desired")].map((one) => ({ ...one, left: leftOf(one) }));
  const unknown = plates.flatMap(({ plate: { plateKey }, left }) => {
    return plateKey && !left && !account.desired.entries.has(plateKey) ? lookOf(plateKey) : [];
  });
  const looksForTwins = unknown.length > 0 && severityOf("billed-look-alike", policy) !== "off";
  const twins = looksForTwins ? twinsOf(new Set(unknown), account) : undefined;
  return plates.map((one) => ({ ...one, twin: one.plate.plateKey && twins?.get(lookOf(one.plate.plateKey)) }));
}

function leftOf({ objections }: ObjectedPlate): Left | undefined {
  const newest = objections.toSorted((left, right) => byCodeUnit(right.record.day, left.record.day));
  return newest.flatMap(({ standing }) => (standing?.kind === "gone" && standing.left) || [])[0];
}

// The looks of the few undesired plates are kept, not those of all cars.
function twinsOf(looks: ReadonlySet<string>, { desired }: AuditedAccount): ReadonlyMap<string, DesiredEntry> {
  const twins = new Map<string, DesiredEntry>();
  for (const entry of desired.entries.values()) {
    const look = lookOf(entry.plateKey);
    if (looks.has(look) && !twins.has(look)) twins.set(look, entry);
  }
  return twins;
}

/** What a plate looks like to somebody who types it: letters without their accents. */
function lookOf(plateKey: PlateKey): string {
  const bare = plateKey.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("Ø", "O");
  return plateLook(bare);
}
