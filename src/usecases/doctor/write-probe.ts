import { type DeleteParameter, type InterfaceSettings, quoted, readPlate, type Scope } from "../../allowlist/index.ts";
import { classifyReply } from "../../apply/index.ts";
import type { FleetWriter } from "../../fleet-api/index.ts";
import { sweepCars } from "../../live/index.ts";
import {
  type CarRow,
  type CarToWrite,
  InterfaceError,
  type Journal,
  type OutcomeKind,
  type Reply,
} from "../../run/ports/index.ts";
import type { ServerUnderTest } from "./server-under-test.ts";

/** How long a confirmed write may take to show itself, milliseconds. */
const LONGEST_LAG_MS = 10_000;
const PAUSE_MS = 500;
/** A write was not done when it does not show after this multiple of the lag that was seen before, and at least this many milliseconds. */
const LAG_FACTOR = 3;
const LEAST_LAG_MS = 200;
/** How often a write is sent that the server asks to send later, and how long it may ask to wait, milliseconds. */
const MOST_ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 60_000;
/** A plate cut off by a server keeps at least this many characters. */
export const SHORTEST_CUT = 6;

/** The rows of the list by their licenseNumber. */
export type Rows = ReadonlyMap<string, CarRow>;

/** A server that is written to as well. */
export interface WritableServer extends ServerUnderTest {
  readonly writerWith: (settings: Partial<InterfaceSettings>) => FleetWriter;
}

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

/** The list that writes are tried on, and what reading has found out about it. */
export interface ListUnderTest {
  readonly scope: Scope;
  readonly found: Partial<InterfaceSettings>;
}

async function readRows(server: ServerUnderTest, { scope, found }: ListUnderTest): Promise<Rows> {
  const { pageSize } = { ...server.settings, ...found };
  const cars = await sweepCars(scope, pageSize, { ...server, reader: server.readerWith(found) });
  if (cars === "not-offered") throw new InterfaceError(`${scope}: the list is gone`, { kind: "status", status: 404 });
  return new Map(cars.map((car) => [car.licenseNumber, car]));
}

/**
 * Why writes must not be tried with a plate: it is none, or a car in use or on the list may have it.
 * `list`: undefined where it cannot be read. Rejects with an `InterfaceError` when reading fails.
 */
export async function reasonAgainstPlate(
  plate: string,
  server: ServerUnderTest,
  list: ListUnderTest | undefined,
  fleet: readonly string[],
): Promise<string | undefined> {
  if (readPlate(plate, server.settings).kind !== "plate") return "it is not a plate";
  const used = fleet.find((licenseNumber) => isSimilarPlate(licenseNumber, plate));
  if (used !== undefined) return `the car ${quoted(used)} uses the fleet`;
  const listed = list && [...(await readRows(server, list)).keys()].find((one) => isSimilarPlate(one, plate));
  return listed === undefined ? undefined : `${quoted(listed)} is on the list of ${list?.scope}`;
}

/** Whether a server may have made the one text of the other: other case or separators, cut off, O for 0. */
export function isSimilarPlate(stored: string, sent: string): boolean {
  const [shorter = "", longer = ""] = [stored, sent]
    .map((text) =>
      text
        .toUpperCase()
        .replace(/[^\p{L}\p{N}]/gu, "")
        .replaceAll("O", "0"),
    )
    .sort((left, right) => left.length - right.length);
  return shorter === longer || (shorter.length >= SHORTEST_CUT && longer.startsWith(shorter));
}

/** Writes to one list. Every write is journalled before it is sent. */
export class WriteProbe {
  readonly list: ListUnderTest;
  readonly #journal: Journal;
  #server: WritableServer;
  #batch = 0;
  /** How late the list showed a write, milliseconds. */
  #lag = 0;
  /** A plate that was added last, and not refused: it may show itself yet. */
  pending: string | undefined;

  constructor(server: WritableServer, list: ListUnderTest, journal: Journal) {
    this.#server = server;
    this.list = list;
    this.#journal = journal;
  }

  get hasWritten(): boolean {
    return this.#batch > 0;
  }

  goOnWith(server: WritableServer): void {
    this.#server = server;
  }

  rows(): Promise<Rows> {
    return readRows(this.#server, this.list);
  }

  /** Reads until the rows are as expected, or `patience` milliseconds are over; `took` says how long. */
  async until(isDue: (rows: Rows) => boolean, patience = LONGEST_LAG_MS): Promise<{ rows: Rows; took: number }> {
    const { clock, signal } = this.#server;
    const start = clock.monotonic();
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

  /** Sends one request. `settings` are those to be tried. */
  async send(
    action: "add" | "delete",
    cars: readonly CarToWrite[],
    settings: Partial<InterfaceSettings> = {},
  ): Promise<WriteAnswer> {
    const { scope, found } = this.list;
    const { signal, writerWith } = this.#server;
    signal.throwIfAborted();
    const batch = this.#batch + 1;
    await this.#journal.append([{ kind: "intent", batch, scope, action, cars }]);
    this.#batch = batch;
    this.pending = action === "add" ? cars[0]?.licenseNumber : undefined;
    const writer = writerWith({ ...found, ...settings });
    const reply = await sendPatiently(() => writer.send({ action, scope, cars }, signal), this.#server);
    const answer = answerOf(reply, action, cars[0]?.licenseNumber ?? "");
    const outcome = outcomeOf(reply, answer);
    const outcomes = cars.map(({ licenseNumber }) => ({ licenseNumber, outcome }));
    await this.#journal.append([{ kind: "outcome", batch, scope, action, cars: outcomes }]);
    if (answer.kind === "lost") signal.throwIfAborted();
    if (answer.kind === "failure" || answer.kind === "refused") this.pending = undefined;
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
  const verdict = classifyReply(reply, action);
  const kind = verdict === "unknown" ? "lost" : "refused";
  if (reply.kind !== "response") return { kind, text: reply.reason };
  const words = reply.problem?.detail ?? reply.problem?.title;
  const text = [reply.status, ...(words ? [quoted(words)] : [])].join(" ");
  if (verdict !== "per-car") return { kind, text };
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

const named = (place: "query" | "body", ...names: readonly string[]): readonly DeleteParameter[] =>
  names.map((name) => ({ in: place, name }));
/** Every way to take deletes that is known, the likeliest first. */
export const WAYS: readonly DeleteParameter[] = [
  ...named("query", "ln", "licenseNumbers", "licenseNumber"),
  ...named("body", "licenseNumbers"),
  { in: "body", shape: "array" },
  ...named("query", "plates"),
  ...named("body", "plates", "licenseNumber", "licensePlates"),
  ...named("query", "licensePlates", "plate"),
];

/** How a delete names its cars, in words. */
export function wayText(parameter: DeleteParameter): string {
  return "shape" in parameter ? "a bare array as the body" : `${parameter.name} in the ${parameter.in}`;
}
