import type { DesiredState, LiveEntry, Scope } from "../../src/allowlist/index.ts";
import type { ChangeResult } from "../../src/apply/index.ts";
import { type Plan, targetOf } from "../../src/plan/index.ts";
import { exitCodeFor } from "../../src/run/exit-code.ts";
import {
  type CarRow,
  InterfaceError,
  type JournalEntry,
  type Page,
  type PageRequest,
  type Reply,
  type WriteRequest,
} from "../../src/run/ports/index.ts";
import { type RunInputs, type RunResult, reconcile } from "../../src/run/reconcile.ts";
import { parseFleet } from "../../src/schema/index.ts";
import { type Locking, openStore, type Store } from "../../src/state/index.ts";
import { FakeClock, response } from "../apply/world.ts";
import { MemoryDisk } from "../state/memory-disk.ts";
import { seededRandom } from "../state/world.ts";

const BASE = new URL("https://fleet.example");
const RULES = { foldLookalikes: false };

/** How a run ended, for tests to look at. */
export interface Run {
  readonly exitCode: number;
  readonly result: RunResult;
  readonly plan: Plan | undefined;
  /** Requests that the run sent. */
  readonly writes: number;
  readonly results: readonly (ChangeResult & { readonly scope: Scope })[];
}

export interface RunOptions {
  readonly accounts?: readonly string[];
  readonly allowances?: RunInputs["allowances"];
  readonly choice?: NonNullable<RunInputs["choice"]>;
  readonly reassert?: boolean;
  /** Interrupts the run. */
  readonly stop?: AbortSignal;
}

/** The text of a fleet file, or what was read from files. */
export type Desired = string | DesiredState;

/** A server, a state and any number of runs over both: what users see over days, in one process and without waiting. */
export class Town {
  readonly clock = new FakeClock();
  readonly lists = new Map<Scope, Map<string, readonly string[]>>();
  /** Whether accounts' lists can be read. */
  offersLists = true;
  /** Answers in place of the server; undefined lets it obey. */
  fault: (request: WriteRequest) => Reply | undefined = () => undefined;
  /** Answers a reading in place of the server. */
  readFault: (scope: Scope) => InterfaceError | "not-offered" | undefined = () => undefined;
  /** What a list shows. */
  shows: (scope: Scope) => ReadonlyMap<string, readonly string[]> = (scope) => this.list(scope);
  /** Words for a car that is there already, or is not there; undefined: both are fine. */
  words: { readonly alreadyListed: string; readonly notListed: string } | undefined;
  /** How the server writes a plate. */
  spelling: (plate: string) => string = (plate) => plate;
  /** What features the server gives a car that asks for some. */
  featuresFor: (asked: readonly string[]) => readonly string[] = (asked) => asked;
  fleet: readonly string[] = [];
  accountsOfServer: readonly string[] = [];
  isDown = false;
  reads = 0;
  readonly sent: WriteRequest[] = [];
  readonly #disk = new MemoryDisk();
  #runs = 0;

  list(scope: Scope = "global"): Map<string, readonly string[]> {
    const rows = this.lists.get(scope) ?? new Map<string, readonly string[]>();
    this.lists.set(scope, rows);
    return rows;
  }

  put(plates: readonly string[], scope: Scope = "global", features: readonly string[] = []): this {
    for (const plate of plates) this.list(scope).set(plate, features);
    return this;
  }

  plates(scope: Scope = "global"): string[] {
    return [...this.list(scope).keys()].sort();
  }

  obey({ action, scope, cars }: WriteRequest): Reply {
    const rows = this.list(scope);
    const failures = cars.flatMap(({ licenseNumber, features }) => {
      const plate = this.spelling(licenseNumber);
      const isThere = rows.has(plate);
      const isVain = isThere === (action === "add");
      if (action === "add" && !(isVain && this.words)) rows.set(plate, this.featuresFor(features));
      if (action === "delete") rows.delete(plate);
      const error = action === "add" ? this.words?.alreadyListed : this.words?.notListed;
      return isVain && error !== undefined ? [{ licenseNumber, error }] : [];
    });
    return failures.length === 0 ? response(204) : response(207, { failures });
  }

