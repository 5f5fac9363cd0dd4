import { Limiter } from "../../run/pace.ts";
import type { Clock } from "../../run/ports/index.ts";
import type { PlanStore } from "../../state/index.ts";

/** How often a worker asks what the others have learnt of the server, milliseconds. */
const ASK_MS = 1000;

/** The pace of one worker among those of a target. */
export interface SharedLimiter {
  readonly limiter: Limiter;
  /** Ends the questions. */
  readonly end: () => void;
}

/**
 * A limiter that hears of every pause and every limit that the server has set to another worker of the target, and tells the
 * others of its own. A state that does not answer leaves each worker to its own pace.
 */
export function shareLimiter(
  plans: Pick<PlanStore, "pace" | "slowDown">,
  target: string,
  mostAtOnce: number,
  { clock, every }: { readonly clock: Clock; readonly every: (milliseconds: number, work: () => void) => () => void },
): SharedLimiter {
  const limiter = new Limiter(clock, mostAtOnce, (pause, atOnce) => {
    plans.slowDown(target, pause, atOnce).catch(() => undefined);
  });
  const ask = async () => {
    const { pause, atOnce = mostAtOnce } = await plans.pace(target);
    limiter.share(pause, Math.min(atOnce, mostAtOnce));
  };
  return { limiter, end: every(ASK_MS, () => void ask().catch(() => undefined)) };
}
