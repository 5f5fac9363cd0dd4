import { SIGN } from "../../allowlist/index.ts";
import type { PlanDocument } from "../../schema/index.ts";
import type { PlannedChange } from "../text/phrases.ts";

/** What can bring a change about, in the order in which changes are grouped, with the words for it. */
export const CAUSES = [
  { cause: "edit", title: "this change" },
  { cause: "drift", title: "drift" },
  { cause: "date", title: "dates" },
] as const;

/** `This change: +3 −1; drift: −2`, or undefined when the plan was made without a base revision. */
export function causeSummary(plan: PlanDocument): string | undefined {
  const changes = plan.scopes.flatMap((scope) => scope.changes);
  if (!changes.some((change) => change.cause !== undefined)) return undefined;
  const parts = CAUSES.map(({ cause, title }) => ({ title, some: changes.filter((change) => change.cause === cause) }))
    .filter(({ title, some }) => some.length > 0 || title === "this change")
    .map(({ title, some }) => `${title}: ${signedCounts(some)}`);
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Changes in the order of their causes; those of one cause, and those without, keep their order. */
export function byCause<Item extends { readonly change: PlannedChange }>(items: readonly Item[]): readonly Item[] {
  const rank = ({ change }: Item) => CAUSES.findIndex(({ cause }) => cause === change.cause);
  return [...items].sort((left, right) => rank(left) - rank(right));
}

/** The words for the cause of a change, empty when it is not known. */
export function causeInWords(change: PlannedChange): string {
  return CAUSES.find(({ cause }) => cause === change.cause)?.title ?? "";
}

function signedCounts(changes: readonly PlannedChange[]): string {
  const count = (action: PlannedChange["action"]) => changes.filter((change) => change.action === action).length;
  const parts = [
    { sign: "+", count: count("add") },
    { sign: "~", count: count("update") },
    { sign: "−", count: count("delete") },
    { sign: `${SIGN.detach} `, count: count("detach") },
  ];
  const some = parts.filter((part) => part.count > 0).map((part) => `${part.sign}${part.count}`);
  return some.length === 0 ? "nothing" : some.join(" ");
}
