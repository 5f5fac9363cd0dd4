import type { z } from "zod";
import type { JournalRecord } from "../../journal/record.ts";
import type { PlanEnd } from "../published-plans.ts";
import { StateError } from "../state-error.ts";

/** The stage of a list with which nothing is left to do. */
export const ENDED = 2;

/** A condition: lists of the plan `p` are not done. */
export const IS_LEFT = `exists (select from @plan_list l where l.plan = p.hash and stage < ${ENDED})`;

/** Ends the plans `p` of a target that may still be done. */
export const END_PLANS = (why: PlanEnd, target: string) =>
  `update @plan p set ended = '${why}' where target = ${target} and ended is null and ${IS_LEFT}`;

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

/** Letters of a list's name in a message. */
export const LONGEST_NAME = 40;

/** A row of a published plan in its form, without what is null; its column `name` names the list. Throws a `StateError` for any other. */
export function rowOf<Row>(shape: z.ZodType<Row>, row: Readonly<Record<string, unknown>>, hash: string): Row {
  const reading = shape.safeParse(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
  if (reading.success) return reading.data;
  throw new StateError(
    "altered",
    `The row of ${String(row["name"])} in the published plan ${hash} was altered after it was written, or another version of platectl ` +
      "wrote it. Find out who writes to the state, publish a new plan and have it approved.",
  );
}
