import type { Scope } from "../../src/allowlist/index.ts";
import type {
  DeleteTurn,
  JournalRecord,
  ListToPublish,
  LockHolder,
  LockOwner,
  PlanEnd,
  PlanToPublish,
} from "../../src/state/index.ts";
import { StateError, type storeOver } from "../../src/state/index.ts";

type JournalStore = Parameters<typeof storeOver>[0];
type Claim = NonNullable<Parameters<JournalStore["read"]>[0]>;
type End = Parameters<JournalStore["append"]>[2];

/** As long as a lock lasts without a sign of life, milliseconds, and how often its holder gives one. */
const LEASE_MS = 60_000;
const BEAT_MS = 15_000;
/** As long as a worker may send where the server bears less than one request for each of them. */
const TURN_MS = 10_000;

interface Held {
  readonly holder: LockHolder;
  readonly claim: Claim;
  seen: number;
}

interface Line {
  readonly seq: number;
  readonly record: JournalRecord;
}

/** What befalls one statement: it is never done, or it is done and its answer is lost. */
export type StatementFault = "never-done" | "answer-lost";

/** How one client reaches the store. */
export interface Access {
  /** Called before each statement; throws when the client is dead. */
  readonly step: (name: string) => Promise<void>;
  readonly fault: () => StatementFault | undefined;
}

/** Does the work of a statement, whole or not at all. */
type Statement = <Result>(name: string, work: () => Result) => Promise<Result>;

type Taking = Awaited<ReturnType<NonNullable<JournalStore["plans"]>["take"]>>;

/** A row of a published plan. */
interface PublishedList extends ListToPublish {
  stage: number;
  reports: readonly string[];
  holder?: string | undefined;
}

interface Published extends Omit<PlanToPublish, "lists"> {
  readonly lists: ReadonlyMap<Scope, PublishedList>;
  ended: PlanEnd | undefined;
  first: string | undefined;
  /** Who had the first delete last, also when its lock was taken away. */
  host: string | undefined;
}

const WENT_WELL = "went well";

/** A journal with a lock for each list, as a database keeps it for many clients: every statement is done whole or not at all. */
export class SharedStore {
  readonly held = new Map<string, Held>();
  /** The lines of each lock, in the order of their first ones. */
  readonly #lines = new Map<string, Line[]>();
  readonly #now: () => number;
  readonly #plans = new Map<string, Published>();
  /** By target, as the row that all workers share. */
  readonly #paces = new Map<string, { notBefore: number; atOnce: number; changedAt: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The host whose delete goes alone, or was the last to go so; undefined when no worker has asked. */
  turnOf(hash: string): { readonly host: string | undefined; readonly wentWell: boolean } {
    const plan = this.#plans.get(hash);
    return { host: plan?.host, wentWell: plan?.first === WENT_WELL };
  }