  store(): Store {
    return openStore(
      { kind: "file", path: "/state/state.jsonl" },
      {
        cwd: "/",
        clock: this.clock,
        random: seededRandom(this.#runs + 1),
        owner: { user: "anna", host: "here", pid: this.#runs + 1, command: "platectl apply" },
        isAlive: () => false,
        env: {},
        disk: this.#disk,
      },
    );
  }

  /** Writes down what a human says, as `platectl state …` does. */
  async say(...entries: readonly JournalEntry[]): Promise<void> {
    await this.#say("billing-account", entries);
  }

  /** The same of the global list. */
  async sayGlobal(...entries: readonly JournalEntry[]): Promise<void> {
    await this.#say("global", entries);
  }

  async #say(mode: DesiredState["mode"], entries: readonly JournalEntry[]): Promise<void> {
    const { state } = await this.#lock(mode);
    await state.append(entries);
    await state.release();
  }

  async known(scope: Scope): Promise<LiveEntry[]> {
    const { state } = await this.#lock("billing-account");
    const entries = [...(state.memory().get(scope)?.entries.values() ?? [])];
    await state.release();
    return entries;
  }

  async plan(yaml: Desired, options: RunOptions = {}): Promise<Run> {
    return this.#run(yaml, options, false);
  }

  async apply(yaml: Desired, options: RunOptions = {}): Promise<Run> {
    return this.#run(yaml, options, true);
  }

  async #run(yaml: Desired, options: RunOptions, isApply: boolean): Promise<Run> {
    this.#runs += 1;
    const desired = typeof yaml === "string" ? desiredFrom(yaml) : yaml;
    const isChosen = ({ scope }: { readonly scope: Scope }) =>
      options.accounts?.includes(scope.replace("account:", "")) ?? true;
    const chosen = desired.scopes.filter(isChosen).map(({ scope }) => scope);
    const { state } = await this.#lock(desired.mode);
    this.sent.length = 0;
    const inputs: RunInputs = {
      desired,
      warnings: [],
      target: targetOf(BASE, BASE, desired.mode),
      scopes: chosen,
      allowances: options.allowances ?? {},
      source: { kind: "own" },
      ...(options.choice && { choice: options.choice }),
      ...(options.reassert && { reassert: true }),
    };
    const stop = options.stop ?? new AbortController().signal;
    const ports = {
      reader: this.#reader(),
      clock: this.clock,
      random: () => 0.5,
      signal: stop,
      memory: () => state.memory(),
    };
    const writing = {
      writer: { send: async (request: WriteRequest) => this.#answer(request), headBytes: () => 100 },
      journal: state,
      options: { stop, cancel: stop, settleMs: 2_000, onProgress: () => undefined },
      confirm: async () => true,
      run: { id: `run-${this.#runs}`, actor: "anna" },
      exitCode: exitCodeFor,
    };
    const result = await reconcile(inputs, ports, isApply ? writing : undefined).finally(() => state.release());
    const scopes = result.kind === "applied" ? result.result.scopes : [];
    return {
      exitCode: exitCodeFor(result),
      result,
      plan: "plan" in result ? result.plan : undefined,
      writes: this.sent.length,
      results: scopes.flatMap(({ scope, results }) => results.map((one) => ({ ...one, scope }))),
    };
  }

  #answer(request: WriteRequest): Reply {
    this.sent.push(request);
    return this.fault(request) ?? this.obey(request);
  }

  async #lock(mode: DesiredState["mode"]): Promise<Extract<Locking, { kind: "held" }>> {
    const target = targetOf(BASE, BASE, mode).fingerprint;
    const locking = await this.store().lock({ target, rules: RULES }, { timeout: 0 });
    if (locking.kind === "held") return locking;
    throw new Error(`locked by ${locking.holder.id}`);
  }

  #reader() {
    const insistOnServer = (): void => {
      if (this.isDown) throw new InterfaceError("the server was not reached", { kind: "transport" });
    };
    return {
      carPage: async (scope: Scope, page: PageRequest): Promise<Page<CarRow> | "not-offered"> => {
        insistOnServer();
        this.reads += 1;
        const fault = this.readFault(scope);
        if (fault instanceof InterfaceError) throw fault;
        if (fault || (scope !== "global" && !this.offersLists)) return "not-offered";
        return this.#page(scope, page);
      },
      billingAccounts: async () => {
        insistOnServer();
        return this.accountsOfServer.map((baId) => ({ baId }));
      },
      accountExists: async () => {
        insistOnServer();
        return true;
      },
      fleetCars: async () => {
        insistOnServer();
        return this.fleet.map((licenseNumber) => ({ licenseNumber, createdDate: "2026-01-01" }));
      },
      async *parkingUsers() {},
      parkingUser: async (_: string, id: string) => ({ id, cars: [] }),
    };
  }

  #page(scope: Scope, { number, size }: PageRequest): Page<CarRow> {
    const rows = [...this.shows(scope)].sort(([left], [right]) => (left < right ? -1 : 1));
    const items = rows
      .slice(number * size, (number + 1) * size)
      .map(([licenseNumber, features]) => ({ licenseNumber, features, addedByCustomerCare: false }));
    return { items, number, size, totalElements: rows.length, totalPages: Math.ceil(rows.length / size) };
  }
}

export function desiredFrom(yaml: string): DesiredState {
  const reading = parseFleet(yaml, "fleet.yaml");
  if (reading.kind === "desired") return reading.desired;
  throw new Error(reading.diagnostics.map(({ message }) => message).join(" "));
}

/** A fleet file of global mode. */
export function globalFile(cars: readonly string[], more = ""): string {
  return `version: 1\nmode: global\ncars: [${cars.join(", ")}]\npolicy: { allowEmpty: true, maxDeletes: { percent: 100, always: 999 } }\n${more}`;
}

/** A fleet file of accounts. */
export function accountsFile(accounts: Readonly<Record<string, readonly string[]>>, more = ""): string {
  const lines = Object.entries(accounts).map(([baId, cars]) => `  - { baId: ${baId}, cars: [${cars.join(", ")}] }`);
  return `version: 1\nmode: billing-account\naccounts:\n${lines.join("\n")}\npolicy: { allowEmpty: true, maxDeletes: { percent: 100, always: 999 } }\n${more}`;
}

/** The words of a server that says what it means, named in the file. */
export const WORDS = { alreadyListed: "already there", notListed: "not found" };
export const MASKS = 'interface: { failures: { alreadyListed: ["*already*"], notListed: ["*not found*"] } }\n';

export function numbered(prefix: string, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `${prefix}${String(from + at).padStart(3, "0")}`);
}
