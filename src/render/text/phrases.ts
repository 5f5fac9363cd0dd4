import {
  accountIdOf,
  adoptHint,
  type Baseline,
  CHANGE_SIGNS,
  counted,
  type LiveSource,
  type Scope,
  type ScopeOrAll,
  withCommas,
} from "../../allowlist/index.ts";
import type { PlanDocument, ReportDocument } from "../../documents/index.ts";

export { counted, withCommas };

/** One scope of a plan document. */
export type PlannedScope = PlanDocument["scopes"][number];
/** One change of a plan document. */
export type ShownChange = PlannedScope["changes"][number];
/** One guard's verdict in a plan document. */
export type PlannedGuard = PlanDocument["guards"][number];
/** One car's result in a report document. */
export type ReportedResult = ReportDocument["scopes"][number]["results"][number];
/** A car that somebody else changed while a run was under way. */
export type ChangedMeanwhile = NonNullable<ReportDocument["scopes"][number]["changedMeanwhile"]>[number];
/** What the last reading shows of it. */
export type Drift = ChangedMeanwhile["drift"];
/** How many changes had which outcome. */
export type OutcomeTotals = ReportDocument["counts"];

/** By this a car is known that somebody else changed while a run was under way. */
export const CHANGED_MEANWHILE = "changed-meanwhile";

/** What the last reading of a list shows of a car that no plan was to change, and the sign of the change that would correct it. */
export const DRIFT: Record<Drift, { readonly sign: string; readonly text: string }> = {
  missing: {
    sign: CHANGE_SIGNS.add,
    text: "the fleet file wants it, and the last reading of the list does not show it",
  },
  taken: {
    sign: CHANGE_SIGNS.add,
    text: "the fleet file wants it, and it went off the list with a delete of this run",
  },
  extra: { sign: CHANGE_SIGNS.delete, text: "it came on the list meanwhile, and the fleet file does not want it" },
  features: { sign: CHANGE_SIGNS.update, text: "the last reading of the list shows it with other features" },
};

/** `global`, `account 4711`. */
export function scopeInWords(scope: ScopeOrAll): string {
  if (scope === "all") return "all lists together";
  const baId = accountIdOf(scope);
  return baId === undefined ? "global" : `account ${baId}`;
}

/** Where the live cars of a scope come from and how many there are. What is only remembered is never called live. */
export function liveInWords(live: {
  readonly source: LiveSource;
  readonly count: number;
  readonly baseline?: Baseline;
}): string {
  switch (live.source) {
    case "list":
      return `live list, ${counted(live.count, "car")}`;
    case "state": {
      if (live.count === 0 && live.baseline === "unknown")
        return "not shown by the server, and the state knows none of its cars";
      const others = live.baseline === "unknown" ? "; the list may hold other cars, too" : "";
      return `from the state file, not read from the server, ${counted(live.count, "car")}${others}`;
    }
    case "none":
      return "not shown by the server, and nothing is known of it";
  }
}

/** Who loses the car, for a change or result that takes it from a parking user: `from parking user 5501`. */
export function parkingUserInWords({ parkingUser }: { readonly parkingUser?: string }): string {
  return parkingUser === undefined ? "" : `from parking user ${parkingUser}`;
}

/** `3 cars join, 6 leave, 41 stay.`, for people who know nothing of plans. */
export function movesInWords({ counts, scopes, desired: { unclearRows = [] } }: PlanDocument): string {
  const leftOut = scopes.reduce((sum, { leftOut: some }) => sum + (some ? some.update + some.delete : 0), 0);
  const stay = counts.unchanged + counts.update + counts.kept + leftOut;
  const verb = (count: number, word: string) => `${withCommas(count)} ${word}${count === 1 ? "s" : ""}`;
  const joining = `${counted(counts.add, "car")} ${counts.add === 1 ? "joins" : "join"}`;
  return `${joining}, ${verb(counts.delete, "leave")}, ${verb(stay, "stay")}${unclearInWords(unclearRows)}.`;
}

function unclearInWords({ length }: NonNullable<ReportDocument["unclearRows"]>): string {
  return length === 0 ? "" : `; ${counted(length, "row")} ${length === 1 ? "is" : "are"} not clear`;
}

/** `3 cars joined, 6 left; 2 changes were not done; 1 row is not clear.`, for people who know nothing of plans. */
export function doneInWords({ scopes, counts, unclearRows = [] }: ReportDocument): string {
  const isDone = ({ outcome }: ReportedResult) => outcome === "verified" || outcome === "acknowledged";
  const done = scopes.flatMap(({ results }) => results.filter(isDone));
  const count = (action: ShownChange["action"]) => done.filter((one) => one.action === action).length;
  const [updates, undone] = [count("update"), counts.rejected + counts.unknown + counts.notSent];
  return [
    `${counted(count("add"), "car")} joined, ${withCommas(count("delete"))} left`,
    ...(updates > 0 ? [`, ${withCommas(updates)} changed`] : []),
    ...(undone > 0 ? [`; ${counted(undone, "change")} ${undone === 1 ? "was" : "were"} not done`] : []),
    `${unclearInWords(unclearRows)}.`,
  ].join("");
}

