import {
  type DesiredScope,
  dayAfter,
  formatSource,
  type LiveEntry,
  latinLookalike,
  matchesWildcards,
  type PlateKey,
  type PlateRules,
  type Policy,
  quoted,
  type ScopeMemory,
} from "../../allowlist/index.ts";
import { groupBy } from "../../run/collections.ts";
import type { ChangeReason, Exemption } from "../model/plan.ts";

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

/** Finds out whether a live car that no file wants left a list file with `grace`, and what follows from that. */
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

interface Mask {
  readonly mask: string;
  readonly pattern: string;
  /** Its place among the masks. */
  readonly at: number;
}

/**
 * Gives the first mask of `policy.protect.plates` that protects a plate, or undefined: `*` is any run of characters, `?` any
 * one; what does not distinguish plates does not distinguish masks. Masks are looked up by the text that they begin with,
 * those that begin with a wildcard by the text that they end with: a plate is compared with no others, however many there are.
 */
export function protectingMask(
  masks: readonly string[],
  rules: PlateRules,
): (plateKey: PlateKey) => string | undefined {
  const all = masks.map((mask, at): Mask => ({ mask, pattern: patternOf(mask, rules), at }));
  const starts = groupBy(
    all.filter(({ pattern }) => !/^[*?]/.test(pattern)),
    ({ pattern }) => pattern.replace(/[*?].*/s, ""),
  );
  const ends = groupBy(
    all.filter(({ pattern }) => /^[*?]/.test(pattern)),
    ({ pattern }) => pattern.replace(/.*[*?]/s, ""),
  );
  const [startLengths, endLengths] = [starts, ends].map((groups) => [
    ...new Set([...groups.keys()].map(({ length }) => length)),
  ]);
  return (plateKey) => {
    let first: Mask | undefined;
    const search = (group: readonly Mask[] = []) => {
      const found = group.find(({ pattern }) => matchesWildcards(pattern, plateKey));
      if (found && (!first || found.at < first.at)) first = found;
    };
    for (const length of startLengths ?? []) search(starts.get(plateKey.slice(0, length)));
    for (const length of endLengths ?? []) search(ends.get(plateKey.slice(Math.max(0, plateKey.length - length))));
    return first?.mask;
  };
}

function patternOf(mask: string, rules: PlateRules): string {
  const solid = mask
    .normalize("NFC")
    .replace(/[ .\-·]/gu, "")
    .toUpperCase();
  return rules.foldLookalikes ? [...solid].map(latinLookalike).join("") : solid;
}
