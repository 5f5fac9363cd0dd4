import { type DesiredState, dayIn, type Scope } from "../../src/allowlist/index.ts";
import { type Plan, targetOf } from "../../src/plan/index.ts";
import { EXIT, exitCodeFor } from "../../src/run/exit-code.ts";
import type { Limiter, LimiterAnswer } from "../../src/run/pace.ts";
import type { ListWriter, Memory, WriteRequest } from "../../src/run/ports/index.ts";
import { type RunInputs, type RunResult, reconcile } from "../../src/run/reconcile.ts";
import { type PlanStore, StateError, type Store, storeOver } from "../../src/state/index.ts";
import {
  mostBytes,
  openPublished,
  type PublishedPlan,
  planToPublish,
  shareLimiter,
  type WorkDone,
  wholeReport,
  workOn,
} from "../../src/usecases/workers/index.ts";
import { turnsOf } from "../../src/usecases/workers/reports.ts";
import { keyOf } from "../plan/support.ts";
import { desiredState, type Pool, poolOf, scopesOf } from "./fleet.ts";
import { Hand } from "./hand.ts";
import { Judge } from "./judge.ts";
import { PLENTY, QUIET_MS } from "./parts.ts";
import { type Knobs, knobsFor, PLAIN, QUIET } from "./profile.ts";
import { Rng } from "./random.ts";
import { SimServer } from "./server.ts";
import { SharedStore } from "./shared-store.ts";
import type { Verdict } from "./simulate.ts";
import { Crash, Timeline } from "./timeline.ts";

/** How long a worker waits for the lock of one that is dead. */
const LOCK_MS = 120_000;
const FAULTS = ["lost-before", "lost-after", "lost-partly", "5xx-after", "5xx-before", "pause", "not-sent"] as const;

/** What a run over all lists is to do. */
interface Work {
  readonly desired: DesiredState;
  readonly scopes: readonly Scope[];
  readonly allowances: RunInputs["allowances"];
}

/** Lives through a world in which several workers take the lists of published plans over one state. */
export async function simulateWorkers(seed: number): Promise<Verdict> {
  const world = new WorkersWorld(seed);
  await world.live();
  const { violations, runs, requests } = world;
  return { violations, hash: world.timeline.hash, runs, steps: world.steps, requests };
}

class WorkersWorld {
  readonly violations: string[] = [];
  readonly timeline = new Timeline();
  runs = 0;
  steps = 0;
  requests = 0;
  readonly #rng: Rng;
  readonly #knobs: Knobs;
  readonly #pool: Pool;
  readonly #server: SimServer;
  readonly #store = new SharedStore(() => this.timeline.time);
  /** The run under way of each worker. */
  readonly #judges = new Map<string, { readonly judge: Judge; readonly memory: Memory; readonly from: number }>();
  #desired: DesiredState;
  #sealed: Plan | undefined;
  /** The published plan of this round, and since when. */
  #published: { readonly hash: string; readonly from: number } | undefined;
  /** Whether another run has deleted since the plan was published. */
  #isSpent = false;
  /** Workers that died, or lost a lock or a statement, in this round. */
  #losses = 0;
  #deletes = 0;

