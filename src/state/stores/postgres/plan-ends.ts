import type { JournalRecord } from "../../journal/record.ts";
import type { PlanEnd } from "../published-plans.ts";

/** The stage of a list with which nothing is left to do. */
export const ENDED = 2;

/** A condition: lists of the plan `p` are not done. */
export const IS_LEFT = (schema: string) =>
  `exists (select from ${schema}.plan_list l where l.plan = p.hash and stage < ${ENDED})`;

/** Ends the plans `p` of a target that may still be done. */
export const END_PLANS = (schema: string, why: PlanEnd, target: string) =>
  `update ${schema}.plan p set ended = '${why}' where target = ${target} and ended is null and ${IS_LEFT(schema)}`;

/** A run that is about to delete, by its target and the hash of the plan that was approved. */
export interface Deleting {
  readonly target: string;
  readonly planHash: string | null;
}

/** Says of an append whether a run is about to delete. */
export function deletingIn(records: readonly JournalRecord[]): Deleting | undefined {
  const entries = records.flatMap((record) => record.entries);
  const [first] = records;
  if (!first || !entries.some(({ kind }) => kind === "deletes-planned")) return undefined;
  const run = entries.find((entry) => entry.kind === "run");
  return { target: first.target, planHash: run?.planHash ?? null };
}
