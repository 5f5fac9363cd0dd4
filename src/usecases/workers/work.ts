import { randomUUID } from "node:crypto";
import type { AlarmCode, Scope } from "../../allowlist/index.ts";
import { type FirstDelete, SendGate, stateNotWritten } from "../../apply/index.ts";
import { exitCodeFor } from "../../run/exit-code.ts";
import type { Journal, ListWriter } from "../../run/ports/index.ts";
import { type RunPorts, type RunResult, reconcile, type WriteInputs } from "../../run/reconcile.ts";
import { type ListInHand, type PlanEnd, type PlanStore, StateError } from "../../state/index.ts";
import { type ListPart, mostBytes, openPart, type PublishedPlan } from "./published-plan.ts";
import { joinedTurns, type ListRun, listRunOf, PLAN_ENDED, turnsOf, waitingIn } from "./reports.ts";

/** How long to wait before it is looked again whether a list is free, milliseconds: those of others may come back. */
const PAUSE_MS = 1000;
/** Lists that could not be read one after the other; then it is the server, and not the list. */
const MOST_UNREADABLE = 3;

/** Alarms that are about a worker, its deadline, its state or a wait that all know of (`pace`): the others can go on. */
const OF_THE_WORKER: ReadonlySet<AlarmCode> = new Set(["deadline", "state-not-written", "server-busy", "refused"]);

/** What a worker needs from the world. */
export interface WorkerPorts extends Omit<RunPorts, "memory" | "origins" | "older"> {
  readonly plans: PlanStore;
  readonly writer: ListWriter;
  readonly options: WriteInputs["options"];
  /** Sees each list's plan before its first write, and says whether to go on. */
  readonly confirm: WriteInputs["confirm"];
  /** Who runs it, for the journal. */
  readonly by: Omit<WriteInputs["run"], "id" | "planHash">;
}

/** How a worker ended: what it did with its lists, and how reading failed. */
export interface WorkDone {
  /** Counted in full; the results name the cars that are not done alone, since a worker may take lists of a million cars. */
  readonly lists: readonly ListRun[];
  readonly unreadable: readonly Extract<RunResult, { readonly kind: "unreadable" }>[];
  /** Lists whose part is not the one that was published, or whose earlier turns cannot be read. */
  readonly altered: readonly Scope[];
  /** What had ended the plan; no list was taken after that. */
  readonly ended: PlanEnd | undefined;
  /** What was thrown, such as a `StateError`; no list was taken after that. */
  readonly failures: readonly unknown[];
}

/**
 * Takes lists of a published plan, that many at once, one after the other, until none is left that is free or may become free.
 * Resolves when the lists in hand are done, whatever a server, the state or `signal` does.
 */
export async function workOn(plan: PublishedPlan, atOnce: number, ports: WorkerPorts): Promise<WorkDone> {
  const work = new Work(plan, ports);
  await Promise.all(Array.from({ length: Math.min(atOnce, plan.lists.size) }, () => work.run()));
  return work;
}

class Work implements WorkDone {
  readonly unreadable: Extract<RunResult, { readonly kind: "unreadable" }>[] = [];
  readonly altered: Scope[] = [];
  readonly failures: unknown[] = [];
  ended: PlanEnd | undefined;
  readonly #plan: PublishedPlan;
  readonly #ports: WorkerPorts;
  readonly #done = new Map<Scope, ListRun>();
  /** Not to be taken again by this worker. */
  readonly #set: Scope[] = [];
  #failedInARow = 0;
  /** Whether one car of the plan was deleted as it should be, whichever worker did it. */
  #isDeleteProven = false;
  /** What the server does to one list holds for all that this worker has. */
  readonly #gate: SendGate;
  /** The most bytes that the row of a list can have. */
  readonly #most: number;

  constructor(plan: PublishedPlan, ports: WorkerPorts) {
    this.#plan = plan;
    this.#ports = ports;
    const { signal, options, clock } = ports;
    this.#gate = options.gate ?? new SendGate(clock, signal, options.deadline);
    this.#most = [...mostBytes(plan).values()].reduce((most, bytes) => Math.max(most, bytes), 0);
  }

