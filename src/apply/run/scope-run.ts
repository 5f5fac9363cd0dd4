import type { LiveScope } from "../../allowlist/index.ts";
import { InterfaceError, type JournalEntry, type WriteRequest } from "../../run/ports/index.ts";
import { stateNotWritten } from "./alarms.ts";
import type { ApplyRun } from "./apply-run.ts";
import type { ChangeTracker } from "./change-tracker.ts";
import { type ChangeState, seemsIgnored, type TrackedChange } from "./tracked-change.ts";

/** What writing to one list has shown so far: sizes, pace and refusals. Outlives a read-back. */
export interface WritePace {
  /** Most cars in one request to this list; that of the run holds, too. */
  mostCars: number;
  gapMs: number;
  /** The server confirmed cars of the last request that was answered, and no setback came since. */
  isTrusted: boolean;
  /** How often requests were not answered car by car; those that were under way together count once. */
  setbacks: number;
  /** Cars, and requests, refused since the last one that was accepted. */
  refused: { readonly cars: number; readonly requests: number };
  /** Why nothing more may be sent for these changes, if so. */
  closed: string | undefined;
}

/** The changes of one action on one list while they are applied, with all that sending and verifying them needs. */
export interface ScopeRun {
  readonly tracker: ChangeTracker;
  readonly pace: WritePace;
  readonly journal: JournalWriter;
  readonly run: ApplyRun;
}

/** Starts to apply changes. `mostCars`: most cars in one request, if not as many as earlier runs and the settings allow. */
export function startScope(
  tracker: ChangeTracker,
  run: ApplyRun,
  mostCars = run.options.memory.get(tracker.scope)?.batchSize ?? run.options.settings.batchSize,
): ScopeRun {
  const refused = { cars: 0, requests: 0 };
  const pace = { mostCars, gapMs: 0, isTrusted: false, setbacks: 0, refused, closed: undefined };
  return { tracker, pace, journal: new JournalWriter(run), run };
}

/** A reading of a list, or why there is none; `isFinal`: reading again cannot help. */
export type ReadBackResult =
  | { readonly kind: "live"; readonly live: LiveScope }
  | { readonly kind: "failed"; readonly why: string; readonly isFinal: boolean };

/** Reads the list of these changes once more. */
export async function readBack({ tracker: { carsOf }, run }: ScopeRun): Promise<ReadBackResult> {
  try {
    const live = await run.ports.readBack(carsOf);
    if (carsOf.parkingUser === undefined) run.lastLive.set(carsOf.scope, live);
    return { kind: "live", live };
  } catch (error) {
    if (run.gate.interrupted) return { kind: "failed", why: "the run was interrupted", isFinal: true };
    if (!(error instanceof InterfaceError)) throw error;
    return { kind: "failed", why: error.message, isFinal: error.failure.kind === "auth" || error.endsRun };
  }
}

/** Cars in one entry of what was read back, so that none grows without bound. */
const CARS_AN_ENTRY = 1000;

/**
 * An intent shows for this many milliseconds that the run has the lock. A request that waits longer, for a pause, for its turn
 * or for a login, is recorded again: others may have taken the lock meanwhile, and begun (V24).
 */
const INTENT_HOLDS_MS = 1000;

/** A moment on both clocks: one may jump, the other may stop while a laptop sleeps. */
type Moment = Readonly<Record<"now" | "monotonic", number>>;

/** A request whose intent was handed to the journal. */
export interface WrittenIntent {
  readonly request: WriteRequest;
  readonly batch: number;
  /** Those of its cars that the list has already. */
  readonly listed: readonly string[];
  /** Resolves, once the journal is done with the intent, to when it became durable; undefined where it did not. */
  readonly recorded: Promise<Moment | undefined>;
}

/**
 * What the requests to one list leave in the journal. Outcomes wait for the next intent, so that both cost one append,
 * and that append goes on while a request is under way. A failed append halts the run.
 */
export class JournalWriter {
  readonly #run: ApplyRun;
  #waiting: JournalEntry[] = [];
  #last: Promise<Moment | undefined> = Promise.resolve(undefined);

