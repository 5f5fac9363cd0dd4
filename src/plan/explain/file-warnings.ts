import {
  type Acknowledgement,
  counted,
  type DesiredScope,
  type DesiredState,
  declaredScopes,
  formatSource,
  isValidOn,
  type MessageCode,
  type PlateKey,
  quoted,
  type Scope,
} from "../../allowlist/index.ts";
import { groupBy } from "../../run/collections.ts";
import { activeAbsent } from "../difference/compare-list.ts";
import { allChanges, type ListDifference } from "../difference/list-difference.ts";
import { COUNTED_BY, isAcknowledged } from "../judge/guard-verdict.ts";
import type { Guard, PlanWarning, ScopePlan } from "../model/plan.ts";

/** Most edits without effect that a plan names for one scope. */
const MOST_NAMED = 50;

/** Cars that the file names as absent, and that stay all the same. */
export function exemptAbsent({ scope, desired, exempt }: ListDifference, day: string): PlanWarning[] {
  return exempt.flatMap(({ plateKey, licenseNumber, reason }) => {
    const absent = activeAbsent(desired, plateKey, day);
    if (!absent) return [];
    const message = `${scope}: ${quoted(licenseNumber)} is named in absent, but stays on the list (${reason})`;
    return { code: "absent-kept", message, source: formatSource(absent.source), licenseNumber, scope };
  });
}

/** Why cars stay that no policy keeps. */
const BLOCKED = [
  {
    rule: "waits-for-move",
    code: "half-move",
    because:
      "the account that they move to is not part of this run and does not list them yet; apply that account, too",
  },
  {
    rule: "no-deletes",
    code: "deletes-blocked",
    because: "deletes are off (interface.globalDelete: false); ask the operator of the server to take them off",
  },
] as const;

/** Warns of cars that stay on a list though they are to leave it, with their number: nothing but a person can change that. */
export function blockedDeletes(scopes: readonly ScopePlan[]): PlanWarning[] {
  return scopes.flatMap(({ scope, exempt }) =>
    BLOCKED.flatMap(({ rule, code, because }) => {
      const count = exempt.filter((one) => one.rule === rule).length;
      if (count === 0) return [];
      const cars = count === 1 ? "1 car stays" : `${count} cars stay`;
      return [{ code, scope, message: `${scope}: ${cars} on this list, because ${because}` }];
    }),
  );
}

/** Lists that the base revision declares and the current files do not: nothing is planned for them, which would look like no change. */
export function releasedScopes(desired: DesiredState, base: DesiredState): PlanWarning[] {
  const named = declaredScopes(desired);
  return base.scopes
    .filter(({ scope }) => !named.has(scope))
    .map(({ scope, entries }) => {
      const cars = counted(entries.size, "car");
      const message = `${scope} was removed from the file with ${cars}: its list stays as it is and is no longer managed`;
      return { code: "list-released", message, scope };
    });
}

/** Edits since the base revision that change nothing: the list is so already, the car was not on it, or it is exempt. */
export function editsWithoutEffect(difference: ListDifference, day: string): PlanWarning[] {
  const { desired, base, leftOut = [] } = difference;
  if (!base) return [];
  const older = base === "none" ? undefined : base.desired;
  const changed = new Set([...allChanges(difference), ...leftOut].map(({ plateKey }) => plateKey));
  const exempt = new Map(difference.exempt.map(({ plateKey, reason }) => [plateKey, reason]));
  const wants = (scope: DesiredScope | undefined, plateKey: PlateKey) => {
    const entry = scope?.entries.get(plateKey);
    return entry !== undefined && isValidOn(entry, day);
  };
  const warnings: PlanWarning[] = [];
  for (const [plateKey, entry] of desired.entries) {
    if (changed.has(plateKey) || !wants(desired, plateKey)) continue;
    const previous = wants(older, plateKey) ? older?.entries.get(plateKey) : undefined;
    if (previous && previous.features.join() === entry.features.join()) continue;
    const what = previous
      ? "has other features in the file, and the list has them already"
      : "was added to the file and is on the list already";
    const { licenseNumber, source } = entry;
    warnings.push(
      editWithoutEffect(`${quoted(licenseNumber)} ${what}`, { licenseNumber, source: formatSource(source) }),
    );
  }
  for (const [plateKey, entry] of older?.entries ?? []) {
    if (changed.has(plateKey) || !isValidOn(entry, day) || wants(desired, plateKey)) continue;
    const reason = exempt.get(plateKey);
    const why = reason === undefined ? "is not on the list" : `stays on the list (${reason})`;
    const { licenseNumber } = entry;
    warnings.push(
      editWithoutEffect(`${quoted(licenseNumber)} was removed from the file and ${why}`, { licenseNumber }),
    );
  }
  const more = warnings.length - MOST_NAMED;
  return more > 0
    ? [
        ...warnings.slice(0, MOST_NAMED),
        editWithoutEffect(`${counted(more, "more edit")} ${more === 1 ? "has" : "have"} no effect`),
      ]
    : warnings;
}

function editWithoutEffect(message: string, about: Pick<PlanWarning, "licenseNumber" | "source"> = {}): PlanWarning {
  return { code: "edit-without-effect", message, ...about };
}

/** Acknowledgements that are past, that do not reach, or that no guard needs; those of scopes not planned are not judged. */
export function acknowledgementWarnings(
  desired: DesiredState,
  guards: readonly Guard[],
  { day, planned }: { readonly day: string; readonly planned: ReadonlySet<Scope> },
): PlanWarning[] {
  const overLimit = guards.filter(({ actual, limit }) => actual > limit);
  const overOf = groupBy(overLimit, ({ scope }) => scope);
  return desired.policy.acknowledge.flatMap((entry) => {
    const warning = (code: MessageCode, message: string) => [{ code, message, source: formatSource(entry.source) }];
    const { scope, until } = entry;
    if (until < day)
      return warning("acknowledgement-past", `the acknowledgement for ${scope} ended on ${until}; remove it`);
    if (scope !== "all" && !planned.has(scope)) return [];
    const over = scope === "all" ? overLimit : (overOf.get(scope) ?? []);
    const needing = over.filter((guard) => allowedBy(entry, guard) !== undefined);
    if (needing.length === 0) {
      const message = `no guard needs the acknowledgement for ${scope} (any more); remove it once its changes are done`;
      return warning("acknowledgement-unused", message);
    }
    return needing
      .filter(({ tripped }) => tripped)
      .flatMap((guard) => {
        const { rule, actual, planned = actual } = guard;
        const message = `the acknowledgement for ${scope} allows ${allowedBy(entry, guard)} ${COUNTED_BY[rule]}, and the plan has ${planned}`;
        return warning("acknowledgement-too-small", message);
      });
  });
}

function allowedBy(entry: Acknowledgement, { rule }: Guard): number | undefined {
  const counted = COUNTED_BY[rule];
  return isAcknowledged(counted) ? entry[counted] : undefined;
}
