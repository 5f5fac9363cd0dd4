import {
  DEFAULT_INTERFACE,
  type InterfaceSettings,
  type LiveScope,
  type LiveSource,
  type Scope,
} from "../../src/allowlist/index.ts";
import { type ApplyOptions, type ApplyResult, applyPlan, type ChangeResult } from "../../src/apply/index.ts";
import type { Change, Plan } from "../../src/plan/index.ts";
import { systemClock } from "../../src/process/system-clock.ts";
import {
  type CarTarget,
  type Clock,
  type FailureEntry,
  InterfaceError,
  type JournalEntry,
  type Reply,
  type SendControl,
  type WriteRequest,
} from "../../src/run/ports/index.ts";
import { keyed, keyOf, liveEntry } from "../plan/support.ts";

export const ACKNOWLEDGED = response(204);

/** A reply with a status, as the interface room hands it over. */
export function response(status: number, more: Partial<Extract<Reply, { kind: "response" }>> = {}): Reply {
  return { kind: "response", status, failures: [], ...more };
}

export function failed(...failures: readonly FailureEntry[]): Reply {
  return response(207, { failures });
}

export const LOST: Reply = { kind: "lost", reason: "connection reset" };
export const NOT_SENT: Reply = { kind: "not-sent", reason: "ECONNREFUSED", permanent: false };

/** A clock that moves only while somebody sleeps. */
export class FakeClock implements Clock {
  passed = 0;
  readonly #start: number;
  constructor(start = Date.UTC(2026, 4, 1)) {
    this.#start = start;
  }
  now(): number {
    return this.#start + this.passed;
  }
  monotonic(): number {
    return this.passed;
  }
  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.passed += milliseconds;
    await Promise.resolve();
    signal?.throwIfAborted();
  }
  turn = systemClock.turn;
}

/** What the server does with a request: answers after doing it, or something else. */
export type Behaviour = (request: WriteRequest, world: World) => Reply | undefined;

export interface Sent extends WriteRequest {
  readonly at: number;
}

/** A server that is a set of plates per list, with a hook before it obeys, and everything around `applyPlan`. */
export class World {
  readonly clock = new FakeClock();
  readonly lists = new Map<Scope, Map<string, readonly string[]>>();
  /** What parking users hold, by their ids. */
  readonly held = new Map<string, Set<string>>();
  readonly sent: Sent[] = [];
  readonly journal: JournalEntry[] = [];
  /** What happened, in order: `intent`, `send`, `outcome`, `read`. */
  readonly events: string[] = [];
  readonly stop = new AbortController();
  readonly cancel = new AbortController();
  reads = 0;
  /** Answers instead of the server when it gives a reply. */
  behaviour: Behaviour = () => undefined;
  /** How the list shows itself; may throw an `InterfaceError`. */
  show: (rows: readonly string[], world: World, scope: Scope) => readonly string[] = (rows) => rows;
  /** Turns of the event loop that an append takes. */
  journalTurns = 0;
  /** What a request waits for before it may leave. */
  waiting: () => Promise<void> = async () => undefined;
  /** Says when a request has left. */
  leaving: (left: () => void) => Promise<void> = async (left) => left();
  journalFails: (entry: JournalEntry) => boolean = () => false;
  settings: InterfaceSettings = DEFAULT_INTERFACE;
  options: Partial<ApplyOptions> = {};

  list(scope: Scope = "global"): Map<string, readonly string[]> {
    const rows = this.lists.get(scope) ?? new Map<string, readonly string[]>();
    this.lists.set(scope, rows);
    return rows;
  }

  put(plates: readonly string[], scope: Scope = "global"): this {
    for (const plate of plates) this.list(scope).set(plate, []);
    return this;
  }

  obey({ action, scope, parkingUser = "", cars }: WriteRequest): Reply {
    for (const { licenseNumber, features } of cars) {
      if (action === "detach") this.held.get(parkingUser)?.delete(licenseNumber);
      else if (action === "add") this.list(scope).set(licenseNumber, features);
      else this.list(scope).delete(licenseNumber);
    }
    return ACKNOWLEDGED;
  }

  plates(scope: Scope = "global"): string[] {
    return [...this.list(scope).keys()].sort();
  }

  live(scope: Scope): LiveScope {
    const rows = this.list(scope);
    const entries = this.show([...rows.keys()], this, scope).map((plate) =>
      liveEntry({ plate, features: [...(rows.get(plate) ?? [])].sort() }),
    );
    return { scope, source: "list", entries: keyed(entries), unreadable: [] };
  }

