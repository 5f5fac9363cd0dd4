import type { DesiredState, PlateKey, Scope } from "../../src/allowlist/index.ts";
import type { Plan } from "../../src/plan/index.ts";
import { EXIT, exitCodeFor } from "../../src/run/exit-code.ts";
import type { Memory, WriteRequest } from "../../src/run/ports/index.ts";
import { type RunInputs, type RunResult, reconcile } from "../../src/run/reconcile.ts";
import { StateError } from "../../src/state/index.ts";
import { keyOf } from "../plan/support.ts";
import { failure, MemoryDisk } from "../state/memory-disk.ts";
import { desiredState, type Pool, poolOf, populate, scopesOf } from "./fleet.ts";
import { Judge } from "./judge.ts";
import { isDurable, PLENTY, partsOf, QUIET_MS, storeOn, VIEW } from "./parts.ts";
import { type Knobs, knobsFor, QUIET } from "./profile.ts";
import { Rng } from "./random.ts";
import { tooManyGone } from "./sequence.ts";
import { SimServer } from "./server.ts";
import { Timeline } from "./timeline.ts";
import { simulateWorkers } from "./workers.ts";

const DISK_FAULTS = ["ENOSPC", "EIO", "EMFILE", "EROFS"] as const;
/** Once the server has healed, so many runs may have something to do (V7). */
const MOST_HEALING_RUNS = 2;

/** What a seed came to. */
export interface Verdict {
  readonly violations: readonly string[];
  readonly hash: string;
  readonly runs: number;
  /** Those of the first run. */
  readonly steps: number;
  readonly requests: number;
}

/** Faults that are put where a test wants them, instead of where chance does. */
export interface Placed {
  /** The first run is killed at this step of its own, the second at that one, … */
  readonly crashAt?: readonly number[];
  /** This step of the disk fails, or all from it on. */
  readonly diskFailsAt?: number;
  readonly forEver?: boolean;
  readonly knobs?: Partial<Knobs>;
  /** What passes between two runs, milliseconds; minutes unless given. */
  readonly restMs?: number;
}

/** Lives through a world: runs among faults, then runs without, and what every run did judged. */
export async function simulate(seed: number, profile: string, placed: Placed = {}): Promise<Verdict> {
  if (profile === "workers") return simulateWorkers(seed);
  const world = new World(seed, { ...knobsFor(seed, profile), ...placed.knobs }, placed);
  await world.live();
  return {
    violations: world.violations,
    hash: world.timeline.hash,
    runs: world.runs,
    steps: world.steps,
    requests: world.requests,
  };
}

interface Ended {
  readonly result: RunResult | undefined;
  readonly judge: Judge;
}

class World {
  readonly violations: string[] = [];
  readonly timeline = new Timeline();
  runs = 0;
  steps = 0;
  requests = 0;
  readonly #knobs: Knobs;
  readonly #placed: Placed;
  readonly #rng: Rng;
  /** Which lists a run takes, as with `--account`. */
  readonly #choice: Rng;
  readonly #pool: Pool;
  readonly #server: SimServer;
  /** What lists that cannot be read held before the first run, and what was ever sent to a list. */
  readonly #before = new Map<Scope, ReadonlySet<PlateKey>>();
  readonly #everSent = new Map<Scope, Map<PlateKey, number>>();
  readonly #everAdded = new Map<Scope, Set<PlateKey>>();
  #desired: DesiredState;
  #disk: MemoryDisk;
  #diskRate: number;