  get lists(): readonly ListRun[] {
    return [...this.#done.values()];
  }

  async run(): Promise<void> {
    const { plans, clock, signal } = this.#ports;
    const { target } = this.#plan.document;
    const { interface: rules, timeZone } = this.#plan.common;
    const view = { target: target.fingerprint, rules, timeZone };
    const mayGoOn = () => this.failures.length === 0 && this.#failedInARow < MOST_UNREADABLE;
    while (mayGoOn() && this.#gate.stopReason() === undefined) {
      try {
        const next = await plans.take(this.#plan.hash, view, this.#set, this.#most);
        if (next.kind === "none") return;
        if (next.kind === "ended") return this.#end(next.why);
        if (next.kind === "taken") await this.#apply(next).finally(() => next.state.release());
        else await clock.sleep(PAUSE_MS, signal);
      } catch (error) {
        // A list that was being read is left to the next worker; the requests of the others still have their answers to come.
        if (signal.aborted && error === signal.reason) return;
        this.failures.push(error);
      }
    }
  }

  async #apply(list: ListInHand): Promise<void> {
    const { scope, state } = list;
    const { plans, clock, signal } = this.#ports;
    const part = openPart(this.#plan, scope, list.part);
    const earlier = part && earlierTurns(this.#plan, list);
    if (!earlier) {
      this.altered.push(scope);
      this.#set.push(scope);
      return;
    }
    const from = clock.now();
    const run = await reconcile(this.#inputs(part), this.#runPorts(list), this.#writing(list, part));
    if (run.kind === "unreadable") {
      if (signal.aborted) return;
      this.unreadable.push(run);
      this.#set.push(scope);
      this.#failedInARow += 1;
      return;
    }
    this.#failedInARow = 0;
    const done = listRunOf(part, { earlier, memory: state.memory().get(scope) }, run, { from, to: clock.now() });
    this.#done.set(scope, withoutDone(this.#done.has(scope) ? joinedTurns(earlier, done) : done));
    const isAlarm = done.alarms?.some(({ code }) => !OF_THE_WORKER.has(code)) ?? false;
    // What an interrupted run has left, the next one does; what it has done is read from the list then.
    if (signal.aborted && !isAlarm) return;
    const waits = run.kind === "applied" && earlier.length === 0 && waitingIn(run.plan.scopes[0]).size > 0;
    await plans.end(this.#plan.hash, list, JSON.stringify(done), { waits, isAlarm });
  }

  #end(why: PlanEnd): void {
    this.ended = why;
    this.#gate.end(`the plan was ended: ${PLAN_ENDED[why]}`);
  }

  /** The first delete of the plan goes alone, over all workers; the others wait until one car went as it should. */
  #firstDelete({ state }: ListInHand): FirstDelete {
    const { plans } = this.#ports;
    const { hash } = this.#plan;
    const lock = state.holder.id;
    // Adds were sent before: what is known of them must be reported.
    const halt = (error: unknown) =>
      this.#gate.halt(stateNotWritten("the state could not say who deletes first", error));
    return {
      begin: async (isShown) => {
        while (!this.#isDeleteProven && this.#gate.stopReason() === undefined) {
          const turn = await plans.firstDelete(hash, lock, isShown).catch(halt);
          if (!turn) return false;
          if (turn.kind === "alone") return true;
          if (turn.kind === "ended") this.#end(turn.why);
          else if (turn.kind === "wait") await this.#gate.pause(PAUSE_MS);
          else if (isShown) this.#isDeleteProven = true;
          else return false;
        }
        return false;
      },
      wentWell: async () => {
        await plans.firstDeleteWentWell(hash, lock).then(() => {
          this.#isDeleteProven = true;
        }, halt);
      },
    };
  }

  #inputs({ desired, changes, elsewhere }: ListPart): Parameters<typeof reconcile>[0] {
    const { document, common } = this.#plan;
    return {
      desired: {
        ...common,
        scopes: [desired],
        notLookedAt: { scopes: new Set(elsewhere.values()), wanted: elsewhere },
      },
      warnings: [],
      target: document.target,
      scopes: [desired.scope],
      allowances: {},
      source: { kind: "part", plan: { ...document, scopes: [{ scope: desired.scope, changes }] } },
      ...(document.choice && { choice: document.choice }),
    };
  }

  #runPorts({ state }: ListInHand): RunPorts {
    const { reader, clock, random, signal } = this.#ports;
    return { reader, clock, random, signal, memory: () => state.memory() };
  }

  #writing(list: ListInHand, { desired: { scope }, changes }: ListPart): WriteInputs {
    const { document, hash } = this.#plan;
    const { writer, options, confirm, by } = this.#ports;
    return {
      writer,
      journal: startedLate(list.state),
      options: { ...options, gate: this.#gate, firstDelete: this.#firstDelete(list) },
      approved: { ...document, scopes: [{ scope, changes }] },
      confirm,
      run: { ...by, id: randomUUID(), planHash: hash },
      exitCode: exitCodeFor,
    };
  }
}

// Before the first intent nothing is sent: what opens a run waits for it, and is durable with it. Each write is a transaction.
function startedLate(journal: Journal): Journal {
  let opening: Parameters<Journal["append"]>[0] = [];
  return {
    async append(entries) {
      if (entries[0]?.kind === "run") {
        opening = entries;
        return;
      }
      const waiting = opening;
      opening = [];
      try {
        await journal.append([...waiting, ...entries]);
      } catch (error) {
        opening = waiting;
        throw error;
      }
    },
  };
}

function earlierTurns(plan: PublishedPlan, { scope, reports }: ListInHand): readonly ListRun[] | undefined {
  try {
    return turnsOf(plan, scope, reports);
  } catch (error) {
    if (error instanceof StateError && error.failure === "altered") return undefined;
    throw error;
  }
}

function withoutDone({ list, ...run }: ListRun): ListRun {
  const results = list.results.filter(({ outcome }) => outcome !== "verified" && outcome !== "acknowledged");
  return { ...run, list: { ...list, results } };
}