  heldBy(scope: Scope, parkingUser: string): LiveScope {
    const cars = this.show([...(this.held.get(parkingUser) ?? [])], this, scope);
    return { scope, source: "list", entries: keyed(cars.map(liveEntry)), unreadable: [] };
  }

  async apply(plan: Plan): Promise<ApplyResult> {
    const before = new Map(plan.scopes.map(({ scope }) => [scope, this.live(scope)]));
    const ports = {
      writer: {
        send: async (request: WriteRequest, _signal: AbortSignal, leaving?: SendControl) => {
          await this.waiting();
          if ((await leaving?.mayLeave()) === false) return { ...NOT_SENT, permanent: true };
          this.events.push("send");
          await this.leaving(() => leaving?.onLeft());
          this.sent.push({ ...request, at: this.clock.passed });
          return this.behaviour(request, this) ?? this.obey(request);
        },
        headBytes: ({ action, cars }: WriteRequest) =>
          action === "add" ? 100 : cars.reduce((bytes, car) => bytes + car.licenseNumber.length + 4, 500),
      },
      journal: {
        append: async (entries: readonly JournalEntry[]) => {
          if (entries.length === 0) throw new Error("nothing is appended");
          for (let turn = 0; turn < this.journalTurns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          if (entries.some(this.journalFails)) throw new Error("no space left on device");
          for (const entry of entries) {
            this.journal.push(entry);
            this.events.push(entry.kind);
          }
        },
      },
      readBack: async ({ scope, parkingUser }: CarTarget) => {
        this.reads += 1;
        this.events.push("read");
        return parkingUser === undefined ? this.live(scope) : this.heldBy(scope, parkingUser);
      },
      clock: this.clock,
      random: () => 0.5,
    };
    const options: ApplyOptions = {
      settings: this.settings,
      stop: this.stop.signal,
      cancel: this.cancel.signal,
      settleMs: 30_000,
      onProgress: () => undefined,
      memory: new Map(),
      exemption: () => undefined,
      ...this.options,
    };
    return applyPlan(plan, before, ports, options);
  }
}

export function unreadable(): InterfaceError {
  return new InterfaceError("GET /api/cars failed", { kind: "transport" });
}

/** The changes of one list. */
export interface Work {
  readonly add?: readonly string[];
  readonly update?: readonly string[];
  readonly delete?: readonly string[];
  /** Cars that parking users lose, by the users' ids. */
  readonly detach?: Readonly<Record<string, readonly string[]>>;
  readonly source?: LiveSource;
  /** Features that added and updated cars get; global mode only. */
  readonly features?: readonly string[];
}

/** A plan of nothing but those changes. */
export function planOf(...work: readonly (readonly [Scope, Work])[]): Plan {
  const counts = { add: 0, update: 0, delete: 0, unchanged: 0, exempt: 0 };
  const scopes = work.map(([scope, one]) => ({
    scope,
    live: { source: one.source ?? ("list" as const), count: 0, digest: "" },
    changes: [
      ...(one.add ?? []).map((plate) => change("add", plate, scope, one.features)),
      ...(one.update ?? []).map((plate) => change("update", plate, scope, one.features)),
      ...(one.delete ?? []).map((plate) => change("delete", plate, scope)),
      ...Object.entries(one.detach ?? {}).flatMap(([parkingUser, some]) =>
        some.map((plate) => ({ ...change("detach", plate, scope), parkingUser })),
      ),
    ],
    exempt: [],
    counts,
  }));
  return {
    mode: work.some(([scope]) => scope === "global") ? "global" : "billing-account",
    target: { baseUrl: "https://fleet.example", fingerprint: "f" },
    desired: { digest: "d", files: [] },
    scopes,
    counts,
    guards: [],
    warnings: [],
  };
}

function change(action: Change["action"], licenseNumber: string, scope: Scope, to: readonly string[] = []): Change {
  return {
    action,
    plateKey: keyOf(licenseNumber),
    licenseNumber,
    ...(scope === "global" && { features: { from: [], to } }),
  };
}

/** Outcome by plate, of one list or of all, and by parking user and plate: `{ AB1: "verified", 51 AB1: "verified" }`. */
export function outcomes(result: ApplyResult, scope?: Scope): Record<string, string> {
  const nameOf = ({ parkingUser, licenseNumber }: ChangeResult) =>
    [parkingUser, licenseNumber].filter(Boolean).join(" ");
  return Object.fromEntries(resultsOf(result, scope).map((one) => [nameOf(one), one.outcome]));
}

export function resultsOf(result: ApplyResult, scope?: Scope): ChangeResult[] {
  return result.scopes.filter((one) => !scope || one.scope === scope).flatMap(({ results }) => results);
}

export function plates(count: number, prefix = "P"): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}${String(at).padStart(4, "0")}`);
}
