import type { PlanDocument } from "../documents/index.ts";
import { type Target, targetProblem } from "../plan/index.ts";
import { isIntact, NO_DIGEST } from "../render/index.ts";

/** Hours after which an approved plan is refused, unless a run is told otherwise. */
export const PLAN_AGE_HOURS = 72;

const HOUR_MS = 3_600_000;

/** Clocks of two machines may differ by so much. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/** The run that is to apply an approved plan. */
export interface ApprovalTerms {
  readonly maxAgeHours: number;
  /** Of platectl. */
  readonly version: string;
  readonly target: Target;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Why a run must not rely on an approved plan, whichever way it came: as a file, from the state, or from a program. Undefined
 * when it may; what there is to do now is compared later (`stalenessOf`).
 */
export function refusalOf(
  plan: PlanDocument,
  { maxAgeHours, version, target, now }: ApprovalTerms,
): string | undefined {
  if (plan.integrity === NO_DIGEST) return "its plates are masked; use the file written by --plan-file";
  if (!isIntact(plan)) return "it was altered after it was made";
  if (plan.tool.version !== version) return `it was made by platectl ${plan.tool.version}, but this is ${version}`;
  const age = now - Date.parse(plan.createdAt);
  if (age > maxAgeHours * HOUR_MS)
    return `it is ${Math.floor(age / HOUR_MS)} hours old; plans expire after ${maxAgeHours}`;
  if (age < -CLOCK_DIFFERENCE_MS)
    return `it is dated ${plan.createdAt}, which is in the future: check the clocks of both machines`;
  return targetProblem(plan, { mode: plan.mode, target });
}
