import type { Alarm, InterfaceSettings, LiveEntry, LiveScope, PlateKey, Scope } from "../../allowlist/index.ts";
import type { Exemption } from "../../plan/index.ts";
import { createRetryBudget, type RetryBudget } from "../../run/pace.ts";
import type { Clock, Journal, ListWriter, Memory, Random, ReadBack } from "../../run/ports/index.ts";
import { alarm } from "./alarms.ts";
import { RequestSize } from "./request-size.ts";

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

/** How long a server may take to show what it confirmed, milliseconds, unless a run sets another time. */
export const SETTLE_MS = 30_000;

/** The settings of a run. */
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
  /** Why a car stays that no file wants and that a reading shows; as in the plan, whichever reading it is. */
  readonly exemption: (scope: Scope, entry: LiveEntry) => Exemption | undefined;
  /** Most lists written at once, and most adds of one list, of which four are enough; 16 unless given. */
  readonly writesAtOnce?: number;
  /** Of the run that this is a part of: its limits hold for all of its parts. */
  readonly gate?: SendGate;
  readonly firstDelete?: FirstDelete;
}

/** The first delete of a run that is done in parts, by several processes: it goes alone over all of them. */
export interface FirstDelete {
  /**
   * Waits until this part may delete, or sending has ended. `isShown`: its list shows what a delete does. Resolves to whether
   * its first delete is that of the whole run.
   */
  begin(isShown: boolean): Promise<boolean>;
  /** One car went as it should: the others may delete. */
  wentWell(): Promise<void>;
}

/** What all scopes of one run share. */
export interface ApplyRun {
  readonly ports: ApplyPorts;
  readonly options: ApplyOptions;
  readonly gate: SendGate;
  readonly size: RequestSize;
  /** Every scope as it was when the plan was made. */
  readonly liveBefore: ReadonlyMap<Scope, LiveScope>;
  /** The newest reading of every scope. */
  readonly lastLive: Map<Scope, LiveScope>;
  /** The cars that went off a list together with those that were deleted. */
  readonly taken: Map<Scope, ReadonlySet<PlateKey>>;
  /** Numbers the batches of the run. */
  readonly nextBatch: () => number;
  /** Reports progress: how many more cars have a reply. */
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
    gate: options.gate ?? new SendGate(ports.clock, options.stop, options.deadline),
    size: new RequestSize(options.settings.batchSize),
    liveBefore: live,
    lastLive: new Map(live),
    taken: new Map(),
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

/** Why a run sends nothing more after its deadline. */
export const DEADLINE_OVER = "the time of this run (--deadline) is over";

const RETRIES_USED_UP = "the server failed so often that this run has no retries left";

/** This many batches in a row without a definite outcome, and the run stops sending. */
const MAX_INDEFINITE_BATCHES = 3;

/** This many batches that the server confirmed without effect, and the run stops sending. */
const MAX_NO_EFFECT_BATCHES = 2;

/** This many deletes may be refused when they are sent alone before the run gives up deleting. */
const MAX_CANARIES = 3;

/** Longest wait that a server may ask for before the run stops instead, milliseconds. */
const LONGEST_RETRY_AFTER_MS = 10 * 60_000;

/** Decides, for all scopes of one run, whether and when a request may be sent. Once halted, nothing more is sent. */
export class SendGate {
  readonly #clock: Clock;
  readonly #stop: AbortSignal;
  readonly #deadline: number;
  /** For the retries of the whole run. */
  readonly budget: RetryBudget;
  readonly #alarms = new Map<string, Alarm>();
  readonly #closed = new Map<Scope, string>();
  #halted: string | undefined;
  /** On the monotonic clock; nothing is sent before. */
  #notBefore = 0;
  #indefiniteInRow = 0;
  #withoutEffect = 0;
  #refusedDeletes = 0;

