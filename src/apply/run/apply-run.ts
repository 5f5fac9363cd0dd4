import type { InterfaceSettings, LiveScope, Scope } from "../../allowlist/index.ts";
import type { Clock, Journal, ListWriter, Memory, Random, ReadBack } from "../../ports/index.ts";
import { SendGate } from "./send-gate.ts";

/** What applying needs from the world. */
export interface ApplyPorts {
  readonly writer: ListWriter;
  readonly journal: Journal;
  readonly readBack: ReadBack;
  readonly clock: Clock;
  readonly random: Random;
}

/** How far a run has come: cars with a reply, of all that are planned. */
export interface ApplyProgress {
  readonly done: number;
  readonly total: number;
}

/** How long a server may take to show what it confirmed, milliseconds, unless a run is told otherwise. */
export const SETTLE_MS = 30_000;

/** What a run is told. */
export interface ApplyOptions {
  readonly settings: InterfaceSettings;
  /** Aborted: send nothing more. */
  readonly stop: AbortSignal;
  /** Aborted: give up what is in flight, too. */
  readonly cancel: AbortSignal;
  /** When to send nothing more, on the monotonic clock; what was sent is still read back. */
  readonly deadline?: number;
  /** How long a server may take to show what it confirmed, milliseconds. */
  readonly settleMs: number;
  readonly onProgress: (progress: ApplyProgress) => void;
  /** What the state knew when the plan was made. */
  readonly memory: Memory;
  /** Most lists written at once, each with one write in flight; 16 unless given. */
  readonly listsAtOnce?: number;
}

/** What all scopes of one run share. */
export interface ApplyRun {
  readonly ports: ApplyPorts;
  readonly options: ApplyOptions;
  readonly gate: SendGate;
  /** Every scope as it was when the plan was made. */
  readonly liveBefore: ReadonlyMap<Scope, LiveScope>;
  /** The newest reading of every scope. */
  readonly lastLive: Map<Scope, LiveScope>;
  /** Numbers the batches of the run. */
  readonly nextBatch: () => number;
  /** Reports progress: so many more cars have a reply. */
  readonly countDone: (cars: number) => void;
}

/** Starts a run of `total` changes. */
export function startRun(
  ports: ApplyPorts,
  options: ApplyOptions,
  live: ReadonlyMap<Scope, LiveScope>,
  total: number,
): ApplyRun {
  let batches = 0;
  let done = 0;
  return {
    ports,
    options,
    gate: new SendGate(ports.clock, options.stop, options.deadline),
    liveBefore: live,
    lastLive: new Map(live),
    nextBatch: () => {
      batches += 1;
      return batches;
    },
    countDone: (cars) => {
      // A car that is sent again is counted once.
      done = Math.min(total, done + cars);
      options.onProgress({ done, total });
    },
  };
}
