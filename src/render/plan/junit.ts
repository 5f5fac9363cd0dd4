import { groupBy } from "../../runtime/group-by.ts";
import type { PlanDocument } from "../../schema/index.ts";
import { junitXml, type TestCase } from "../junit.ts";
import { changeInWords, guardInWords, type PlannedGuard, type PlannedScope, scopeInWords } from "../phrases.ts";

/** A plan as JUnit XML: a suite for each scope and for all together, a case for each guard and each change. A tripped guard is a failure. */
export function planJunit(plan: PlanDocument): string {
  const guards = groupBy(plan.guards, ({ scope }) => scope);
  const together = guards.get("all") ?? [];
  return junitXml([
    ...(together.length > 0 ? [{ name: scopeInWords("all"), cases: together.map(guardCase) }] : []),
    ...plan.scopes.map((scope) => ({
      name: scopeInWords(scope.scope),
      cases: [...(guards.get(scope.scope) ?? []).map(guardCase), ...changeCases(scope)],
    })),
  ]);
}

function guardCase(guard: PlannedGuard): TestCase {
  const name = `guard ${guard.rule}`;
  if (!guard.tripped) return { name };
  return { name, problem: { kind: "failure", message: `${guardInWords(guard)}; if this is meant: ${guard.override}` } };
}

function changeCases(scope: PlannedScope): TestCase[] {
  return scope.changes.map((change) => ({ name: changeInWords(change) }));
}
