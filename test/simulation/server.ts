import { accountScope, type PlateKey, readPlate, type Scope } from "../../src/allowlist/index.ts";
import {
  type CarRow,
  type CarToWrite,
  type FailureEntry,
  InterfaceError,
  type InterfaceFailure,
  type ListReader,
  type ListWriter,
  type Page,
  type PageRequest,
  type Reply,
  type UserReader,
  type UserRow,
  type WriteRequest,
} from "../../src/run/ports/index.ts";
import type { Knobs, WriteFault } from "./profile.ts";
import type { Rng } from "./random.ts";
import type { Timeline } from "./timeline.ts";

/** One true row. */
export interface Row {
  readonly licenseNumber: string;
  readonly features: readonly string[];
  readonly care: boolean;
}

/** A row came, changed or went. `by`: the run that caused it, somebody else, or a request that landed late. */
export interface ServerEvent {
  readonly time: number;
  readonly scope: Scope;
  readonly plateKey: PlateKey;
  readonly licenseNumber: string;
  readonly features: readonly string[];
  readonly present: boolean;
  readonly by: string;
}

const ODD_STATUSES = [201, 202, 206, 301, 307, 408, 418, 425, 451, 511, 999] as const;
const NONE: readonly FailureEntry[] = [];

/** The interface as a model: a set of rows per list, and the ways in which a server, its network and others may behave. */
export class SimServer implements ListReader, UserReader {
  knobs: Knobs;
  /** The runs under way; what another one sent before it ended lands late. */
  runs: ReadonlySet<string> = new Set();
  readonly rows = new Map<Scope, Map<string, Row>>();
  /** What parking users hold, by account and user. */
  readonly held = new Map<Scope, Map<string, Set<string>>>();
  readonly events: ServerEvent[] = [];
  /** What the newest reading of each list has shown so far. */
  readonly shown = new Map<Scope, Map<string, CarRow>>();
  /** Everybody else's plates. */
  readonly strangers: readonly string[];
  readonly poison = new Set<string>();
  onSend: (request: WriteRequest, run: string) => void = () => undefined;
  onReply: (request: WriteRequest, reply: Reply, run: string) => void = () => undefined;
  readonly #versions = new Map<Scope, { at: number; rows: readonly Row[] }[]>();
  readonly #timeline: Timeline;
  readonly #rng: Rng;

  constructor(timeline: Timeline, rng: Rng, knobs: Knobs, scopes: readonly Scope[], strangers: readonly string[]) {
    this.#timeline = timeline;
    this.#rng = rng;
    this.knobs = knobs;
    this.strangers = strangers;
    for (const scope of scopes) this.rows.set(scope, new Map());
  }

  list(scope: Scope): Map<string, Row> {
    return this.rows.get(scope) ?? new Map();
  }

  put(scope: Scope, row: Row, by: string): void {
    const spelling = this.#spelled(row.licenseNumber);
    const spelled = { ...row, licenseNumber: spelling };
    this.list(scope).set(spelling, spelled);
    this.#changed(scope, spelled, true, by);
  }

  drop(scope: Scope, licenseNumber: string, by: string): void {
    const row = this.list(scope).get(licenseNumber);
    if (row && this.list(scope).delete(licenseNumber)) this.#changed(scope, row, false, by);
  }

  async carPage(scope: Scope, { number, size }: PageRequest): Promise<Page<CarRow> | "not-offered"> {
    if (this.knobs.mode === "state") {
      this.#timeline.step("page");
      return "not-offered";
    }
    await this.#reading("read");
    this.#timeline.step("page");
    const rows = this.#ordered(this.#shown(scope));
    const items = rows.slice(number * size, (number + 1) * size).map(({ licenseNumber, features, care }) => ({
      licenseNumber,
      features,
      addedByCustomerCare: care,
    }));
    const shown = number === 0 ? [] : (this.shown.get(scope) ?? []);
    this.shown.set(scope, new Map([...shown, ...items.map((item) => [item.licenseNumber, item] as const)]));
    return { items, number, size, totalElements: rows.length, totalPages: Math.ceil(rows.length / size) };
  }

  /** Every account is declared in the files of a world. */
  async billingAccounts(): Promise<readonly { readonly baId: string }[]> {
    return [];
  }

  async accountExists(): Promise<boolean> {
    return true;
  }

  async *parkingUsers(baId: string): AsyncGenerator<{ readonly id: string }> {
    await this.#reading("users");
    for (const id of this.held.get(accountScope(baId))?.keys() ?? []) yield { id };
  }

  async parkingUser(baId: string, id: string): Promise<UserRow> {
    await this.#reading("user");
    const cars = [...(this.held.get(accountScope(baId))?.get(id) ?? [])];
    return { id, cars: cars.map((licenseNumber) => ({ licenseNumber })) };
  }

