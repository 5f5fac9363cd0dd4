import { sumsInWords } from "../../allowlist/index.ts";
import type { PlanDocument } from "../../schema/index.ts";
import { counted, type PlannedChange, scopeInWords } from "../text/phrases.ts";

/** What a deleted car cost: `412.50 DKK`, `nothing`; empty where it is not known or was not asked for. Foreign text. */
export function costInWords({ cost }: PlannedChange): string {
  if (cost === undefined) return "";
  return cost.length === 0 ? "nothing" : sumsInWords(cost);
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
