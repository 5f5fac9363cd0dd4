import { type DesiredEntry, type PlateKey, plateLook, severityOf } from "../../allowlist/index.ts";
import type { BilledSum } from "../billing/billed-sum.ts";
import type { BilledPlate } from "../billing/billing-tally.ts";
import type { AuditedAccount, AuditFacts } from "./facts.ts";

/** A plate that was billed on days on which it was wanted nowhere. */
export interface UndesiredPlate {
  readonly account: AuditedAccount;
  readonly plate: BilledPlate;
  readonly sum: BilledSum;
  /** The desired car of that account that it looks like, where nothing else is known of it. */
  readonly twin: DesiredEntry | undefined;
}

/** The plates that were billed and not wanted, account by account. */
export function* undesiredPlates({
  accounts,
  policy,
}: Pick<AuditFacts, "accounts" | "policy">): Generator<UndesiredPlate, void, undefined> {
  const looksForTwins = severityOf("billed-look-alike", policy) !== "off";
  for (const account of accounts) {
    const plates = [...(account.billed?.plates.values() ?? [])].filter(({ sums }) => sums.nowhere);
    const twins = looksForTwins ? twinsOf(plates, account) : new Map<string, DesiredEntry>();
    for (const plate of plates) {
      const { nowhere } = plate.sums;
      if (nowhere) yield { account, plate, sum: nowhere, twin: plate.plateKey && twins.get(lookOf(plate.plateKey)) };
    }
  }
}

// The looks of the few undesired plates are kept, not those of all cars.
function twinsOf(plates: readonly BilledPlate[], { desired }: AuditedAccount): ReadonlyMap<string, DesiredEntry> {
  const twins = new Map<string, DesiredEntry>();
  const wanted = new Set<string>();
  for (const { plateKey, left } of plates)
    if (plateKey && !left && !desired.entries.has(plateKey)) wanted.add(lookOf(plateKey));
  if (wanted.size === 0) return twins;
  for (const entry of desired.entries.values()) {
    const look = lookOf(entry.plateKey);
    if (wanted.has(look) && !twins.has(look)) twins.set(look, entry);
  }
  return twins;
}

/** What a plate looks like to somebody who types it: letters without their accents. */
function lookOf(plateKey: PlateKey): string {
  const bare = plateKey.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("Ø", "O");
  return plateLook(bare);
}
