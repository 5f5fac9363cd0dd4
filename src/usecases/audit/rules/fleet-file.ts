import { type DesiredEntry, daysBetween, isValidOn, plateLook, quoted } from "../../../allowlist/index.ts";
import { groupBy } from "../../../run/collections.ts";
import { type AuditedList, desiredToday, ownersByPlate } from "./facts.ts";
import { aboutDesired, placeOf, type RuleChecks } from "./finding.ts";

/** What the fleet file itself says that is likely wrong, or will soon matter. */
export const fleetFileChecks = {
  *"duplicate-across-accounts"({ desired, lists, day }) {
    if (desired.length < 2) return;
    const lookedAt = new Set(lists.map((list) => list.desired.scope));
    for (const all of ownersByPlate(desired).values()) {
      const owners = all.filter(({ entry }) => isValidOn(entry, day));
      const first = owners.find(({ scope }) => lookedAt.has(scope));
      if (!first || owners.length < 2) continue;
      const desiredIn = owners.map(({ scope }) => scope);
      yield aboutDesired(first, `is desired on ${desiredIn.length} lists: ${desiredIn.join(", ")}`, { desiredIn });
    }
  },

  *"look-alike"({ lists, day }) {
    for (const list of lists) {
      for (const [one, twin] of groupsOfOneLook(list, day).flatMap((group) => [...pairsIn(group)])) {
        // The pair is one finding, whichever of the two comes first in the file.
        const [first, second] = one.plateKey < twin.plateKey ? [one, twin] : [twin, one];
        const other = placeOf(second);
        const message = `looks like ${quoted(other.licenseNumber)} (${other.source})`;
        yield aboutDesired({ scope: list.desired.scope, entry: first }, message, { other });
      }
    }
  },

  *"expires-soon"({ lists, day, policy }) {
    for (const one of desiredToday(lists, day)) {
      const { validUntil } = one.entry;
      if (validUntil === undefined || daysBetween(day, validUntil) > policy.expiresSoonDays) continue;
      yield aboutDesired(one, `is valid until ${validUntil} only`, { validUntil });
    }
  },
} satisfies RuleChecks;

function groupsOfOneLook(list: AuditedList, day: string): (readonly DesiredEntry[])[] {
  const entries = [...desiredToday([list], day)].map(({ entry }) => entry);
  return [...groupBy(entries, ({ plateKey }) => plateLook(plateKey)).values()].filter(({ length }) => length > 1);
}

/**
 * The pairs that differ in one character. Plates of one look are equally long, so that two of them are such a pair exactly
 * if they are equal without what is at one place: each plate is looked up once for each of its characters.
 */
function* pairsIn(group: readonly DesiredEntry[]): Generator<readonly [DesiredEntry, DesiredEntry]> {
  const length = group[0]?.plateKey.length ?? 0;
  for (let at = 0; at < length; at += 1) {
    const seen = new Map<string, DesiredEntry[]>();
    for (const entry of group) {
      const rest = entry.plateKey.slice(0, at) + entry.plateKey.slice(at + 1);
      // At most as many as there are characters of one look.
      const twins = seen.get(rest) ?? [];
      for (const twin of twins) yield [entry, twin];
      seen.set(rest, [...twins, entry]);
    }
  }
}
