import { type AuditPolicy, type DesiredEntry, type PlateKey, plateLook } from "../../../allowlist/index.ts";
import { severityOf } from "../../../schema/audit-rules/index.ts";
import type { Left } from "../billing/billing-rules.ts";
import { isKnownCountry } from "../billing/journeys.ts";
import { type AuditedAccount, type ObjectedPlate, objectedTo } from "./facts.ts";

/** A plate that was billed on days on which it was wanted nowhere. */
export interface UndesiredPlate extends ObjectedPlate {
  /** When it left before its newest record of such a day. */
  readonly left: Left | undefined;
  /** The desired car of that account that it looks like: it may be that car, also where it left under this spelling. */
  readonly twin: DesiredEntry | undefined;
  /** Else the one that it is with two characters swapped. */
  readonly swapped: DesiredEntry | undefined;
}

/** The plates of an account that were billed and not wanted. */
export function undesiredPlates(account: AuditedAccount, policy: AuditPolicy): readonly UndesiredPlate[] {
  const plates = [...objectedTo([account], "billed-not-desired")].map((one) => ({ ...one, left: leftOf(one) }));
  const { entries } = account.desired;
  const others = plates.map(({ plate: { licenseNumber, plateKey }, left }) => {
    if (!plateKey || entries.has(plateKey)) return undefined;
    return { looks: looksOf(licenseNumber, plateKey), swaps: left ? [] : swapsOf(plateKey) };
  });
  const cars = carsLike(new Set(others.flatMap((one) => (one ? [...one.looks, ...one.swaps] : []))), account);
  const looksForTwins = severityOf("billed-look-alike", policy) !== "off";
  const first = (looks: readonly string[] = []) => looks.flatMap((look) => cars.get(look) ?? [])[0];
  return plates.map((one, at) => {
    const twin = looksForTwins ? first(others[at]?.looks) : undefined;
    return { ...one, twin, swapped: twin ? undefined : first(others[at]?.swaps) };
  });
}

function leftOf({ objections }: ObjectedPlate): Left | undefined {
  let newest: { readonly day: string; readonly left: Left } | undefined;
  for (const { record, standing } of objections) {
    const left = standing?.kind === "gone" ? standing.left : undefined;
    if (left && (!newest || record.day > newest.day)) newest = { day: record.day, left };
  }
  return newest?.left;
}

// The looks of the few undesired plates are kept, not those of all cars.
function carsLike(looks: ReadonlySet<string>, { desired }: AuditedAccount): ReadonlyMap<string, DesiredEntry> {
  const cars = new Map<string, DesiredEntry>();
  if (looks.size === 0) return cars;
  for (const entry of desired.entries.values()) {
    const look = lookOf(entry.plateKey);
    if (looks.has(look) && !cars.has(look)) cars.set(look, entry);
  }
  return cars;
}

const IS_PLAIN = /^[0-9A-Z]*$/;

/** What a plate looks like to somebody who types it: letters without their accents. */
function lookOf(plate: string): string {
  if (IS_PLAIN.test(plate)) return plateLook(plate);
  const bare = plate.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("Ø", "O");
  return plateLook(bare);
}

/** Signs of countries on cars that are not the two letters of ISO 3166-1. */
const SIGNS = " A B BIH CYP D E EST F FIN FL GBZ H I IRL L M MNE N NMK P RKS RSM RUS S SLO SRB UK V ";

/** The looks of a plate: its own, and that without a country before or behind it. */
function looksOf(licenseNumber: string, plateKey: PlateKey): readonly string[] {
  const [, before = "", behind = ""] =
    /^(?:([A-Z]{1,3})[-\s].*|.*[-\s(]([A-Z]{1,3})\)?)$/.exec(licenseNumber.trim().toUpperCase()) ?? [];
  const isCountry = (text: string) => text !== "" && (isKnownCountry(text) || SIGNS.includes(` ${text} `));
  const first = plateKey.slice(0, 2);
  const sign = isCountry(before) ? before : isKnownCountry(first) ? first : "";
  const bare = isCountry(behind) ? [plateKey.slice(0, -behind.length)] : [];
  return [plateKey, ...(sign === "" ? [] : [plateKey.slice(sign.length)]), ...bare].map(lookOf);
}

/** The looks of a plate with two neighbouring characters swapped. */
function swapsOf(plateKey: PlateKey): readonly string[] {
  const at = [...plateKey.slice(1)].map((_, index) => index);
  const swap = (index: number) =>
    plateKey.slice(0, index) + (plateKey[index + 1] ?? "") + (plateKey[index] ?? "") + plateKey.slice(index + 2);
  return at.map((index) => lookOf(swap(index)));
}
