import type { PlateKey, Scope } from "../allowlist/index.ts";
import { joinResults } from "../apply/index.ts";
import type { Clock, Memory } from "../ports/index.ts";
import type { RunResult } from "../reconcile.ts";

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
  /** How long to wait for a run that has not started, milliseconds. */
  readonly patience: number;
  readonly clock: Clock;
  /** Aborted: wait no more. */
  readonly stop: AbortSignal;
}

/**
 * Runs a part of a sealed plan, and once more when cars that leave its lists have come to those of other parts. Waits for
 * the journal to show it, while another run works on such a list, and else for a while. The run holds no lock meanwhile, so
 * that nobody waits for it. What is still not there stays where it is, for the next run.
 */
export async function finishMoves(once: () => Promise<RunResult>, others: OtherParts): Promise<RunResult> {
  let run = await once();
  // A car that the journal shows and the list does not must not make this look again and again.
  const shown = new Set<PlateKey>();
  for (;;) {
    const moves = movesOf(run, others.elsewhere).filter(({ plateKey }) => !shown.has(plateKey));
    if (run.kind !== "applied" || run.result.interrupted || moves.length === 0) return run;
    const arrived = await arrive(moves, others).catch(() => []);
    for (const { plateKey } of arrived) shown.add(plateKey);
    if (others.stop.aborted) return run;
    // A refusal of this second run must not hide what the first one did.
    const again = await once().catch(() => undefined);
    if (again?.kind !== "applied") return run;
    run = { ...run, result: joinResults(run.result, again.result), plan: { ...run.plan, scopes: again.plan.scopes } };
    if (arrived.length === 0) return run;
  }
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

/** Waits until the journal shows cars on their new list; gives those, and none when it does not come to that. */
async function arrive(moves: readonly Move[], others: OtherParts): Promise<readonly Move[]> {
  const { clock, stop, patience } = others;
  const lists = [...new Set(moves.map(({ to }) => to))];
  const start = clock.monotonic();
  for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    // Asked first: a run that ends between the two questions has written what the second one reads.
    const isBusy = await others.isBusy(lists);
    const memory = await others.memory(lists);
    const arrived = moves.filter((move) => holds(memory, move));
    if (arrived.length > 0 || clock.monotonic() - start >= (isBusy ? LONGEST_WAIT : patience)) return arrived;
    await clock.sleep(pause, stop);
  }
}

function holds(memory: Memory, { to, plateKey }: Move): boolean {
  const entry = memory.get(to)?.entries.get(plateKey);
  return entry !== undefined && !entry.uncertain;
}