  constructor(run: ApplyRun) {
    this.#run = run;
  }

  /** Starts to make an intent durable, and with it all outcomes that wait. */
  writeIntent(request: WriteRequest, listed: readonly string[]): WrittenIntent {
    const batch = this.#run.nextBatch();
    const complaint = "nothing is sent that the state cannot record first";
    this.#append([{ kind: "intent", batch, ...request, ...(listed.length > 0 && { listed }) }], complaint);
    return { request, batch, listed, recorded: this.#last };
  }

  /** The intent, or where it had to wait a new one in its place; a run that cannot record that is halted. */
  async renewIntent(intent: WrittenIntent): Promise<WrittenIntent> {
    const recorded = await intent.recorded;
    if (!recorded || !this.#isOld(recorded)) return intent;
    await this.cancelIntent(intent);
    const renewed = this.writeIntent(intent.request, intent.listed);
    await renewed.recorded;
    return renewed;
  }

  #isOld({ now, monotonic }: Moment): boolean {
    const { clock } = this.#run.ports;
    return Math.max(clock.now() - now, clock.monotonic() - monotonic) > INTENT_HOLDS_MS;
  }

  /** Takes back the intent of a request that did not leave. Where the intent is not durable, nothing is written. */
  async cancelIntent({ request, batch, recorded }: WrittenIntent): Promise<void> {
    if (!(await recorded)) return;
    const cars = request.cars.map(({ licenseNumber }) => ({ licenseNumber, outcome: "not-sent" as const }));
    this.writeOutcome({ ...request, kind: "outcome", batch, cars });
  }

  /** Records the outcome of a request; durable with the next intent or flush. */
  writeOutcome(entry: JournalEntry): void {
    this.#waiting.push(entry);
  }

  /**
   * Makes durable what reading the list back has changed; resolves once it is. What the server confirmed and the list shows
   * needs no second entry; only what turned out otherwise does.
   */
  async writeReadBack(tracker: ChangeTracker): Promise<void> {
    await this.flush();
    const cars: CarOutcome[] = [];
    for (const [item, answered] of tracker.takeCorrected()) {
      if (isNews(item, answered)) cars.push(outcomeOf(item));
    }
    if (cars.length === 0) return;
    const { carsOf, action } = tracker;
    const entries = Array.from({ length: Math.ceil(cars.length / CARS_AN_ENTRY) }, (_, at) => {
      const some = cars.slice(at * CARS_AN_ENTRY, (at + 1) * CARS_AN_ENTRY);
      return { kind: "outcome", ...carsOf, action, cars: some } as const;
    });
    this.#append(entries, "the state could not record what was read back");
    await this.#last;
  }

  /** Starts to make durable what waits; resolves once that, and all before it, is over. */
  async flush(): Promise<void> {
    if (this.#waiting.length > 0) this.#append([], "the state could not record what the server answered");
    await this.#last;
  }

  #append(entries: readonly JournalEntry[], complaint: string): void {
    const all = [...this.#waiting, ...entries];
    this.#waiting = [];
    const { journal, clock } = this.#run.ports;
    this.#last = journal.append(all).then(
      () => ({ now: clock.now(), monotonic: clock.monotonic() }),
      (error: unknown) => {
        this.#run.gate.halt(stateNotWritten(complaint, error));
        return undefined;
      },
    );
  }
}

type CarOutcome = Extract<JournalEntry, { kind: "outcome" }>["cars"][number];

function outcomeOf({ change: { licenseNumber }, mark, past: { twin } }: TrackedChange): CarOutcome {
  const { fallback, error } = mark;
  const { state } = fallback ?? mark;
  const outcome = state === "verified" || state === "unknown" ? state : "rejected";
  return {
    licenseNumber,
    outcome,
    ...(error !== undefined && { error }),
    ...(seemsIgnored(mark) && { noEffect: true as const, ...(twin !== undefined && { twin }) }),
  };
}

// A car that waits to be sent again has turned out not to be done: its next intent must start from there.
function isNews({ mark: { state } }: TrackedChange, answered: ChangeState): boolean {
  return state === "pending" ? answered === "acknowledged" : answered !== state;
}
