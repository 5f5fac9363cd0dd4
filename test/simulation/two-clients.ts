import type { DesiredState, Scope } from "../../src/allowlist/index.ts";
import type { Change, Plan } from "../../src/plan/index.ts";
import { EXIT, exitCodeFor } from "../../src/run/exit-code.ts";
import type { WriteRequest } from "../../src/run/ports/index.ts";
import { type RunResult, reconcile } from "../../src/run/reconcile.ts";
import { keyOf } from "../plan/support.ts";
import { MemoryDisk } from "../state/memory-disk.ts";
import { desiredState, type Pool, poolOf, populate, scopesOf } from "./fleet.ts";
import { Judge } from "./judge.ts";
import { isDurable, PLENTY, partsOf, QUIET_MS, storeOn, VIEW } from "./parts.ts";
import { type Knobs, QUIET } from "./profile.ts";
import { Rng } from "./random.ts";
import { type ServerEvent, SimServer } from "./server.ts";
import { Timeline } from "./timeline.ts";

/** Milliseconds that one operation of the disk takes at most. */
const SLOWEST_DISK_MS = 3;

/** One of the two clients: what its file says, where its state is, and when it starts. */
export interface Client {
  readonly name: string;
  readonly desired: DesiredState;
  readonly disk: MemoryDisk;
  /** Milliseconds after the start of the world. */
  readonly startsAt: number;
  /** Milliseconds that it waits for the other one's lock. */
  readonly lockTimeout: number;
}

/** How a client's run ended. */
export interface Ended {
  readonly client: Client;
  /** Undefined when the other client held the lock. */
  readonly result: RunResult | undefined;
  readonly judge: Judge;
  /** It held its state from here … */
  readonly from: number;
  /** … to here, and began to give it back. */
  readonly until: number;
  /** When it was gone. */
  readonly gone: number;
}

/** Two clients before one server: a seed decides how long each request, each answer and each operation of the disks takes. */
export class TwoClients {
  readonly violations: string[] = [];
  readonly timeline = new Timeline();
  readonly server: SimServer;
  readonly newer: DesiredState;
  readonly #knobs: Knobs;
  readonly #rng: Rng;
  readonly #pool: Pool;

