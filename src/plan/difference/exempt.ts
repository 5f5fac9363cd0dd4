import {
  type DesiredScope,
  dayAfter,
  formatSource,
  type LiveEntry,
  type PlateKey,
  type PlateRules,
  type Policy,
  quoted,
  type ScopeMemory,
} from "../../allowlist/index.ts";
import type { ChangeReason, Exemption } from "../model/plan.ts";
import { protectingMask } from "./plate-mask.ts";

/** What decides whether a live car that is in no file may be deleted. */
export interface ExemptionRules {
  readonly policy: Policy;
  readonly plates: PlateRules;
  /** False when the interface takes no deletes for the scope (`interface.globalDelete: false`). */
  readonly deletesOffered: boolean;
  readonly memory: ScopeMemory | undefined;
  /** What follows for a car that left a list file. */
  readonly departure: DepartureTest;
  /** Why a car waits for another list to hold it first. */
  readonly waiting: (plateKey: PlateKey) => Exemption | undefined;
}

/** Says why a live car that is in no file stays, or gives undefined when it is to be deleted. */
export type ExemptionTest = (entry: LiveEntry, isAbsent: boolean) => Exemption | undefined;

/** The exemptions of one scope. A car that the file names as absent goes whatever `prune` says; protection wins over both. */
export function exemptionFrom(rules: ExemptionRules): ExemptionTest {
  const { policy, memory } = rules;
  const protectorOf = protectingMask(policy.protect.plates, rules.plates);
  const isOwned = (plateKey: PlateKey) => memory?.entries.has(plateKey) ?? false;
  return (entry, isAbsent) => {
    if (policy.protect.customerCare && entry.addedByCustomerCare)
      return { rule: "customer-care", reason: "added by customer care (policy.protect.customerCare)" };
    const protector = protectorOf(entry.plateKey);
    if (protector !== undefined)
      return { rule: "protected", reason: `matches ${quoted(protector)} (policy.protect.plates)` };
    if (!isAbsent && policy.prune === "none")
      return { rule: "prune", reason: "not in the fleet file (policy.prune: none)" };
    if (!isAbsent && policy.prune === "owned" && !isOwned(entry.plateKey))
      return { rule: "prune", reason: "not added by platectl (policy.prune: owned)" };
    const departure = isAbsent ? undefined : rules.departure(entry.plateKey);
    if (departure?.kind === "kept") return departure.exemption;
    if (!rules.deletesOffered) return { rule: "no-deletes", reason: "deletes are off (interface.globalDelete: false)" };
    return rules.waiting(entry.plateKey);
  };
}

/** A car that a list file does not name any more: it stays for the days of grace, or they are over. */
export type Departure =
  | { readonly kind: "kept"; readonly exemption: Exemption }
  | { readonly kind: "over"; readonly reason: ChangeReason; readonly hint: string };

/** Tells for a live car that no file wants whether it left a list file with `grace`, and what follows from that. */
export type DepartureTest = (plateKey: PlateKey) => Departure | undefined;

/**
 * The departures of one scope. Whatever the files still say of a car comes first: a day that has passed, or `absent`. A car
 * whose last day was known from its row is not kept beyond it.
 */
export function departuresFrom(desired: DesiredScope, memory: ScopeMemory | undefined, day: string): DepartureTest {
  const lists = (desired.lists ?? []).flatMap(({ name, grace, source }) => {
    const known = memory?.lists?.get(name);
    return known && grace !== undefined ? [{ name, grace, known, item: formatSource(source) }] : [];
  });
  if (lists.length === 0) return () => undefined;
  return (plateKey) => {
    if (desired.entries.has(plateKey)) return undefined;
    let over: Departure | undefined;
    for (const { name, grace, known, item } of lists) {
      const row = known.rows.get(plateKey);
      const hasEnded = row?.validUntil !== undefined && row.validUntil < day;
      const since = known.gone.get(plateKey) ?? (row && !hasEnded ? day : undefined);
      if (since === undefined) continue;
      const left = `vanished from ${quoted(name)} on ${since}`;
      const until = dayAfter(since, grace);
      const vanished = { list: name, since, until };
      const reason = `${left}, kept until ${until}`;
      if (day < until) return { kind: "kept", exemption: { rule: "grace", reason, vanished } };
      const hint = `${left}, and its grace of ${grace} ${grace === 1 ? "day" : "days"} is over`;
      over ??= { kind: "over", reason: { kind: "grace-over", at: since, source: item }, hint };
    }
    return over;
  };
}
