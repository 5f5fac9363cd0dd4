import type { PlateKey, Scope } from "../allowlist/index.ts";
import { joinResults } from "../apply/index.ts";
import type { Clock, Memory } from "../ports/index.ts";
import type { RunResult } from "../reconcile.ts";
import { systemClock } from "../runtime/system-clock.ts";
import type { Io } from "./io.ts";
import type { RunContext } from "./run-context.ts";

/** Longest wait for a run that works on a list, milliseconds: it may be one that ended without giving its lock back. */
const LONGEST_WAIT = 10 * 60_000;
/** Shortest and longest pause between two looks at the journal, milliseconds. */
const SHORTEST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;

/** What waiting for other parts of a plan needs. */
export interface OtherParts {
  /** On which list a car is wanted that this run does not write. */
  readonly elsewhere: ReadonlyMap<PlateKey, Scope>;
  /** What the journal knows of some lists now. */
  readonly memory: (scopes: readonly Scope[]) => Promise<Memory>;
  /** Whether another run holds the lock of one of them. */
  readonly isBusy: (scopes: readonly Scope[]) => Promise<boolean>;
  /** Called once, with how many cars are waited for, and on which lists. */
  readonly onWait?: (cars: number, lists: readonly Scope[]) => void;
  /** How long to wait for a run that has not started, milliseconds. */
  readonly patience: number;
  readonly clock: Clock;
  /** Aborted: wait no more. */
  readonly stop: AbortSignal;
}

/** The other parts of the plan that a run applies a part of. */
export function otherParts(
  { inputs, store, view }: RunContext,
  { quiet, ...options }: Pick<OtherParts, "patience" | "stop"> & { readonly quiet?: boolean },
  io: Io,
): OtherParts {
  return {
    elsewhere: (inputs.whole && inputs.desired.elsewhere) ?? new Map(),
    memory: (reads) => store.memory({ ...view, reads }),
    isBusy: (scopes) => store.isBusy({ ...view, scopes }),
    onWait: (cars, lists) => {
      if (!quiet) io.message(`Waiting for ${movesInWords(cars, lists)}.\n`);
    },
    clock: systemClock,
    patience: options.patience,
    stop: options.stop,
  };
}

/** Lists that a message names. */
const MOST_NAMED = 5;

function movesInWords(cars: number, lists: readonly Scope[]): string {
  const more = lists.length > MOST_NAMED ? ` and ${lists.length - MOST_NAMED} more lists` : "";
  const named = `${lists.slice(0, MOST_NAMED).join(", ")}${more}`;
  return `${cars === 1 ? "1 car that moves" : `${cars} cars that move`} to ${named}, which another part of the plan writes`;
}

/**
 * Runs a part of a sealed plan, and once more when cars that leave its lists go to those of other parts. Before that it waits
 * for the journal to show them there, while another run works on such a list, and else for a while. It holds no lock
 * meanwhile, so that nobody waits for it. What is still not there stays where it is, for the next run.
 */
export async function finishMoves(once: () => Promise<RunResult>, others: OtherParts): Promise<RunResult> {
  const run = await once();
  const moves = movesOf(run, others.elsewhere);
  if (run.kind !== "applied" || run.result.interrupted || moves.length === 0) return run;
  // A journal that cannot be read says nothing; the lists may.
  await arrive(moves, others).catch(() => undefined);
  if (others.stop.aborted) return run;
  // A refusal of this second run must not hide what the first one did.
  const again = await once().catch(() => undefined);
  if (again?.kind !== "applied") return run;
  return { ...run, result: joinResults(run.result, again.result) };
}

/** A car that leaves a list of the run for one outside it. */
interface Move {
  readonly plateKey: PlateKey;
  readonly to: Scope;
}

/** The cars of a run that wait for a list outside it. */
function movesOf(run: RunResult, elsewhere: OtherParts["elsewhere"]): readonly Move[] {
  if (run.kind !== "applied" || run.result.scopes.every(({ counts }) => counts.notSent === 0)) return [];
  const waiting = run.plan.scopes.flatMap(({ exempt }) => exempt.filter(({ rule }) => rule === "waits-for-move"));
  return waiting.flatMap(({ plateKey }) => {
    const to = elsewhere.get(plateKey);
    return to === undefined ? [] : [{ plateKey, to }];
  });
}

/** Waits until the journal shows all of the cars on their new lists, or it need not be waited for any more. */
async function arrive(moves: readonly Move[], others: OtherParts): Promise<void> {
  const { clock, stop, patience } = others;
  const start = clock.monotonic();
  let missing = moves;
  for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const lists = [...new Set(missing.map(({ to }) => to))];
    // Asked first: a run that ends between the two questions has written what the second one reads.
    const isBusy = await others.isBusy(lists);
    const memory = await others.memory(lists);
    missing = missing.filter((move) => !holds(memory, move));
    if (missing.length === 0 || clock.monotonic() - start >= (isBusy ? LONGEST_WAIT : patience)) return;
    if (pause === SHORTEST_PAUSE) others.onWait?.(missing.length, lists);
    await clock.sleep(pause, stop);
  }
}

function holds(memory: Memory, { to, plateKey }: Move): boolean {
  const entry = memory.get(to)?.entries.get(plateKey);
  return entry !== undefined && !entry.uncertain;
}
