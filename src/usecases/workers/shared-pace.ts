import { Limiter } from "../../run/pace.ts";
import type { Clock } from "../../run/ports/index.ts";
import type { PlanEnd, PlanStore } from "../../state/index.ts";

/** How often a worker asks what the others have learnt of the server, milliseconds. */
const ASK_MS = 1000;
/** When it asks first, milliseconds: those that were started together have lists by then. */
const FIRST_ASK_MS = 250;
/** Until then a worker whose turn it is not sends nothing, milliseconds; it has asked again before. */
const OUT_OF_TURN_MS = 1500;
/** How many requests all of them have in flight at first, as one client has. */
const FIRST_TOGETHER = 4;

/** What a worker asks for and of, and what it does when the plan was ended. */
export interface Sharing {
  readonly hash: string;
  readonly target: string;
  readonly mostAtOnce: number;
  readonly onEnded: (why: PlanEnd) => void;
}

/**
 * A limiter that hears of every pause and every limit that the server has set to another worker of the target, and tells the
 * others of its own. They grow together, as one client would. A state that does not answer leaves each worker to its own pace.
 * `end` ends the questions.
 */
export function shareLimiter(
  plans: Pick<PlanStore, "pace" | "slowDown">,
  { hash, target, mostAtOnce, onEnded }: Sharing,
  { clock, every }: { readonly clock: Clock; readonly every: (milliseconds: number, work: () => void) => () => void },
): { readonly limiter: Limiter; readonly end: () => void } {
  const limiter = new Limiter(clock, mostAtOnce, (pause, half) => {
    plans.slowDown(target, pause, half).catch(() => undefined);
  });
  // It is not known yet how many others there are.
  limiter.share(0, 1);
  let together = FIRST_TOGETHER;
  const ask = async () => {
    const { pause, workers, atOnce = Math.ceil(together / workers), ended } = await plans.pace(target, hash);
    together *= 2;
    if (ended) onEnded(ended);
    limiter.share(atOnce === 0 ? Math.max(pause, OUT_OF_TURN_MS) : pause, Math.max(1, Math.min(atOnce, mostAtOnce)));
  };
  const askNow = () => void ask().catch(() => undefined);
  let stop = every(FIRST_ASK_MS, () => {
    stop();
    askNow();
    stop = every(ASK_MS, askNow);
  });
  return { limiter, end: () => stop() };
}
