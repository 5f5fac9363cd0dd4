import { CHANGE_SIGNS, withCommas } from "../../allowlist/index.ts";
import type { PlanDocument } from "../../documents/index.ts";
import { sumsInWords } from "../../documents/index.ts";
import type { MarkedText } from "../html/page.ts";
import { counted, featureList, type PlannedScope, type ShownChange, scopeInWords } from "../text/phrases.ts";

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

/** The changes of one action with their lists, in the order of their causes; those of one cause, and those without, keep theirs. */
export function changesOf({ scopes }: PlanDocument, action: ShownChange["action"]) {
  const all = scopes.flatMap((scope) => changesIn(scope, action).map((change) => ({ scope, change })));
  const rank = (change: ShownChange) => CAUSES.findIndex(({ cause }) => cause === change.cause);
  return all.sort((left, right) => rank(left.change) - rank(right.change));
}

function changesIn({ changes }: Pick<PlannedScope, "changes">, action: ShownChange["action"]): readonly ShownChange[] {
  return changes.filter((change) => change.action === action);
}

/** What a reviewer should check of a change: `moves to account:4712; correction? adds AB1O234`. Foreign text. */
export function checkInWords({
  action,
  hint,
  twin,
}: Pick<ShownChange, "hint" | "twin"> & { readonly action: string }): string {
  const correction = twin === undefined ? [] : [`correction? ${action === "add" ? "deletes" : "adds"} ${twin}`];
  return [...(hint === undefined ? [] : [hint]), ...correction].join("; ");
}

/** The words for the cause of a change, empty when it is not known. */
export function causeInWords(change: ShownChange): string {
  return CAUSES.find(({ cause }) => cause === change.cause)?.title ?? "";
}

function signedCounts(changes: readonly ShownChange[]): string {
  const count = (action: ShownChange["action"]) => changesIn({ changes }, action).length;
  const parts = [
    { sign: "+", count: count("add") },
    { sign: "~", count: count("update") },
    { sign: "−", count: count("delete") },
    { sign: `${CHANGE_SIGNS.detach} `, count: count("detach") },
  ];
  const some = parts.filter((part) => part.count > 0).map((part) => `${part.sign}${withCommas(part.count)}`);
  return some.length === 0 ? "nothing" : some.join(" ");
}

/** What a deleted car cost: `412.50 DKK`, `nothing`; empty where it is not known or was not asked for. Foreign text. */
export function costInWords({ cost }: ShownChange): string {
  if (cost === undefined) return "";
  return cost.length === 0 ? "nothing" : sumsInWords(cost);
}

/** The features that a change gives a car: `LEASING`, `none → LEASING`; empty where it gives none. `quote` escapes them. */
export function featuresInWords({ action, features }: ShownChange, quote = (text: string) => text): string {
  if (features === undefined || action === "delete" || (action === "add" && features.to.length === 0)) return "";
  const to = quote(featureList(features.to));
  return action === "add" ? to : `${quote(featureList(features.from))} → ${to}`;
}

/** What the deleted cars cost, a sentence in all and one for each of several lists; none where it was not asked for. Foreign text. */
export function moneyLines({ money, counts, scopes }: PlanDocument): readonly string[] {
  if (!money || counts.delete === 0) return [];
  const days = money.days === 1 ? "today" : `in the last ${counted(money.days, "day")}`;
  if (money.scopes.length === 0) return [`What the deleted cars cost ${days} is not known.`];
  const words = (amounts: typeof money.amounts, complete: boolean) => {
    const sum = amounts.length === 0 ? "nothing" : sumsInWords(amounts);
    return complete ? sum : `at least ${sum}`;
  };
  const all = `Taken off now: ${words(money.amounts, money.complete)} ${days}.`;
  if (scopes.length < 2) return [all];
  const lists = money.scopes.map((one) => `${scopeInWords(one.scope)}: ${words(one.amounts, one.complete)}`);
  return [all, ...lists];
}

/** The added and deleted cars that may be one car, written in two ways, in the order of the added ones. */
export function correctionPairsOf(scope: PlannedScope) {
  const deletes = new Set(changesIn(scope, "delete").map(({ licenseNumber }) => licenseNumber));
  return changesIn(scope, "add").flatMap(({ licenseNumber: added, twin: deleted }) =>
    deleted !== undefined && deletes.has(deleted) ? [{ added, deleted }] : [],
  );
}

/** Marks what two texts do not share between their common beginning and their common end. */
export function markDifference(text: string, twin: string): MarkedText {
  const [mine, other] = [[...text], [...twin]];
  const shortest = Math.min(mine.length, other.length);
  let start = 0;
  while (start < shortest && mine[start] === other[start]) start += 1;
  let end = 0;
  while (end < shortest - start && mine.at(-1 - end) === other.at(-1 - end)) end += 1;
  const until = mine.length - end;
  const piece = (from: number, to?: number) => mine.slice(from, to).join("");
  return [piece(0, start), piece(start, until), piece(until)];
}
