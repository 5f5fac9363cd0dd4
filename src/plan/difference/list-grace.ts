import { type DesiredScope, dayAfter, formatSource, type PlateKey, type ScopeMemory } from "../../allowlist/index.ts";
import type { ChangeReason, Exemption } from "../model/plan.ts";

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
      const left = `vanished from ${name} on ${since}`;
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