  constructor(seed: number, knobs: Knobs, placed: Placed) {
    this.#rng = new Rng(seed);
    this.#choice = new Rng(seed + 3);
    this.#knobs = knobs;
    this.#placed = placed;
    this.#pool = poolOf(knobs, this.#rng);
    const scopes = scopesOf(knobs);
    this.#server = new SimServer(this.timeline, new Rng(seed + 1), knobs, scopes, this.#pool.strangers);
    this.#desired = desiredState(knobs, this.#pool, this.#rng);
    this.#diskRate = knobs.diskRate;
    this.#disk = this.#diskFrom(new MemoryDisk().names);
    for (const plate of this.#rng.some(this.#pool.ours, knobs.poison / Math.max(1, knobs.cars)))
      this.#server.poison.add(plate);
    if (knobs.mode !== "state" || knobs.populated) populate(this.#server, knobs, this.#pool, this.#rng);
    if (knobs.mode === "state") {
      for (const scope of scopes) {
        const rows = [...this.#server.list(scope).values()];
        this.#before.set(scope, new Set(rows.map(({ licenseNumber }) => keyOf(licenseNumber))));
      }
    }
    if (knobs.detach) this.#giveToUsers(new Rng(seed + 2));
  }

  async live(): Promise<void> {
    for (let run = 1; run <= this.#knobs.chaosRuns; run += 1) {
      await this.#run(`run-${run}`, this.#knobs.guarded ? {} : PLENTY);
      // What nobody can list must have landed before the files turn round (reliability F4).
      const rest = this.#knobs.mode === "state" ? QUIET_MS : this.#rng.int(1, 120_000);
      await this.timeline.rest(this.#placed.restMs ?? rest);
      if (this.#knobs.edits) this.#desired = desiredState(this.#knobs, this.#pool, this.#rng);
    }
    if (this.#knobs.guarded && this.#knobs.deleting === "named")
      this.violations.push(...tooManyGone(this.#server.events, this.#desired));
    await this.timeline.rest(QUIET_MS);
    await this.#heal();
  }

  /** Without faults, runs must come to rest, and the list be what the files say. */
  async #heal(): Promise<void> {
    const { policy } = this.#desired;
    this.#desired = { ...this.#desired, policy: { ...policy, allowEmpty: true } };
    const normalise = this.#knobs.normalise === "zero" ? "solid" : this.#knobs.normalise;
    this.#server.knobs = { ...this.#knobs, ...QUIET, deleting: "named", order: "sorted", normalise };
    this.#server.poison.clear();
    this.#diskRate = 0;
    for (let run = 1; run <= MOST_HEALING_RUNS + 1; run += 1) {
      const { result, judge } = await this.#run(`heal-${run}`, PLENTY);
      await this.timeline.rest(QUIET_MS);
      if (result?.kind === "applied" && run === 1) this.#insistOnAnswers(result);
      if (result?.kind !== "applied" || !this.#isAtRest(judge, result)) continue;
      this.#insistOnRest(result);
      return;
    }
    this.violations.push(`V7 does not come to rest within ${MOST_HEALING_RUNS} runs without faults`);
  }

  // A list that shows at once what was done leaves nothing unknown, however small the requests are that the server takes (V7).
  #insistOnAnswers({ result }: RunResult & { kind: "applied" }): void {
    if (this.#knobs.mode === "state" || this.#knobs.lag > 0) return;
    for (const { scope, counts } of result.scopes)
      if (counts.unknown > 0) this.violations.push(`V7 ${counts.unknown} unknown on ${scope} in a run without faults`);
  }

  #isAtRest({ sends }: Judge, { result }: RunResult & { kind: "applied" }): boolean {
    const isHeldBack = result.scopes.some(({ results }) => results.some(({ outcome }) => outcome === "not-sent"));
    return sends.length === 0 && !isHeldBack;
  }

  /** Nothing is left to do, whatever was refused, undone or without effect before. */
  #insistOnRest(result: RunResult & { kind: "applied" }): void {
    const left = result.plan.scopes.flatMap(({ changes }) => changes);
    for (const { action, licenseNumber } of left) this.violations.push(`V7 at rest ${action} ${licenseNumber} is left`);
    const exitCode = exitCodeFor(result);
    if (left.length === 0 && exitCode !== EXIT.ok) this.violations.push(`V7 at rest the exit code is ${exitCode}`);
    for (const { scope, entries } of this.#desired.scopes) {
      const there = new Set([...this.#server.list(scope).values()].map((row) => keyOf(row.licenseNumber)));
      for (const plateKey of entries.keys())
        if (!there.has(plateKey)) this.violations.push(`V6 at rest ${plateKey} is desired and not on ${scope}`);
      const excused = this.#excused(result.plan, scope);
      for (const plateKey of there)
        if (!entries.has(plateKey) && !excused.has(plateKey))
          this.violations.push(`V6 V17 at rest ${plateKey} is on ${scope}, and neither desired nor kept`);
    }
  }

  /** Cars that may be on a list although no file wants them: kept on purpose, or there before and never heard of. */
  #excused(plan: Plan, scope: Scope): ReadonlySet<PlateKey> {
    const planned = plan.scopes.find((one) => one.scope === scope);
    const exempt = planned?.exempt.map((car) => keyOf(car.licenseNumber)) ?? [];
    const isUnknown = planned?.live.baseline === "unknown";
    const sent = this.#everSent.get(scope);
    const before = isUnknown ? [...(this.#before.get(scope) ?? [])] : [];
    const unheard = before.filter((plateKey) => (sent?.get(plateKey) ?? 0) === 0);
    return new Set([...exempt, ...unheard]);
  }

  async #run(name: string, allowances: RunInputs["allowances"]): Promise<Ended> {
    this.runs += 1;
    this.#server.runs = new Set([name]);
    const isChaos = name.startsWith("run");
    this.#fate(isChaos);
    const stop = new AbortController();
    if (isChaos && this.#knobs.interrupt) {
      const at = this.timeline.time + this.#rng.int(1, 20_000);
      this.timeline.at(at, () => stop.abort(new Error("interrupted")));
    }
    const { timeline, runs: pid } = this;
    const isAlive = (other: number) => other === pid;
    const store = storeOn({ disk: this.#disk, timeline, rng: this.#rng, user: "sim", pid, isAlive });
    const watched = {
      name,
      desired: this.#desired,
      ...(isChaos && this.#knobs.guarded && { chosen: this.#choice.some(scopesOf(this.#knobs), 0.6) }),
      memory: new Map(),
      triedBefore: new Map([...this.#everAdded].map(([scope, plates]) => [scope, new Set(plates)])),
      allowances,
      isDurable: (request: WriteRequest) => isDurable(this.#disk, request),
    };
    const judge = new Judge(this.#server, this.timeline, watched);
    this.#server.onSend = (request) => {
      this.#countSent(request, 1);
      judge.onSend(request);
    };
    this.#server.onReply = (request, reply) => {
      if (reply.kind === "not-sent") this.#countSent(request, -1);
      judge.onReply(request, reply);
    };
    const ended = await this.timeline.drive(this.#underLock(store, judge, watched, stop.signal));
    if (this.runs === 1) this.steps = this.timeline.steps;
    this.requests += judge.sends.length;
    const result = this.#conclude(ended, judge, name);
    this.violations.push(...judge.violations);
    return { result, judge };
  }

  async #underLock(
    store: ReturnType<typeof storeOn>,
    judge: Judge,
    watched: {
      memory: Memory;
      readonly desired: DesiredState;
      readonly chosen?: readonly Scope[];
      readonly allowances: RunInputs["allowances"];
      readonly name: string;
    },
    stop: AbortSignal,
  ): Promise<RunResult> {
    const locking = await store.lock(VIEW, { timeout: 0 });
    if (locking.kind === "locked") throw new StateError("io", "locked by a run that is dead");
    const { state } = locking;
    try {
      await state.compact().catch(() => false);
      watched.memory = state.memory();
      const random = new Rng(this.#rng.int(1, 1e9)).next;
      const { timeline } = this;
      const { run, ports, writing } = partsOf({ ...watched, server: this.#server, timeline, state, random, stop });
      const planned = this.#knobs.approve ? await reconcile(run, ports) : undefined;
      const approved = planned?.kind === "planned" ? planned.plan : undefined;
      const confirm = async (plan: Plan): Promise<boolean> => {
        judge.plan = plan;
        if (approved) this.#insistOnApproved(approved, plan, watched.name);
        return true;
      };
      return await reconcile(run, ports, { ...writing, confirm, ...(approved && { approved }) });
    } finally {
      await state.release().catch(() => undefined);
    }
  }

  #insistOnApproved(approved: Plan, plan: Plan, name: string): void {
    const identities = (one: Plan) =>
      one.scopes.flatMap(({ scope, changes }) =>
        changes.map(({ action, licenseNumber }) => `${scope} ${action} ${licenseNumber}`),
      );
    const known = new Set(identities(approved));
    for (const identity of identities(plan))
      if (!known.has(identity)) this.violations.push(`V13 ${name}: ${identity} was not approved`);
  }

  #conclude(ended: { value: RunResult } | { error: unknown }, judge: Judge, name: string): RunResult | undefined {
    this.timeline.note("end");
    if (this.timeline.dead) {
      this.timeline.dead = false;
      this.#disk = this.#diskFrom(this.#disk.after(this.#rng.pick(["process", "power", "power-torn"])).names);
      return undefined;
    }
    if ("value" in ended) {
      judge.onEnd(ended.value, exitCodeFor(ended.value));
      return ended.value;
    }
    const { error } = ended;
    if (error instanceof StateError) judge.onEnd("state-error", EXIT.input);
    else if (!(error instanceof Error && error.message === "interrupted"))
      this.violations.push(`V14 ${name}: ${error instanceof Error ? error.stack : String(error)}`);
    return undefined;
  }

  #countSent({ scope, action, cars }: WriteRequest, times: number): void {
    if (action === "detach") return;
    const sent = this.#everSent.get(scope) ?? new Map<PlateKey, number>();
    this.#everSent.set(scope, sent);
    for (const { licenseNumber } of cars) sent.set(keyOf(licenseNumber), (sent.get(keyOf(licenseNumber)) ?? 0) + times);
    if (action !== "add") return;
    const added = this.#everAdded.get(scope) ?? new Set<PlateKey>();
    this.#everAdded.set(scope, added);
    for (const { licenseNumber } of cars) added.add(keyOf(licenseNumber));
  }

  #fate(isChaos: boolean): void {
    const { crashAt } = this.#placed;
    this.timeline.steps = 0;
    this.timeline.crashAt = crashAt?.[this.runs - 1];
    if (isChaos && this.#knobs.crash && crashAt === undefined && this.#rng.chance(0.7))
      this.timeline.crashAt = this.#rng.int(1, this.#rng.pick([40, 150, 500]));
  }

  #diskFrom(names: MemoryDisk["names"]): MemoryDisk {
    return new MemoryDisk((_, name) => {
      this.timeline.step(name);
      const { diskFailsAt, forEver } = this.#placed;
      const isPlaced =
        diskFailsAt !== undefined &&
        this.runs === 1 &&
        (forEver ? this.timeline.steps >= diskFailsAt : this.timeline.steps === diskFailsAt);
      if (isPlaced || this.#rng.chance(this.#diskRate)) throw failure(this.#rng.pick(DISK_FAULTS));
    }, names);
  }

  #giveToUsers(rng: Rng): void {
    const plates = [...this.#pool.ours.map((plate) => plate.toUpperCase()), ...this.#pool.strangers];
    for (const scope of scopesOf(this.#knobs))
      this.#server.held.set(scope, new Map(["51", "52"].map((id) => [id, new Set(rng.some(plates, 0.4))])));
  }
}
