import { Limiter } from "../../run/pace.ts";
import type { Clock } from "../../run/ports/index.ts";
import type { PlanEnd, PlanStore } from "../../state/index.ts";

/** How often a worker asks what the others have learnt of the server, milliseconds. */
const ASK_MS = 1000;

/** The pace of one worker among those of a target. */
export interface SharedLimiter {
  readonly limiter: Limiter;
  /** Ends the questions. */
  readonly end: () => void;
}

/** What a worker asks for and of, and what it does when the plan was ended. */
export interface Sharing {
  readonly hash: string;
  readonly target: string;
  readonly mostAtOnce: number;
  readonly onEnded: (why: PlanEnd) => void;
}

/**
 * A limiter that hears of every pause and every limit that the server has set to another worker of the target, and tells the
 * others of its own. A state that does not answer leaves each worker to its own pace.
 */
export function shareLimiter(
  plans: Pick<PlanStore, "pace" | "slowDown">,
  { hash, target, mostAtOnce, onEnded }: Sharing,
  { clock, every }: { readonly clock: Clock; readonly every: (milliseconds: number, work: () => void) => () => void },
): SharedLimiter {
  const limiter = new Limiter(clock, mostAtOnce, (pause, atOnce) => {
    plans.slowDown(target, pause, atOnce).catch(() => undefined);
  });
  const ask = async () => {
    const { pause, atOnce = mostAtOnce, ended } = await plans.pace(target, hash);
    if (ended) onEnded(ended);
    limiter.share(pause, Math.min(atOnce, mostAtOnce));
  };
  return { limiter, end: every(ASK_MS, () => void ask().catch(() => undefined)) };
}
