import type { DeleteParameter } from "../../allowlist/index.ts";
import { type InterfaceSettings, quoted, type Scope } from "../../allowlist/index.ts";
import { classifyReply } from "../../apply/index.ts";
import type { FleetApi } from "../../fleet-api/index.ts";
import { sweepCars } from "../../live/index.ts";
import { type CarRow, InterfaceError, type Journal, type OutcomeKind, type Reply } from "../../run/ports/index.ts";
import { type ServerUnderTest, sweepPorts } from "./server-under-test.ts";

/** How long a confirmed write may take to show itself, milliseconds. */
const LONGEST_LAG_MS = 10_000;
const PAUSE_MS = 500;
/** A write was not done when it does not show after this multiple of the lag that was seen before, and at least so many milliseconds. */
const LAG_FACTOR = 3;
const LEAST_LAG_MS = 200;
/** How often a write is sent that the server asks to send later, and how long it may ask to wait, milliseconds. */
const MOST_ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 60_000;

/** The rows of the list by their licenseNumber. */
export type Rows = ReadonlyMap<string, CarRow>;

/** What a server said to the write of one car: `failure` names the car, `refused` the whole request. */
export interface WriteAnswer {
  readonly kind: "taken" | "failure" | "refused" | "lost";
  /** The server's words, untrusted. */
  readonly text: string;
}

/** What a server said, for a finding: the words of a failure are its own. */
export function answerText({ kind, text }: WriteAnswer): string {
  return kind === "failure" ? quoted(text) : text;
}

/** One list to try writes on. Every write is journalled before it is sent. */
export class WriteProbe {
  readonly scope: Scope;
  readonly #found: Partial<InterfaceSettings>;
  readonly #journal: Journal;
  #server: ServerUnderTest<FleetApi>;
  #batch = 0;
  /** How late the list showed a write, milliseconds. */
  #lag = 0;
  #pending: string | undefined;

  /** `found` is what reading has found out about the list. */
  constructor(server: ServerUnderTest<FleetApi>, scope: Scope, found: Partial<InterfaceSettings>, journal: Journal) {
    this.#server = server;
    this.scope = scope;
    this.#found = found;
    this.#journal = journal;
  }

  /** Whether anything was sent yet. */
  get hasWritten(): boolean {
    return this.#batch > 0;
  }

  /** A plate that was added last, and not refused: it may show itself yet. */
  get pending(): string | undefined {
    return this.#pending;
  }

  /** Goes on with another client of the same server. */
  goOnWith(server: ServerUnderTest<FleetApi>): void {
    this.#server = server;
  }