  constructor(seed: number) {
    this.#rng = new Rng(seed);
    this.#knobs = knobsOf(seed, this.#rng);
    this.#pool = poolOf(this.#knobs, this.#rng);
    this.#server = new SimServer(
      this.timeline,
      new Rng(seed + 1),
      { ...this.#knobs, ...QUIET, deleting: "named" },
      scopesOf(this.#knobs),
      this.#pool.strangers,
    );
    this.#desired = this.#nextFiles();
    this.#server.onSend = (request, run) => this.#onSend(request, run);
    this.#server.onReply = (request, reply, run) => this.#judges.get(run)?.judge.onReply(request, reply);
  }

  async live(): Promise<void> {
    await this.#whole("first");
    const rounds = this.#rng.int(1, 3);
    for (let round = 1; round <= rounds; round += 1) {
      this.#server.knobs = this.#knobs;
      this.#desired = this.#nextFiles();
      await this.#round(round);
      await this.timeline.rest(QUIET_MS);
    }
    this.#server.knobs = { ...this.#knobs, ...QUIET, deleting: "named" };
    const healed = await this.#whole("heal");
    this.#insist(healed?.kind === "applied" && exitCodeFor(healed) === EXIT.ok, "V7 one run does not heal the world");
    this.#insistOnFiles("V7 after one run");
    this.#insist(this.#store.held.size === 0, "V7 a lock is left");
    const before = this.requests;
    await this.#whole("last");
    this.#insist(this.requests === before, "V7 the run after the one that heals still sends");
  }

  #nextFiles(): DesiredState {
    const desired = desiredState(this.#knobs, this.#pool, this.#rng);
    return { ...desired, policy: { ...desired.policy, allowEmpty: true } };
  }

  /** One published plan over everything, and its workers, some of which die or lose their locks or their connections. */
  async #round(round: number): Promise<void> {
    const all = this.#desired.scopes.map(({ scope }) => scope);
    const allowances = this.#rng.pick([PLENTY, PLENTY, {}, { ...PLENTY, deletes: this.#rng.int(0, 6) }]);
    const planner = new Hand(`plan-${round}`, this.timeline);
    const work = { desired: this.#desired, scopes: all, allowances };
    const planning = await this.timeline.drive(this.#publish(planner, work));
    const hash = "value" in planning ? planning.value : undefined;
    if (hash === undefined) return;
    this.#published = { hash, from: this.timeline.time };
    this.#losses = 0;
    this.#isSpent = false;
    if (this.#rng.chance(0.2)) await this.#between(round);
    const lives = Array.from({ length: this.#rng.int(2, 4) }, (_, at) => this.#life(`${round}-${at + 1}`, hash));
    const ended = await this.timeline.drive(Promise.all(lives));
    if ("error" in ended) throw ended.error;
    await this.#insistOnReport(hash);
    this.#insistOnOneHurt();
    this.#sealed = undefined;
    this.#published = undefined;
  }

  /** An ordinary run of one list, after the plan was published. */
  async #between(round: number): Promise<void> {
    const [sealed, published] = [this.#sealed, this.#published];
    this.#sealed = undefined;
    this.#published = undefined;
    const before = this.#deletes;
    const [first] = this.#rng.shuffled(this.#desired.scopes);
    await this.#whole(`between-${round}`, first ? [first.scope] : []);
    this.#isSpent = this.#deletes > before;
    this.#sealed = sealed;
    this.#published = published && { ...published, from: this.timeline.time };
  }

  /** A delete that takes more than it names hurts one list, unless a worker is lost before it can say so. */
  #insistOnOneHurt(): void {
    const { from = 0 } = this.#published ?? {};
    const isPlanned = (scope: Scope, plateKey: string) =>
      this.#sealed?.scopes
        .find((one) => one.scope === scope)
        ?.changes.some((one) => one.action === "delete" && one.plateKey === plateKey);
    const hurt = new Set(
      this.#server.events
        .filter(({ scope, plateKey, present, time }) => !present && time >= from && !isPlanned(scope, plateKey))
        .map(({ scope }) => scope),
    );
    const isHeld = this.#knobs.mode === "state" || hurt.size <= 1 + this.#losses;
    this.#insist(isHeld, `V24 ${hurt.size} lists are hurt, ${this.#losses} workers were lost`);
  }

  async #publish(hand: Hand, work: Work): Promise<string | undefined> {
    const store = this.#storeOf(hand);
    const memory = await store.memory(VIEW);
    const run = await reconcile(
      this.#inputs(work),
      this.#ports(hand, () => memory),
    );
    if (run.kind !== "planned" || run.plan.guards.some(({ tripped }) => tripped)) return undefined;
    this.#sealed = run.plan;
    const day = dayIn("UTC", this.timeline.clock().now());
    const meta = {
      tool: { name: "platectl", version: "0.0.0" },
      createdAt: new Date(this.timeline.time).toISOString(),
    } as const;
    return plansOf(store).publish(planToPublish(run.plan, this.#desired, { day, partnerUrl: URL_OF_FLEET, meta }));
  }

  // A report of everything with 0 is the promise that everything is done.
  async #insistOnReport(hash: string): Promise<void> {
    const reporting = this.timeline.drive(
      this.#open(hash, plansOf(this.#storeOf(new Hand("report", this.timeline)))).then(async ({ plan, plans }) =>
        wholeReport(plan, await plans.outcomes(hash, mostBytes(plan))),
      ),
    );
    const reported = await reporting;
    if ("error" in reported) throw reported.error;
    const { exitCode, scopes, lists } = reported.value;
    if (exitCode === EXIT.ok) this.#insistOnFiles("V6 after a report that ends with 0");
    for (const { scope, changes } of this.#sealed?.scopes ?? []) {
      const results = scopes.find((one) => one.scope === scope)?.results ?? [];
      const isWhole = changes.length === results.length || lists?.missing.includes(scope);
      this.#insist(isWhole === true, `V1 ${scope}: ${results.length} outcomes for ${changes.length} changes`);
    }
  }

  async #open(hash: string, plans: PlanStore) {
    const stored = await plans.read(hash);
    const plan = stored && openPublished(hash, stored);
    if (!plan) throw new StateError("io", "the plan is not there");
    return { plan, plans };
  }

  /** A worker's life: it may die, and another one may then take its place. */
  async #life(name: string, hash: string): Promise<void> {
    const hand = new Hand(name, this.timeline, new Rng(this.#rng.int(1, 1e9)));
    const startsAt = this.#rng.int(0, 5_000);
    const isReplaced = this.#rng.chance(0.6);
    const after = this.#rng.int(0, 90_000);
    if (this.#rng.chance(0.2))
      this.timeline.at(this.timeline.time + this.#rng.int(0, 20_000), () => this.#unlock(name));
    const stop = new AbortController();
    if (this.#rng.chance(0.15)) {
      const interrupt = () => stop.abort(new Error("interrupted"));
      this.timeline.at(this.timeline.time + this.#rng.int(0, 20_000), interrupt);
    }
    await this.timeline.pass(startsAt);
    const done = await this.#survive(hand, () => this.#work(hand, hash, stop.signal));
    if (done === undefined) this.#losses += 1;
    if (done !== undefined || !isReplaced) return;
    await this.timeline.pass(after);
    const next = new Hand(`${name}-again`, this.timeline);
    await this.#survive(next, () => this.#work(next, hash));
  }

  async #work(hand: Hand, hash: string, signal = NEVER): Promise<WorkDone> {
    const { plan, plans } = await this.#open(hash, plansOf(this.#storeOf(hand)));
    const sharing = { hash, target: TARGET.fingerprint, mostAtOnce: 16, onEnded: () => undefined };
    const every: Hand["every"] = (...args) => hand.every(...args);
    const { limiter, end } = shareLimiter(plans, sharing, { clock: hand.clock(), every });
    const done = await workOn(plan, 1, {
      ...this.#ports(hand, () => new Map()),
      signal,
      plans: {
        ...plans,
        take: async (...args) => {
          const taken = await plans.take(...args);
          if (taken.kind === "taken") this.#watch(hand, taken.state.memory());
          return taken;
        },
        end: (...args) => {
          this.#insistOnKnown(hand.name, plan, args[1].scope, args[2]);
          return plans.end(...args);
        },
      },
      writer: paced(hand.writer(this.#server.writerOf(hand.name)), limiter),
      options: { stop: signal, cancel: NEVER, settleMs: 30_000, onProgress: () => undefined },
      by: { actor: "sim" },
      confirm: async (one) => {
        const under = this.#judges.get(hand.name);
        if (under) under.judge.plan = one;
        return true;
      },
    }).finally(end);
    for (const failure of done.failures) throw failure;
    return done;
  }

  #watch(hand: Hand, memory: Memory): Judge {
    const hash = this.#published?.hash;
    const isDeleteProven = () => hash !== undefined && this.#store.turnOf(hash).wentWell;
    const watched = { name: hand.name, desired: this.#desired, memory, allowances: PLENTY, isDeleteProven };
    const judge = new Judge(this.#server, this.timeline, { ...watched, isDurable: (one) => this.#isDurable(one) });
    for (const law of this.#judges.get(hand.name)?.judge.violations ?? []) this.violations.push(law);
    this.#judges.set(hand.name, { judge, memory, from: this.timeline.time });
    this.#server.runs = new Set([...this.#server.runs, hand.name]);
    return judge;
  }

  async #whole(name: string, scopes = scopesOf(this.#knobs)): Promise<RunResult | undefined> {
    const hand = new Hand(name, this.timeline);
    const work = { desired: this.#desired, scopes, allowances: PLENTY };
    const ended = await this.timeline.drive(this.#survive(hand, () => this.#once(hand, work)));
    await this.timeline.rest(QUIET_MS);
    if ("error" in ended) throw ended.error;
    return ended.value;
  }

  async #survive<Result>(hand: Hand, work: () => Promise<Result>): Promise<Result | undefined> {
    this.runs += 1;
    try {
      const result = await work();
      return hand.dead ? undefined : result;
    } catch (error) {
      if (!hand.dead && !(error instanceof StateError || error instanceof Crash)) throw error;
      return undefined;
    } finally {
      this.steps = Math.max(this.steps, hand.steps);
      for (const law of this.#judges.get(hand.name)?.judge.violations ?? []) this.violations.push(law);
    }
  }

  async #once(hand: Hand, work: Work): Promise<RunResult> {
    const locking = await this.#storeOf(hand).lock({ ...VIEW, scopes: work.scopes }, { timeout: LOCK_MS });
    if (locking.kind === "locked") throw new StateError("io", "locked by another worker");
    const { state } = locking;
    const judge = this.#watch(hand, state.memory());
    const signal = new AbortController().signal;
    const options = { stop: signal, cancel: signal, settleMs: 30_000, onProgress: () => undefined };
    try {
      return await reconcile(
        this.#inputs(work),
        this.#ports(hand, () => state.memory()),
        {
          writer: hand.writer(this.#server.writerOf(hand.name)),
          journal: state,
          options,
          run: { id: hand.name, actor: "sim" },
          exitCode: exitCodeFor,
          confirm: async (plan) => {
            judge.plan = plan;
            return true;
          },
        },
      );
    } finally {
      await state.release().catch(() => undefined);
    }
  }

  #inputs({ desired, scopes, allowances }: Work): RunInputs {
    return { desired, warnings: [], target: TARGET, scopes, allowances, source: { kind: "own" } };
  }

  #ports(hand: Hand, memory: () => Memory) {
    const random = new Rng(this.#rng.int(1, 1e9)).next;
    return { reader: hand.reader(this.#server), clock: hand.clock(), random, signal: NEVER, memory };
  }

  #storeOf(hand: Hand): Store {
    return storeOver(this.#store.clientOf(hand.access()), {
      cwd: "/",
      clock: hand.clock(),
      random: new Rng(this.#rng.int(1, 1e9)).next,
      owner: { user: "sim", host: hand.name, pid: 1, command: "platectl apply" },
      isAlive: () => true,
      env: {},
      every: (milliseconds, work) => hand.every(milliseconds, work),
    });
  }

  #unlock(name: string): void {
    this.#losses += 1;
    for (const [id, { holder }] of this.#store.held) if (holder.host === name) this.#store.held.delete(id);
  }

  #onSend(request: WriteRequest, run: string): void {
    this.requests += 1;
    const under = this.#judges.get(run);
    if (!under) return;
    under.judge.onSend(request);
    const { scope, action, cars } = request;
    for (const { licenseNumber } of cars) {
      const what = `${run}: ${action} ${licenseNumber} on ${scope}`;
      const changes = this.#sealed?.scopes.find((one) => one.scope === scope)?.changes;
      const isSealed = changes?.some((one) => one.action === action && one.licenseNumber === licenseNumber) ?? true;
      this.#insist(isSealed, `V13 ${what} is not in the sealed plan`);
      if (action === "delete") this.#insistOnArrival(licenseNumber, what);
      if (action === "delete") this.#insistOnTurn(run, cars.length, what);
      this.#insist(!this.#isNeedless(request, licenseNumber, under), `V7 ${what} is sent without need`);
    }
  }

  #insistOnTurn(run: string, cars: number, what: string): void {
    this.#deletes += 1;
    if (!this.#published) return;
    this.#insist(!this.#isSpent, `V18 ${what}, although another run has deleted since the plan was published`);
    const { host, wentWell } = this.#store.turnOf(this.#published.hash);
    const isAlone = wentWell || this.#knobs.mode === "state" || (host === run && cars === 1);
    this.#insist(isAlone, `V24 ${what} before the first delete went well, which ${host ?? "no worker"} has`);
  }

  /** A car must never be on no list because of us. */
  #insistOnArrival(licenseNumber: string, what: string): void {
    const plateKey = keyOf(licenseNumber);
    const to = this.#desired.scopes.find(({ entries }) => entries.has(plateKey))?.scope;
    const isHurt = this.#server.knobs.deleting === "everything";
    const isThere =
      to === undefined || isHurt || [...this.#server.list(to).keys()].some((row) => keyOf(row) === plateKey);
    this.#insist(isThere, `E9 ${what}, which is not on ${to} yet`);
  }

  /** What a worker that died has done is known to the one that takes its list: it says so, each car once. */
  #insistOnKnown(run: string, plan: PublishedPlan, scope: Scope, report: string): void {
    const under = this.#judges.get(run);
    const turns = turnsOf(plan, scope, [report]);
    for (const { action, licenseNumber, outcome } of turns.flatMap(({ list }) => list.results)) {
      if (!under || outcome !== "unknown" || (action !== "add" && action !== "delete")) continue;
      const isKnown = this.#isNeedless({ scope, action }, licenseNumber, under);
      this.#insist(!isKnown, `V6 ${run}: ${action} ${licenseNumber} on ${scope} was done before and is called unknown`);
    }
  }

  /** What was so before the run began, and what the run could read, need not be sent. */
  #isNeedless(
    { scope, action }: Pick<WriteRequest, "scope" | "action">,
    licenseNumber: string,
    { memory, from }: { readonly memory: Memory; readonly from: number },
  ): boolean {
    const plateKey = keyOf(licenseNumber);
    if (this.#knobs.mode === "state") {
      const known = memory.get(scope)?.entries.get(plateKey);
      return action === "add" && known !== undefined && !known.uncertain;
    }
    const [last] = this.#server.events.filter((one) => one.scope === scope && one.plateKey === plateKey).slice(-1);
    return last !== undefined && last.time < from && last.present === (action === "add");
  }

  #isDurable({ scope, action, cars }: WriteRequest): boolean {
    const named = JSON.stringify(cars);
    return this.#store
      .records()
      .some(({ entries }) =>
        entries.some(
          (one) =>
            one.kind === "intent" && one.scope === scope && one.action === action && JSON.stringify(one.cars) === named,
        ),
      );
  }

  #insistOnFiles(when: string): void {
    for (const { scope, entries } of this.#desired.scopes) {
      const there = new Set([...this.#server.list(scope).keys()].map(keyOf));
      for (const plateKey of entries.keys())
        this.#insist(there.has(plateKey), `${when} ${plateKey} is not on ${scope}`);
      for (const plateKey of there) this.#insist(entries.has(plateKey), `${when} ${plateKey} is still on ${scope}`);
    }
  }

  #insist(isHeld: boolean, what: string): void {
    if (!isHeld) this.violations.push(what);
  }
}

const URL_OF_FLEET = new URL("https://fleet.example");
const TARGET = targetOf(URL_OF_FLEET, URL_OF_FLEET, "billing-account");
const VIEW = { target: TARGET.fingerprint, rules: { foldLookalikes: false } };
const NEVER = new AbortController().signal;

/** The longest pause that a client waits for; people are told of a longer one. */
const LONGEST_PAUSE_MS = 300_000;

/** Requests that wait for their turn in a limiter, as those of the client do. */
function paced(writer: ListWriter, limiter: Limiter): ListWriter {
  return {
    headBytes: (request) => writer.headBytes(request),
    async send(request, signal, leaving) {
      const turn = await limiter.begin({ signal, mayLeave: leaving?.mayLeave });
      if (!turn) return { kind: "not-sent", reason: "it was stopped before it was sent", permanent: true };
      let answer: LimiterAnswer = { type: "none" };
      try {
        const reply = await writer.send(request, signal, leaving);
        const asked = reply.kind === "response" ? reply.retryAfter : undefined;
        const pause = asked !== undefined && asked <= LONGEST_PAUSE_MS ? asked : 0;
        if (asked !== undefined || (reply.kind === "response" && reply.status === 429))
          answer = { type: "overloaded", pause };
        return reply;
      } finally {
        limiter.end(turn, answer);
      }
    },
  };
}

function plansOf({ plans }: Store): PlanStore {
  if (!plans) throw new Error("the store holds no plans");
  return plans;
}

function knobsOf(seed: number, rng: Rng): Knobs {
  const mode = rng.pick(["accounts", "accounts", "state"]);
  const writeFaults = rng.chance(0.5) ? [] : rng.some(FAULTS, 0.6);
  return {
    ...knobsFor(seed, "workers"),
    ...PLAIN,
    mode,
    accounts: rng.int(2, 6),
    cars: rng.int(2, 16),
    pageSize: 12,
    writeFaults,
    writeRate: writeFaults.length > 0 ? 0.25 : 0,
    readRate: rng.chance(0.7) ? 0 : 0.03,
    // What a delete takes along is not seen where no list is shown.
    deleting: mode === "accounts" && rng.chance(0.15) ? "everything" : "named",
    detach: false,
    masks: true,
  };
}