  /** `deadline`: on the monotonic clock. */
  constructor(clock: Clock, stop: AbortSignal, deadline = Number.POSITIVE_INFINITY) {
    this.#clock = clock;
    this.#stop = stop;
    this.#deadline = deadline;
    const { spend, earn } = createRetryBudget();
    this.budget = {
      earn,
      spend: (cost) => {
        const isAfforded = spend(cost);
        if (!isAfforded) this.raise(alarm("retries-used-up", RETRIES_USED_UP));
        return isAfforded;
      },
    };
  }

  /** What stopped the run, or should have. */
  get alarms(): readonly Alarm[] {
    return [...this.#alarms.values()];
  }

  get interrupted(): boolean {
    return this.#stop.aborted;
  }

  /** Why nothing more may be sent: to the scope if one is named, else to any. Undefined when it may. */
  stopReason(scope?: Scope): string | undefined {
    if (this.interrupted) return "the run was interrupted";
    if (this.#clock.monotonic() >= this.#deadline) return DEADLINE_OVER;
    return this.#halted ?? (scope === undefined ? undefined : this.#closed.get(scope));
  }

  /** Keeps an alarm for the report, the first one of its code for a list or for the run; sending goes on. */
  raise(one: Alarm): void {
    const key = `${one.code} ${one.scope}`;
    if (!this.#alarms.has(key)) this.#alarms.set(key, one);
  }

  /** Stops all sending for good; the first reason is kept. */
  halt(reason: Alarm): void {
    this.raise(reason);
    this.end(reason.message);
  }

  /** The same for a reason that somebody else reports. */
  end(reason: string): void {
    this.#halted ??= reason;
  }

  /** Stops sending to one scope for good; the first reason is kept. */
  close(scope: Scope, reason: string): void {
    if (!this.#closed.has(scope)) this.#closed.set(scope, reason);
  }

  /** A wait that the server asks for holds for every scope; one that is too long ends the run instead. */
  applyRetryAfter(milliseconds: number): void {
    if (milliseconds > LONGEST_RETRY_AFTER_MS) {
      const minutes = Math.round(milliseconds / 60_000);
      const asks = `the server asks to wait ${minutes} minutes, which is longer than a run waits; run again then`;
      this.halt(alarm("server-busy", asks));
    }
    this.#notBefore = Math.max(this.#notBefore, this.#clock.monotonic() + milliseconds);
    if (this.#notBefore >= this.#deadline)
      this.halt(alarm("server-busy", "the server asks to wait until the time of this run (--deadline) is over"));
  }

  /** Milliseconds until the next request may be sent; 0 also when none may be sent any more. */
  get wait(): number {
    return this.stopReason() === undefined ? Math.max(0, this.#notBefore - this.#clock.monotonic()) : 0;
  }

  /** Sleeps; an interrupt ends the sleep, and the caller checks for it. */
  async pause(milliseconds: number): Promise<void> {
    try {
      await this.#clock.sleep(milliseconds, this.#stop);
    } catch (error) {
      if (!this.interrupted) throw error;
    }
  }

  /** Counts a reply. `indefinite`: why it is not known what it did, if so. */
  countReply(indefinite: string | undefined): void {
    this.#indefiniteInRow = indefinite === undefined ? 0 : this.#indefiniteInRow + 1;
    if (this.#indefiniteInRow < MAX_INDEFINITE_BATCHES) return;
    const inRow = `stopped after ${MAX_INDEFINITE_BATCHES} batches in a row without a definite outcome (${indefinite})`;
    this.halt(alarm("no-answers", inRow));
  }

  /** Counts a delete that was sent alone and not accepted. */
  countRefusedDelete(): void {
    this.#refusedDeletes += 1;
    const none = `none of the first ${MAX_CANARIES} deletes was accepted`;
    if (this.#refusedDeletes >= MAX_CANARIES) this.halt(alarm("deletes-refused", none));
  }

  /** Counts batches that the server confirmed without effect. */
  countNoEffect(batches: number, advice: string): void {
    this.#withoutEffect += batches;
    if (this.#withoutEffect >= MAX_NO_EFFECT_BATCHES)
      this.halt(alarm("no-effect", `the server confirms changes that have no effect ${advice}`));
  }
}