  async rows(): Promise<Rows> {
    const { pageSize } = { ...this.#server.settings, ...this.#found };
    const cars = await sweepCars(this.scope, pageSize, sweepPorts(this.#server, this.#found));
    if (cars === "not-offered")
      throw new InterfaceError(`${this.scope}: the list is gone`, { kind: "status", status: 404 });
    return new Map(cars.map((car) => [car.licenseNumber, car]));
  }

  /** Reads until the rows are as expected, or `patience` milliseconds are over; `took` says how long. */
  async until(isDue: (rows: Rows) => boolean, patience = LONGEST_LAG_MS): Promise<{ rows: Rows; took: number }> {
    const { clock, signal } = this.#server;
    const start = clock.monotonic();
    // A list that was late before is late again.
    if (patience > 0 && this.#lag > PAUSE_MS) await clock.sleep(this.#lag, signal);
    for (;;) {
      const rows = await this.rows();
      const took = clock.monotonic() - start;
      if (isDue(rows)) this.#lag = Math.max(this.#lag, took);
      if (isDue(rows) || took >= patience) return { rows, took };
      await clock.sleep(Math.min(Math.max(PAUSE_MS, took), patience - took), signal);
    }
  }

  /** Reads once, after as long as a write may take to show that may as well not have been done. */
  async rowsAfterWrite(): Promise<Rows> {
    await this.#server.clock.sleep(Math.max(LEAST_LAG_MS, this.#lag * LAG_FACTOR), this.#server.signal);
    return this.rows();
  }

  add(cars: readonly Pick<CarRow, "licenseNumber" | "features">[]): Promise<WriteAnswer> {
    return this.#send("add", cars, {});
  }

  remove(licenseNumber: string, settings: Partial<InterfaceSettings>): Promise<WriteAnswer> {
    return this.#send("delete", [{ licenseNumber, features: [] }], settings);
  }

  async #send(
    action: "add" | "delete",
    given: readonly Pick<CarRow, "licenseNumber" | "features">[],
    changes: Partial<InterfaceSettings>,
  ): Promise<WriteAnswer> {
    const { scope } = this;
    const cars = given.map(({ licenseNumber, features }) => ({ licenseNumber, features }));
    const { signal } = this.#server;
    signal.throwIfAborted();
    const batch = this.#batch + 1;
    await this.#journal.append([{ kind: "intent", batch, scope, action, cars }]);
    this.#batch = batch;
    this.#pending = action === "add" ? cars[0]?.licenseNumber : undefined;
    const { writer } = this.#server.clientWith({ ...this.#found, ...changes });
    const reply = await sendPatiently(() => writer.send({ action, scope, cars }, signal), this.#server);
    const answer = answerOf(reply, action, cars[0]?.licenseNumber ?? "");
    const outcome = outcomeOf(reply, answer);
    const outcomes = cars.map(({ licenseNumber }) => ({ licenseNumber, outcome }));
    await this.#journal.append([{ kind: "outcome", batch, scope, action, cars: outcomes }]);
    if (answer.kind === "lost") signal.throwIfAborted();
    if (answer.kind === "failure" || answer.kind === "refused") this.#pending = undefined;
    return answer;
  }
}

// A 429 says that nothing was done.
async function sendPatiently(send: () => Promise<Reply>, { clock, signal }: ServerUnderTest): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await send();
    const pause = reply.kind === "response" && reply.status === 429 ? reply.retryAfter : undefined;
    if (pause === undefined || pause > LONGEST_PAUSE_MS || attempt === MOST_ATTEMPTS) return reply;
    await clock.sleep(pause, signal);
  }
}

function answerOf(reply: Reply, action: "add" | "delete", licenseNumber: string): WriteAnswer {
  if (reply.kind !== "response") {
    const isLost = classifyReply(reply, action) === "unknown";
    return { kind: isLost ? "lost" : "refused", text: reply.reason };
  }
  const words = reply.problem?.detail ?? reply.problem?.title;
  const text = [reply.status, ...(words ? [quoted(words)] : [])].join(" ");
  const verdict = classifyReply(reply, action);
  if (verdict !== "per-car") return { kind: verdict === "unknown" ? "lost" : "refused", text };
  const failures = reply.failures === "malformed" ? [] : reply.failures;
  const failure = failures.find((one) => one.licenseNumber === licenseNumber) ?? failures[0];
  return failure ? { kind: "failure", text: failure.error } : { kind: "taken", text };
}

// Only a status, or proof that nothing left, says that nothing was done.
function outcomeOf(reply: Reply, { kind }: WriteAnswer): OutcomeKind {
  if (reply.kind === "not-sent") return "not-sent";
  if (kind === "taken") return "acknowledged";
  return kind === "lost" ? "unknown" : "rejected";
}

/** Every way to take deletes that is known, the given one first. */
export function parametersAfter(first: DeleteParameter): readonly DeleteParameter[] {
  const named = (place: "query" | "body", names: readonly string[]) => names.map((name) => ({ in: place, name }));
  const others: readonly DeleteParameter[] = [
    ...named("query", ["ln", "licenseNumbers", "licenseNumber"]),
    ...named("body", ["licenseNumbers"]),
    { in: "body", shape: "array" },
    ...named("query", ["plates"]),
    ...named("body", ["plates", "licenseNumber", "licensePlates"]),
    ...named("query", ["licensePlates", "plate"]),
  ];
  return [first, ...others.filter((one) => wayText(one) !== wayText(first))];
}

/** How a delete names its cars, in words. */
export function wayText(parameter: DeleteParameter): string {
  return "shape" in parameter ? "a bare array as the body" : `${parameter.name} in the ${parameter.in}`;
}