  records(): readonly JournalRecord[] {
    return [...this.#lines.values()].flat().map(({ record }) => record);
  }

  /** The store as one client has it. */
  clientOf({ step, fault }: Access): JournalStore {
    const statement: Statement = async (name, work) => {
      await step(name);
      const what = fault();
      if (what === "never-done") throw new StateError("io", `${name}: the connection was lost`);
      const result = work();
      await step(`${name} answered`);
      if (what === "answer-lost") throw new StateError("io", `${name}: the answer was lost`);
      return result;
    };
    return {
      name: "sim",
      pause: 500,
      isShared: false,
      locksLists: true,
      lease: {
        seconds: LEASE_MS / 1000,
        beat: BEAT_MS,
        renew: (id) => statement("renew", () => void this.#alive(id)),
      },
      read: (_, lists) => statement("read", () => this.#read(lists)),
      readArchives: () => statement("read archives", () => []),
      readHolders: (claim) => statement("read holders", () => this.#inTheWay(claim).map(({ holder }) => holder)),
      acquire: (holder, claim) => statement("acquire", () => this.#acquire(holder, claim)),
      release: (id, _, must) => statement("release", () => must === undefined && this.held.delete(id)),
      append: (id, records, after) => statement("append", () => this.#append(id, records, after)),
      replace: () => Promise.reject(new StateError("io", "no world is so large")),
      plans: this.#plansFor(statement),
    };
  }

  /** Published plans; a statement that is done whole is a transaction. */
  #plansFor(statement: Statement): NonNullable<JournalStore["plans"]> {
    const listsOf = (hash: string) => this.#plans.get(hash)?.lists ?? new Map<Scope, PublishedList>();
    return {
      publish: (plan) =>
        statement("publish", () => {
          const lists = [...plan.lists].map((list) => [list.scope, { ...list, stage: 0, reports: [] }] as const);
          if (this.#plans.has(plan.hash)) return plan.hash;
          this.#endPlans("newer-plan");
          this.#plans.set(plan.hash, {
            ...plan,
            lists: new Map(lists),
            ended: undefined,
            first: undefined,
            host: undefined,
          });
          return plan.hash;
        }),
      read: (hash) => statement("read plan", () => this.#plans.get(hash)?.header),
      take: (hash, target, holder, but) =>
        statement("take", () => {
          const why = this.#plans.get(hash)?.ended;
          return why ? { kind: "ended", why } : this.#take(listsOf(hash), target, holder, but);
        }),
      end: (hash, scope, lockId, report, { waits, isAlarm }) =>
        statement("end", () => {
          const list = listsOf(hash).get(scope);
          if (!list || list.holder !== lockId) return false;
          list.reports = [...list.reports, report];
          list.stage = waits ? 1 : 2;
          const plan = this.#plans.get(hash);
          if (plan && isAlarm) plan.ended ??= "alarm";
          list.holder = undefined;
          this.held.delete(lockId);
          return true;
        }),
      firstDelete: (hash, lockId, takes) => statement("first delete", () => this.#firstDelete(hash, lockId, takes)),
      firstDeleteWentWell: (hash, lockId) =>
        statement("first delete went well", () => {
          const plan = this.#plans.get(hash);
          if (plan?.first === lockId) plan.first = WENT_WELL;
        }),
      outcomes: (hash) =>
        statement("outcomes", () => {
          const ended = this.#plans.get(hash)?.ended;
          const lists = [...listsOf(hash).values()].map(({ scope, reports, stage, part, holder }) => ({
            ...{ scope, reports, isEnded: stage === 2 },
            ...(ended && stage < 2 && holder === undefined && { part }),
          }));
          return { lists, ...(ended && { ended }) };
        }),
      slowDown: (target, pause, atOnce) => statement("slow down", () => this.#slowDown(target, pause, atOnce)),
      pace: (target, hash, worker) => statement("pace", () => this.#paceOf(target, hash, worker)),
    };
  }

  #slowDown(target: string, pause: number, atOnce: number): void {
    const now = this.#now();
    const all = Math.max(1, Math.floor(atOnce * this.#workersOf(target).length));
    const known = this.#paces.get(target);
    const isNews = known !== undefined && now - known.changedAt > 1_000;
    this.#paces.set(target, {
      notBefore: Math.max(known?.notBefore ?? 0, now + pause),
      atOnce: isNews ? Math.max(1, Math.min(Math.floor(known.atOnce / 2), all)) : (known?.atOnce ?? all),
      changedAt: known && !isNews ? known.changedAt : now,
    });
  }

  #paceOf(target: string, hash: string, { host, pid }: LockOwner) {
    const now = this.#now();
    const ended = this.#plans.get(hash)?.ended;
    const workers = [...new Set([...this.#workersOf(target), `${host} ${pid}`])].sort();
    const number = workers.length;
    const place = (workers.indexOf(`${host} ${pid}`) + Math.floor(now / TURN_MS)) % number;
    const pace = this.#paces.get(target);
    if (pace && now - Math.max(pace.changedAt, pace.notBefore) > 10_000)
      this.#paces.set(target, {
        ...pace,
        atOnce: pace.atOnce + Math.max(1, Math.floor(pace.atOnce / 4)),
        changedAt: now,
      });
    return {
      pause: Math.max(0, (pace?.notBefore ?? 0) - now),
      workers: number,
      ...(pace && { atOnce: Math.floor(pace.atOnce / number) + (place < pace.atOnce % number ? 1 : 0) }),
      ...(ended && { ended }),
    };
  }

  #workersOf(target: string): readonly string[] {
    const held = [...this.held.values()].filter((one) => one.claim !== "all" && one.claim.target === target);
    return [...new Set(held.filter((one) => !this.#isOld(one)).map(({ holder: { host, pid } }) => `${host} ${pid}`))];
  }

  #firstDelete(hash: string, lockId: string, takes: boolean): DeleteTurn {
    const plan = this.#plans.get(hash);
    if (!plan || plan.ended) return { kind: "ended", why: plan?.ended ?? "newer-plan" };
    const held = plan.first === lockId ? undefined : this.held.get(plan.first ?? "");
    const isHeld = held !== undefined && !this.#isOld(held);
    if (plan.first === WENT_WELL || (!takes && !isHeld)) return { kind: "free" };
    if (isHeld) return { kind: "wait" };
    plan.first = lockId;
    plan.host = this.held.get(lockId)?.holder.host;
    return { kind: "alone" };
  }

  #endPlans(why: PlanEnd): void {
    for (const plan of this.#plans.values()) plan.ended ??= why;
  }

  #take(lists: ReadonlyMap<Scope, PublishedList>, target: string, holder: LockHolder, but: readonly Scope[]): Taking {
    const left = [...lists.values()].filter(({ scope, stage }) => stage < 2 && !but.includes(scope));
    const free = left
      .filter((list) => {
        const held = list.holder === undefined ? undefined : this.held.get(list.holder);
        const isReady = list.stage === 0 || list.movesTo.every((scope) => lists.get(scope)?.stage !== 0);
        return isReady && (!held || this.#isOld(held));
      })
      .sort((one, other) => other.size - one.size);
    const [list] = free;
    const mayComeFree = ({ stage, movesTo }: PublishedList) =>
      stage === 0 || !movesTo.some((scope) => but.includes(scope) && lists.get(scope)?.stage === 0);
    if (!list) return { kind: left.some(mayComeFree) ? "wait" : "none" };
    if (!this.#acquire(holder, { target, scopes: [list.scope] })) return { kind: "wait" };
    list.holder = holder.id;
    return { ...list, kind: "taken" };
  }

  #read(lists: { readonly target: string; readonly scopes: readonly Scope[] } | undefined) {
    const wanted = new Set(lists?.scopes);
    const records = this.records().map((record) => ({
      ...record,
      entries: record.entries.filter((entry) => !lists || !("scope" in entry) || wanted.has(entry.scope)),
    }));
    return { records, end: 0, bytes: 0, condition: { kind: "sound" } as const };
  }

  #inTheWay(claim: Claim | undefined): Held[] {
    return [...this.held.values()].filter(
      (one) => claim === undefined || (overlap(one.claim, claim) && !this.#isOld(one)),
    );
  }

  #isOld({ seen }: Held): boolean {
    return this.#now() - seen > LEASE_MS;
  }

  #acquire(holder: LockHolder, claim: Claim): boolean {
    if (this.#inTheWay(claim).length > 0) return false;
    for (const [id, one] of this.held) {
      const isIdle = one.claim !== "all" && one.claim.scopes.length === 0 && this.#isOld(one);
      if (overlap(one.claim, claim) || isIdle) this.held.delete(id);
    }
    this.held.set(holder.id, { holder, claim, seen: this.#now() });
    return true;
  }

  #alive(id: string): boolean {
    const own = this.held.get(id);
    if (own) own.seen = this.#now();
    return own !== undefined;
  }

  // What stands behind `after` is of an append whose answer was lost.
  #append(id: string, records: readonly JournalRecord[], after: End): End {
    if (!this.#alive(id)) throw new StateError("lock-lost", "the lock was lost");
    const entries = records.flatMap((record) => record.entries);
    const run = entries.find((entry) => entry.kind === "run");
    const isDeleting = entries.some(({ kind }) => kind === "deletes-planned");
    if (isDeleting && !this.#plans.has(run?.planHash ?? "")) this.#endPlans("later-run");
    const before = (this.#lines.get(id) ?? []).filter(({ seq }) => seq <= after.records);
    const lines = records.map((record, at) => ({ seq: after.records + 1 + at, record }));
    this.#lines.set(id, [...before, ...lines]);
    return { records: after.records + records.length, bytes: 0 };
  }
}

function overlap(left: Claim, right: Claim): boolean {
  if (left === "all" || right === "all") return true;
  return left.scopes.some((scope) => right.scopes.includes(scope));
}