  constructor(seed: number, knobs: Knobs) {
    this.#knobs = knobs;
    this.#rng = new Rng(seed);
    this.#pool = poolOf(knobs, this.#rng);
    this.server = new SimServer(this.timeline, new Rng(seed + 1), knobs, scopesOf(knobs), this.#pool.strangers);
    const newer = desiredState(knobs, this.#pool, this.#rng);
    this.newer = { ...newer, policy: { ...newer.policy, allowEmpty: true } };
    if (knobs.mode !== "state") populate(this.server, knobs, this.#pool, this.#rng);
  }

  /** A revision before the newer one: with a car that is gone since, and without one that has come. */
  older(): DesiredState {
    const scopes = this.newer.scopes.map(({ entries, ...scope }) => ({ ...scope, entries: new Map(entries) }));
    const from = this.#rng.pick([scopes[0], ...scopes]);
    const to = this.#rng.pick([scopes[0], ...scopes]);
    const [come] = this.#rng.shuffled(from?.entries.values() ?? []);
    if (come) from?.entries.delete(come.plateKey);
    const features = this.#knobs.mode === "global" ? this.#rng.pick([[], ["LEASING"]]) : [];
    // Under that car's own plate it is a move to another list, or a change of its features.
    const gone = this.#rng.pick(["GONE1", come?.licenseNumber ?? "GONE1"]);
    to?.entries.set(keyOf(gone), {
      licenseNumber: gone,
      plateKey: keyOf(gone),
      features,
      source: { file: "fleet.yaml", line: 1, column: 1 },
    });
    return { ...this.newer, scopes };
  }

  /** A state of its own, or, given to two clients, one for both. Its operations take their time. */
  disk(): MemoryDisk {
    return new MemoryDisk(() => this.timeline.pass(this.#rng.int(0, SLOWEST_DISK_MS)));
  }

  /** Lets the clients run side by side, and judges each. */
  async run(...clients: readonly Client[]): Promise<Ended[]> {
    const judges = new Map<string, Judge>();
    this.server.runs = new Set(clients.map(({ name }) => name));
    this.server.onSend = (request, run) => judges.get(run)?.onSend(request);
    this.server.onReply = (request, reply, run) => judges.get(run)?.onReply(request, reply);
    const all = Promise.all(
      clients.map(async (client, at) => {
        await this.timeline.pass(client.startsAt);
        return this.#live(client, at, judges);
      }),
    );
    const ended = await this.timeline.drive(all);
    if ("error" in ended) throw ended.error;
    await this.timeline.rest(QUIET_MS);
    return ended.value;
  }

  /** One further ordinary run of the newer file, without faults, brings its list about; the next one sends nothing. */
  async insistOnRest(disk: MemoryDisk): Promise<void> {
    this.server.knobs = { ...this.#knobs, ...QUIET };
    const client = { desired: this.newer, disk, startsAt: 0, lockTimeout: 0 };
    const [further] = await this.run({ ...client, name: "further" });
    if (further?.result?.kind !== "applied" || exitCodeFor(further.result) !== EXIT.ok)
      this.violations.push(`V7 the further run ends as ${further?.result?.kind}`);
    const [last] = await this.run({ ...client, name: "last" });
    if (last?.judge.sends.length !== 0) this.violations.push("V7 the run after the further one still sends");
    for (const { scope, entries } of this.newer.scopes) {
      const rows = [...this.server.list(scope).values()];
      const cared = rows.filter(({ care, licenseNumber }) => care || licenseNumber === "ZZ0");
      const wanted = [...entries.values(), ...cared].map((car) => `${keyOf(car.licenseNumber)} ${car.features.join()}`);
      const there = rows.map((car) => `${keyOf(car.licenseNumber)} ${car.features.join()}`);
      const said = `${scope} holds ${there.sort().join("; ")}`;
      if (there.join() !== [...new Set(wanted)].sort().join())
        this.violations.push(`V7 ${said}, not ${wanted.join("; ")}`);
    }
  }

  async #live(client: Client, at: number, judges: Map<string, Judge>): Promise<Ended> {
    const { name, desired, disk } = client;
    const watched = {
      name,
      desired,
      memory: new Map(),
      allowances: PLENTY,
      isDurable: (request: WriteRequest) => isDurable(disk, request),
    };
    const { server, timeline } = this;
    const store = storeOn({ disk, timeline, rng: this.#rng, user: name, pid: at + 1, isAlive: () => true });
    const locking = await store.lock(VIEW, { timeout: client.lockTimeout });
    const judge = new Judge(this.server, this.timeline, { ...watched, isShared: true });
    judges.set(name, judge);
    const from = this.timeline.time;
    if (locking.kind === "locked") return { client, result: undefined, judge, from, until: from, gone: from };
    const { state } = locking;
    const stop = new AbortController().signal;
    const random = new Rng(this.#rng.int(1, 1e9)).next;
    const { run, ports, writing } = partsOf({ ...watched, server, timeline, state, random, stop });
    const confirm = async (plan: Plan): Promise<boolean> => {
      judge.plan = plan;
      return true;
    };
    const result = await reconcile(run, ports, { ...writing, confirm });
    const until = timeline.time;
    judge.onEnd(result, exitCodeFor(result));
    this.violations.push(...judge.violations);
    await state.release();
    const ended = { client, result, judge, from, until, gone: timeline.time };
    this.#insistOnTruth(ended);
    this.#insistOnExitCode(ended);
    return ended;
  }

  /** What is called verified must have been true at some time between its send and the end of its run. */
  #insistOnTruth({ client, result, judge, until }: Ended): void {
    if (result?.kind !== "applied") return;
    const verified = result.result.scopes.flatMap(({ scope, results }) =>
      results.filter(({ outcome }) => outcome === "verified").map((one) => ({ ...one, scope })),
    );
    for (const { scope, action, licenseNumber } of verified) {
      const said = `${client.name}: ${action} ${licenseNumber} on ${scope} is called verified`;
      const sent = judge.sends.find(({ request }) => isOf(request, scope, action, licenseNumber));
      if (!sent) this.violations.push(`V5 ${said} and was never sent`);
      const isSeen = result.result.lastLive.get(scope)?.entries.has(keyOf(licenseNumber)) ?? false;
      if (action !== "delete" && !isSeen) this.violations.push(`V5 ${said} and is not on the last reading`);
      const entries = client.desired.scopes.find((one) => one.scope === scope)?.entries;
      const features = entries?.get(keyOf(licenseNumber))?.features.join();
      const isTrue = (car: Pick<ServerEvent, "present" | "features">): boolean =>
        action === "delete" ? !car.present : car.present && car.features.join() === features;
      const events = this.server.events.filter((one) => one.scope === scope && one.licenseNumber === licenseNumber);
      const before = events.findLast(({ time }) => time < (sent?.at ?? 0)) ?? { present: false, features: [] };
      const since = events.filter(({ time }) => time >= (sent?.at ?? 0) && time <= until);
      if (![before, ...since].some(isTrue)) this.violations.push(`V6 ${said} and was not so while it ran`);
    }
  }

  /** 0: all is done; 9: something is not, or the other one changed it; 10: nobody knows of something; 6: the list was never still enough to start. */
  #insistOnExitCode({ client, result, judge }: Ended): void {
    if (!result) return;
    const code = exitCodeFor(result);
    const scopes = result.kind === "applied" ? result.result.scopes : [];
    const outcomes = new Set(scopes.flatMap(({ results }) => results.map(({ outcome }) => outcome)));
    const isChanged = scopes.some(({ changedMeanwhile }) => changedMeanwhile !== undefined);
    // What the other one takes may look like our own delete.
    const isAlarmed = result.kind === "applied" && result.result.alarms.length > 0;
    const isPartial = isChanged || isAlarmed || outcomes.has("rejected") || outcomes.has("not-sent");
    const due = outcomes.has("unknown") ? EXIT.unknown : isPartial ? EXIT.partial : EXIT.ok;
    if (code === (result.kind === "applied" ? due : EXIT.unreadable)) return;
    const said = `ends with ${code} after ${judge.sends.length} requests (${[...outcomes].join()})`;
    this.violations.push(`V8 ${client.name} ${said}`);
  }
}

function isOf(request: WriteRequest, scope: Scope, action: Change["action"], licenseNumber: string): boolean {
  const isSame = (request.action === "delete") === (action === "delete");
  return request.scope === scope && isSame && request.cars.some((car) => car.licenseNumber === licenseNumber);
}