  async fleetCars(): Promise<readonly []> {
    this.#timeline.step("fleet");
    return [];
  }

  /** What a run writes with. */
  writerOf(run: string): ListWriter {
    return {
      headBytes: ({ action, cars }) => (action === "add" ? 200 : 200 + cars.length * 20),
      send: (request, signal, leaving) => this.#send(request, signal, run, leaving?.onLeft),
    };
  }

  async #send(
    request: WriteRequest,
    signal: AbortSignal,
    run: string,
    onLeft: (() => void) | undefined,
  ): Promise<Reply> {
    this.#timeline.step("send");
    this.onSend(request, run);
    const fault = this.#fault();
    this.#timeline.note(`${fault ?? "well"} ${request.action} ${request.cars.length}`);
    if (this.#rng.chance(0.4)) onLeft?.();
    await this.#timeline.pass(this.#rng.int(1, 200));
    if (this.#rng.chance(0.8)) onLeft?.();
    const reply = this.#handle(request, fault, run);
    await this.#timeline.pass(reply.kind === "lost" ? this.#rng.int(1, 60_000) : this.#rng.int(1, 200));
    this.#timeline.step("reply");
    const seen: Reply = signal.aborted && reply.kind !== "not-sent" ? { kind: "lost", reason: "given up" } : reply;
    this.onReply(request, seen, run);
    return seen;
  }

  async #reading(step: string): Promise<void> {
    this.#timeline.step(step);
    await this.#timeline.pass(this.#rng.int(1, 50));
    this.#othersAct();
    if (!this.#rng.chance(this.knobs.readRate)) return;
    const failure: InterfaceFailure = this.#rng.pick<InterfaceFailure>([
      { kind: "transport" },
      { kind: "status", status: 503 },
      { kind: "shape" },
      { kind: "auth", status: 403 },
    ]);
    throw new InterfaceError(`the list could not be read (${failure.kind})`, failure);
  }

  #fault(): WriteFault | undefined {
    const [fault] = this.#rng.shuffled(this.knobs.writeFaults);
    return this.#rng.chance(this.knobs.writeRate) ? fault : undefined;
  }

  #handle(request: WriteRequest, fault: WriteFault | undefined, run: string): Reply {
    this.#othersAct();
    const { cars } = request;
    const half = (): readonly CarToWrite[] => this.#rng.some(cars, 0.5);
    const obey = (some: readonly CarToWrite[]) => this.#obey({ ...request, cars: some }, run);
    switch (fault) {
      case "not-sent":
      case "never-sent":
        return { kind: "not-sent", reason: fault, permanent: fault === "never-sent" };
      case "lost-late":
        this.#timeline.at(this.#timeline.time + this.#rng.int(1_000, 90_000), () => this.#obey(request, "late"));
        return { kind: "lost", reason: fault };
      case "lost-before":
        return { kind: "lost", reason: fault };
      case "pause":
        return status(429, { retryAfter: this.#rng.pick([0, 1_000, 5_000, 60_000, 1_000_000_000]) });
      case "5xx-before":
      case "odd-before":
        return this.#odd(fault);
      case "401":
      case "403":
        return status(Number(fault));
      case "idle-204":
        return status(204);
    }
    const refusal = this.#refusal(request);
    if (refusal) return refusal;
    switch (fault) {
      case "lost-after":
        obey(cars);
        return { kind: "lost", reason: fault };
      case "lost-partly":
        obey(half());
        return { kind: "lost", reason: fault };
      case "5xx-after":
      case "odd-after":
        obey(cars);
        return this.#odd(fault);
      case "malformed-207":
        obey(half());
        return status(207, { failures: "malformed" });
      case "stranger-207":
        obey(half());
        return status(207, { failures: [{ licenseNumber: "STRANGER9", error: "no" }] });
      case "partial-204":
        obey(half());
        return status(204);
      case "refused-rows": {
        const refused = new Set(half());
        const failures = obey(cars.filter((car) => !refused.has(car)));
        return answer([...failures, ...[...refused].map((car) => this.#failure(car, "not today"))]);
      }
      default:
        return answer(obey(cars.slice(0, this.knobs.truncateAt)));
    }
  }

  #refusal({ scope, action, cars }: WriteRequest): Reply | undefined {
    if (action === "detach") return undefined;
    const { limit, duplicates } = this.knobs;
    if (limit && cars.length > limit.cars)
      return limit.status === 0 ? { kind: "lost", reason: "reset" } : status(limit.status);
    if (cars.some((car) => this.poison.has(car.licenseNumber))) return status(this.#rng.pick([400, 422]));
    const isAbsent = cars.some((car) => !this.list(scope).has(this.#spelled(car.licenseNumber)));
    return action === "delete" && duplicates === "404" && isAbsent ? status(404) : undefined;
  }

  #obey({ scope, parkingUser = "", action, cars }: WriteRequest, by: string): FailureEntry[] {
    if (action === "detach") {
      for (const { licenseNumber } of cars) this.held.get(scope)?.get(parkingUser)?.delete(licenseNumber);
      return [];
    }
    const rows = this.list(scope);
    const author = this.runs.has(by) ? by : "late";
    if (action === "delete" && this.knobs.deleting !== "named") {
      if (this.knobs.deleting === "everything") for (const row of [...rows.keys()]) this.drop(scope, row, author);
      return [];
    }
    return cars.flatMap((car) => {
      const there = rows.get(this.#spelled(car.licenseNumber));
      if (action === "delete") {
        if (there) this.drop(scope, there.licenseNumber, author);
        return there || this.knobs.duplicates === "fine" ? [] : [this.#failure(car, "not found")];
      }
      const isSame = there !== undefined && there.features.join() === car.features.join();
      if (!isSame) this.put(scope, { ...car, care: there?.care ?? false }, author);
      return isSame && this.knobs.duplicates !== "fine" ? [this.#failure(car, "already there")] : [];
    });
  }

  // A server may name a car in its own spelling (reliability G4).
  #failure({ licenseNumber }: CarToWrite, error: string): FailureEntry {
    const spelling = this.#rng.chance(0.3) ? licenseNumber.toLowerCase() : licenseNumber;
    return { licenseNumber: spelling, error };
  }

  #odd(fault: WriteFault): Reply {
    if (fault.startsWith("odd")) return status(this.#rng.pick(ODD_STATUSES));
    const wait = this.#rng.chance(0.3) ? { retryAfter: this.#rng.int(1, 30_000) } : {};
    return status(this.#rng.pick([500, 502, 503, 504]), wait);
  }

  #othersAct(): void {
    if (this.#rng.chance(this.knobs.takeover)) {
      const scope = this.#rng.pick(nonEmpty([...this.rows.keys()]));
      const [row] = this.#rng.shuffled([...this.list(scope).values()]);
      if (row) this.put(scope, { ...row, care: true }, "other");
    }
    if (!this.#rng.chance(this.knobs.others)) return;
    const scope = this.#rng.pick(nonEmpty([...this.rows.keys()]));
    const plate = this.#rng.pick(nonEmpty(this.strangers));
    if (this.list(scope).has(plate)) this.drop(scope, plate, "other");
    else this.put(scope, { licenseNumber: plate, features: [], care: this.#rng.chance(0.3) }, "other");
  }

  #changed(scope: Scope, { licenseNumber, features }: Row, present: boolean, by: string): void {
    const { time } = this.#timeline;
    const reading = readPlate(licenseNumber, { foldLookalikes: false });
    if (reading.kind === "plate")
      this.events.push({ time, scope, plateKey: reading.plateKey, licenseNumber, features, present, by });
    const versions = this.#versions.get(scope) ?? [];
    versions.push({ at: time, rows: [...this.list(scope).values()] });
    this.#versions.set(scope, versions);
  }

  #shown(scope: Scope): readonly Row[] {
    const since = this.#timeline.time - (this.knobs.lag > 0 ? this.#rng.int(0, this.knobs.lag) : 0);
    return this.#versions.get(scope)?.findLast(({ at }) => at <= since)?.rows ?? [];
  }

  #ordered(rows: readonly Row[]): readonly Row[] {
    switch (this.knobs.order) {
      case "insertion":
        return rows;
      case "newest":
        return rows.toReversed();
      case "sorted":
        return rows.toSorted((a, b) => (a.licenseNumber < b.licenseNumber ? -1 : 1));
      case "unstable":
        return this.#rng.shuffled(rows);
    }
  }

  #spelled(licenseNumber: string): string {
    switch (this.knobs.normalise) {
      case "none":
        return licenseNumber;
      case "upper":
        return licenseNumber.toUpperCase();
      case "solid":
        return licenseNumber.toUpperCase().replace(/[ -]/g, "");
      case "zero":
        return licenseNumber.toUpperCase().replace(/[ -]/g, "").replaceAll("O", "0");
    }
  }
}

function status(code: number, more: Partial<Extract<Reply, { kind: "response" }>> = {}): Reply {
  return { kind: "response", status: code, failures: NONE, ...more };
}

function answer(failures: readonly FailureEntry[]): Reply {
  return failures.length === 0 ? status(204) : status(207, { failures });
}

/** A list that is known to hold something. */
export function nonEmpty<Item>(items: readonly Item[]): [Item, ...Item[]] {
  const [first, ...rest] = items;
  if (first === undefined) throw new Error("an empty list to pick from");
  return [first, ...rest];
}