/** `Plan: 3 to add, 1 to update, 2 to delete, 1,994 unchanged, 1 kept.`, and what is to be detached where something is. */
export function planSummary({ add, update, delete: deletes, detach, unchanged, kept }: PlanDocument["counts"]): string {
  const parts = [
    [add, "to add"],
    [update, "to update"],
    [deletes, "to delete"],
    ...(detach === undefined ? [] : [[detach, "to detach"] as const]),
    [unchanged, "unchanged"],
    [kept, "kept"],
  ] as const;
  return `Plan: ${countsInWords(parts)}.`;
}

/** A list, as far as it tells which of its cars are to be deleted. */
export interface PlannedDeletes {
  readonly changes: readonly Pick<ShownChange, "action" | "inFleet">[];
}

/** `127 of these 150 deletes are in the fleet now`; undefined for none, and where the fleet was not read. */
export function deletesInFleet(scopes: readonly PlannedDeletes[]): string | undefined {
  const deletes = scopes.flatMap(({ changes }) => changes.filter(({ action }) => action === "delete"));
  const count = deletes.filter(({ inFleet }) => inFleet).length;
  if (count === 0) return undefined;
  if (deletes.length === 1) return "the deleted car is in the fleet now";
  const all = withCommas(deletes.length);
  if (count === deletes.length) return `all ${all} deletes are in the fleet now`;
  return `${withCommas(count)} of these ${all} deletes ${count === 1 ? "is" : "are"} in the fleet now`;
}

/** Of a plan or report without a list. */
export const NO_LISTS = "No list was read: no billing account of the fleet file is part of this run.";

/** Of a run that leaves changes out on purpose. */
export const LEFT_OUT = "What is left out is still to be done: a plan without --only and --skip shows it.";

/** Why there is nothing to do, or undefined when there is something. */
export function noChanges(plan: PlanDocument): string | undefined {
  if (plan.counts.add + plan.counts.update + plan.counts.delete > 0) return undefined;
  if (plan.scopes.length === 0) return NO_LISTS;
  if (plan.scopes.some(({ leftOut }) => leftOut)) return `Nothing of what was chosen is to be done. ${LEFT_OUT}`;
  const unknown = unknownLists(plan.scopes);
  if (unknown !== undefined) return `Nothing to send. ${unknown}`;
  const read = plan.scopes.every((scope) => scope.live.source === "list");
  const { kept } = plan.counts;
  if (read && kept > 0) {
    const [others, reason] =
      kept === 1 ? ["1 other car stays", "the reason"] : [`${withCommas(kept)} other cars stay`, "the reasons"];
    return `No changes. The lists hold the cars of the fleet file; ${others} on them, for ${reason} given with the list.`;
  }
  if (read && plan.warnings.some(({ code }) => code === "forgotten-account"))
    return "No changes. The lists of the fleet file are as it says; cars are left on an account that it does not declare.";
  return read
    ? "No changes. The live lists match the fleet file."
    : "No changes in the lists that could be read. For the others, platectl compared with what it last sent.";
}

/** Which lists may hold other cars that are not known, and how to tell platectl of them; undefined for none. */
export function unknownLists(scopes: readonly Pick<PlannedScope, "scope" | "live">[]): string | undefined {
  const unknown = scopes.filter(({ live }) => live.baseline === "unknown");
  if (unknown.length === 0) return undefined;
  return othersUnknown(
    unknown.map(({ scope }) => scope),
    unknown.find(({ live }) => live.older)?.live.older,
  );
}

/** Of lists that cannot be read: what is not known of them, and what says it. `older` is a commit whose fleet file named more cars. */
export function othersUnknown(scopes: readonly Scope[], older?: PlannedScope["live"]["older"]): string {
  return `Which other cars are on ${scopesInWords(scopes)} is not known; ${adoptHint(scopes, older)}.`;
}

/** Most lists that a sentence names. */
const MOST_SCOPES_NAMED = 3;

/** `account 4711, account 4712 and 3 more`. */
export function scopesInWords(scopes: readonly Scope[]): string {
  const named = scopes.slice(0, MOST_SCOPES_NAMED).map(scopeInWords).join(", ");
  const more = scopes.length - MOST_SCOPES_NAMED;
  return more > 0 ? `${named} and ${withCommas(more)} more` : named;
}

/** A commit as git abbreviates it. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 7);
}

/** `yes`, `no`, or nothing where it is not known. */
export function yesOrNo(is: boolean | undefined): string {
  return is === undefined ? "" : is ? "yes" : "no";
}

/** `LEASING,POOL`, or `none`. */
export function featureList(features: readonly string[]): string {
  return features.length === 0 ? "none" : features.join(",");
}

/** `3 verified, 1 rejected`: what happened, without what did not. */
export function outcomesInWords(counts: OutcomeTotals): string {
  const some = outcomeParts(counts).filter(([count]) => count > 0);
  return some.length === 0 ? "nothing to do" : countsInWords(some);
}

/** `Result: 3 verified, 0 acknowledged, 1 rejected, 0 unknown, 0 not sent.` */
export function resultSummary(counts: OutcomeTotals): string {
  return `Result: ${countsInWords(outcomeParts(counts))}.`;
}

/** What became of changes, as counts with their words. */
export function outcomeParts(counts: OutcomeTotals) {
  return [
    [counts.verified, "verified"],
    [counts.acknowledged, "acknowledged"],
    [counts.rejected, "rejected"],
    [counts.unknown, "unknown"],
    [counts.notSent, "not sent"],
  ] as const;
}

function countsInWords(parts: readonly (readonly [count: number, what: string])[]): string {
  return parts.map(([count, what]) => `${withCommas(count)} ${what}`).join(", ");
}
