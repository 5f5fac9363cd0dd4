import type { Scope, UndoneChange } from "../allowlist/index.ts";
import type { Change } from "../plan/index.ts";
import type { CarsOf, CarToWrite, OutcomeKind, WriteAction } from "../ports/index.ts";
import { MAX_ATTEMPTS } from "../runtime/retry-policy.ts";
import type { ChangeResult, NoEffect } from "./report.ts";

/** How far one change has come; `planned` is not yet released, `pending` waits to be sent. */
export type ChangeState = "planned" | "pending" | OutcomeKind;

/** One change on its way to its outcome, as it stands now: the same item tells something else after the next mark. */
export interface TrackedChange {
  readonly change: Change;
  readonly state: ChangeState;
  /** The last batch that carried it. */
  readonly batch: number | undefined;
  readonly attempts: number;
  readonly error: string | undefined;
  readonly traceId: string | undefined;
  /** A send of it once had no definite outcome: it may still take effect. */
  readonly doubted: boolean;
  /** The server confirmed it, the list was read, and its settle time ended without it. */
  readonly hadNoEffect: boolean;
  /** Adds: the spelling of a row that was not there before the add was first sent, and may be the car's. */
  readonly twin: string | undefined;
  /** An earlier run saw the server confirm it without effect: this is no news, and no reason to stop the run. */
  readonly wasIdle: boolean;
  /** What it comes to if it is not sent again after all. */
  readonly fallback: Fallback | undefined;
}

interface Fallback {
  readonly state: OutcomeKind;
  readonly error: string;
  readonly hadNoEffect?: true;
}

type OwnItem = { -readonly [Key in keyof TrackedChange]: TrackedChange[Key] };

/** What a mark may say besides the state. */
export interface Remark {
  readonly batch?: number;
  readonly error?: string;
  readonly traceId?: string;
  readonly hadNoEffect?: true;
  readonly twin?: string;
}

/** Whose cars are changed, how, and whether that can be seen. */
export interface TrackedWork extends CarsOf {
  readonly action: WriteAction;
  readonly isRead?: boolean;
}

/**
 * The changes of one action on one list, each with exactly one state; in the end, each with exactly one outcome. Adds
 * and feature updates travel together: both are an add on the wire. What a parking user holds is a list, too.
 */
export class ChangeTracker {
  readonly carsOf: CarsOf;
  readonly action: WriteAction;
  /** Whether the list can be read back; else the server's words are all there is. */
  readonly isRead: boolean;
  readonly #items = new Map<string, OwnItem>();

  constructor(work: TrackedWork, changes: readonly Change[]) {
    const { action, isRead = true, ...carsOf } = work;
    this.carsOf = carsOf;
    this.action = action;
    this.isRead = isRead;
    for (const change of changes) this.#items.set(change.licenseNumber, newItem(change));
  }

  get scope(): Scope {
    return this.carsOf.scope;
  }

  get size(): number {
    return this.#items.size;
  }

  items(...states: readonly ChangeState[]): TrackedChange[] {
    const all = [...this.#items.values()];
    return states.length === 0 ? all : all.filter((item) => states.includes(item.state));
  }

  item(licenseNumber: string): TrackedChange | undefined {
    return this.#items.get(licenseNumber);
  }

  /** The cars that wait to be sent, as they go on the wire. */
  pendingCars(): CarToWrite[] {
    return this.items("pending").map(({ change }) => ({
      licenseNumber: change.licenseNumber,
      features: change.features?.to ?? [],
    }));
  }

  mark(licenseNumber: string, state: ChangeState, remark: Remark = {}): void {
    const item = this.#items.get(licenseNumber);
    if (!item) throw new Error(`no change names ${JSON.stringify(licenseNumber)}`);
    item.doubted ||= state === "unknown";
    item.state = state;
    item.batch = remark.batch ?? item.batch;
    item.error = remark.error;
    item.traceId = remark.traceId;
    item.hadNoEffect = remark.hadNoEffect ?? false;
    item.twin = remark.twin ?? item.twin;
    item.fallback = undefined;
  }

  /** Takes in what an earlier run found out about a car. */
  recall(licenseNumber: string, { twin, isIdle }: Pick<UndoneChange, "twin" | "isIdle">): void {
    const item = this.#items.get(licenseNumber);
    if (!item) return;
    item.twin = twin;
    item.wasIdle = isIdle ?? false;
  }

  /** What the server confirmed and the list did not show. */
  noEffect(): NoEffect[] {
    return this.items()
      .filter(({ hadNoEffect }) => hadNoEffect)
      .map(({ change: { action, licenseNumber }, twin }) => ({
        action,
        licenseNumber,
        ...(twin !== undefined && { twin }),
      }));
  }

  /** Counts one more attempt at the car; cutting a refused request smaller is none. */
  countAttempt(licenseNumber: string): void {
    const item = this.#items.get(licenseNumber);
    if (item) item.attempts += 1;
  }

  /** Whether the car may be sent once more. */
  mayTryAgain(licenseNumber: string): boolean {
    return (this.#items.get(licenseNumber)?.attempts ?? 0) < MAX_ATTEMPTS.write;
  }

  /** Puts a sent car in line once more; should that not come about, the fallback is its outcome. */
  requeue(licenseNumber: string, fallback: Fallback): void {
    const item = this.#items.get(licenseNumber);
    if (!item) return;
    item.state = "pending";
    item.fallback = fallback;
  }

  /** Gives up sending a car: unsent for this reason, unless an earlier send left its mark. */
  leave(licenseNumber: string, reason: string): void {
    const fallback = this.#items.get(licenseNumber)?.fallback;
    if (fallback) this.mark(licenseNumber, fallback.state, fallback);
    else this.mark(licenseNumber, "not-sent", { error: reason });
  }

  /** Gives up sending all that is not sent yet. */
  leaveUnsent(reason: string): void {
    for (const { change } of this.items("planned", "pending")) this.leave(change.licenseNumber, reason);
  }

  /** One result per change, in the order of the plan. */
  results(): ChangeResult[] {
    return this.items().map(({ change, state, error, traceId }) => ({
      action: change.action,
      licenseNumber: change.licenseNumber,
      ...(change.parkingUser !== undefined && { parkingUser: change.parkingUser }),
      outcome: state === "planned" || state === "pending" ? "not-sent" : state,
      ...(error !== undefined && { error }),
      ...(traceId !== undefined && { traceId }),
    }));
  }
}

function newItem(change: Change): OwnItem {
  return {
    change,
    state: "planned",
    batch: undefined,
    attempts: 0,
    error: undefined,
    traceId: undefined,
    doubted: false,
    hadNoEffect: false,
    twin: undefined,
    wasIdle: false,
    fallback: undefined,
  };
}
