import type { PlanDocument } from "../../documents/index.ts";
import { counted, type PlannedScope, withCommas } from "../text/phrases.ts";

/** A plan of this many lists is summed up: a longer table would not be read. */
const MANY_LISTS = 300;

/** Of many lists, this many that lose most are shown. */
const MOST_SHOWN = 50;

/** How many changes the lists of a group have at most, with the words for it. */
const GROUPS = [
  [0, "without changes"],
  [5, "with 1 to 5 changes"],
  [20, "with 6 to 20"],
  [Number.POSITIVE_INFINITY, "with more"],
] as const;

/**
 * The same plan with the lists first that a reader must see: those over a limit, then those that lose most, then by their
 * changes; and of the guards of one rule those first that are farthest over their limit.
 */
export function mostImportantFirst(plan: PlanDocument): PlanDocument {
  const isOver = new Set(plan.guards.filter(isOverLimit).map(({ scope }) => scope));
  const rank = ({ scope, counts, changes }: PlannedScope) => [isOver.has(scope) ? 1 : 0, counts.delete, changes.length];
  const ranked = plan.scopes.map((one) => ({ one, by: rank(one) }));
  ranked.sort((left, right) => right.by.map((value, at) => value - (left.by[at] ?? 0)).find((less) => less !== 0) ?? 0);
  const rules = [...new Set(plan.guards.map(({ rule }) => rule))];
  const guards = rules.flatMap((rule) =>
    plan.guards
      .filter((guard) => guard.rule === rule)
      .sort((left, right) => right.actual - right.limit - (left.actual - left.limit)),
  );
  return { ...plan, guards, scopes: ranked.map(({ one }) => one) };
}

// Whether a guard stops the plan, or was let pass although it is over its limit.
function isOverLimit({ tripped, overriddenBy }: PlanDocument["guards"][number]): boolean {
  return tripped || overriddenBy !== undefined;
}

/** How many lists have how many changes; undefined where there are few. */
export function listsInWords({ scopes }: PlanDocument): string | undefined {
  if (scopes.length < MANY_LISTS) return undefined;
  const groups = GROUPS.map(([most, words], at) => {
    const [above] = GROUPS[at - 1] ?? [-1];
    const count = scopes.filter(({ changes }) => changes.length > above && changes.length <= most).length;
    return `${withCommas(count)} ${words}`;
  });
  return `${counted(scopes.length, "list")}: ${groups.join(", ")}.`;
}

/** The lists that are worth a row: all, or of many the first ones that change. */
export function listsToShow({ scopes }: PlanDocument): readonly PlannedScope[] {
  if (scopes.length < MANY_LISTS) return scopes;
  return scopes.filter(({ changes }) => changes.length > 0).slice(0, MOST_SHOWN);
}
