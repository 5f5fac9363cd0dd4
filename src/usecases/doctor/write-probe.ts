import { accountIdOf, type InterfaceSettings, quoted, type Scope } from "../../allowlist/index.ts";
import { classifyReply } from "../../apply/index.ts";
import type { FleetApi } from "../../fleet-api/index.ts";
import { sweepCars } from "../../live/index.ts";
import { type CarRow, InterfaceError, type Journal, type OutcomeKind, type Reply } from "../../run/ports/index.ts";
import { type ServerUnderTest, sweepPorts } from "./server-under-test.ts";

/** How long a confirmed write may take to show itself, milliseconds. */
const LONGEST_LAG_MS = 10_000;
const PAUSE_MS = 500;
/** What is not seen after so many times the lag that was seen before, and at least so many milliseconds, was not done. */
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
export interface WriteProbe {
  readonly scope: Scope;
  readonly rows: () => Promise<Rows>;
  readonly add: (cars: readonly CarRow[]) => Promise<WriteAnswer>;
  readonly remove: (licenseNumber: string, settings: Partial<InterfaceSettings>) => Promise<WriteAnswer>;
  /** Reads until the rows are as expected, or long enough; says how long it took, in milliseconds. */
  readonly until: (isDue: (rows: Rows) => boolean, patience?: number) => Promise<Waited>;
  /** Reads once, after as long as a write may take to show that may as well not have been done. */
  readonly readAfterWrite: () => Promise<Rows>;
  /** Whether anything was sent yet. */
  readonly hasWritten: () => boolean;
  /** A plate that was added last, and not refused: it may show itself yet. */
  readonly pending: () => string | undefined;
  /** The same list and journal for another client: it goes on where this one had to stop. */
  readonly handOver: (server: ServerUnderTest<FleetApi>) => WriteProbe;
}

/** What waiting came to. */
export interface Waited {
  readonly rows: Rows;
  readonly isSo: boolean;
  readonly took: number;
}

/** What was written so far, by whichever client. */
interface Writes {
  batch: number;
  hasBegun: boolean;
  pending: string | undefined;
  /** How late the list showed a write, milliseconds. */
  lag: number;
}

/** Sets up a list for write probes; `found` is what reading has found out about it. */
export function createWriteProbe(
  server: ServerUnderTest<FleetApi>,
  scope: Scope,
  found: Partial<InterfaceSettings>,
  journal: Journal,
  writes: Writes = { batch: 0, hasBegun: false, pending: undefined, lag: 0 },
): WriteProbe {
  const settings = { ...server.settings, ...found };
  const rows = async (): Promise<Rows> => {
    const cars = await sweepCars(scope, settings.pageSize, sweepPorts(server, found));
    if (cars === "not-offered") throw new InterfaceError(`${scope}: the list is gone`, { kind: "status", status: 404 });
    return new Map(cars.map((car) => [car.licenseNumber, car]));
  };
  const send = createSender(server, scope, found, journal, writes);
  return {
    scope,
    rows,
    add: (cars) => send("add", cars, {}),
    remove: (licenseNumber, changes) => send("delete", [plainRow(licenseNumber)], changes),
    until: (isDue, patience = LONGEST_LAG_MS) => waitUntil(rows, isDue, patience, server, writes),
    async readAfterWrite() {
      await server.clock.sleep(Math.max(LEAST_LAG_MS, writes.lag * LAG_FACTOR), server.signal);
      return await rows();
    },
    hasWritten: () => writes.hasBegun,
    pending: () => writes.pending,
    handOver: (other) => createWriteProbe(other, scope, found, journal, writes),
  };
}

type Send = (
  action: "add" | "delete",
  cars: readonly CarRow[],
  changes: Partial<InterfaceSettings>,
) => Promise<WriteAnswer>;

function createSender(
  server: ServerUnderTest<FleetApi>,
  scope: Scope,
  found: Partial<InterfaceSettings>,
  journal: Journal,
  writes: Writes,
): Send {
  return async (action, cars, changes) => {
    const written = cars.map(({ licenseNumber, features }) => ({ licenseNumber, features }));
    server.signal.throwIfAborted();
    writes.batch += 1;
    const { batch } = writes;
    await journal.append([{ kind: "intent", batch, scope, action, cars: written }]);
    writes.hasBegun = true;
    writes.pending = action === "add" ? written[0]?.licenseNumber : undefined;
    const { writer } = server.clientWith({ ...found, ...changes });
    const reply = await sendPatiently(() => writer.send({ action, scope, cars: written }, server.signal), server);
    const answer = answerOf(reply, action, written[0]?.licenseNumber ?? "");
    const outcome = outcomeOf(reply, answer);
    const outcomes = written.map(({ licenseNumber }) => ({ licenseNumber, outcome }));
    await journal.append([{ kind: "outcome", batch, scope, action, cars: outcomes }]);
    if (answer.kind === "lost") server.signal.throwIfAborted();
    if (answer.kind === "failure" || answer.kind === "refused") writes.pending = undefined;
    return answer;
  };
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

/** A car without features. */
export function plainRow(licenseNumber: string, features: readonly string[] = []): CarRow {
  return { licenseNumber, features, addedByCustomerCare: false };
}

/** The setting that says how this list takes deletes. */
export function deleteSetting(scope: Scope): "globalDelete" | "accountDelete" {
  return accountIdOf(scope) === undefined ? "globalDelete" : "accountDelete";
}

async function waitUntil(
  read: () => Promise<Rows>,
  isDue: (rows: Rows) => boolean,
  patience: number,
  { clock, signal }: ServerUnderTest,
  writes: Writes,
): Promise<Waited> {
  const start = clock.monotonic();
  // A list that was late before is late again.
  if (patience > 0 && writes.lag > PAUSE_MS) await clock.sleep(writes.lag, signal);
  for (;;) {
    const rows = await read();
    const took = clock.monotonic() - start;
    if (isDue(rows)) {
      writes.lag = Math.max(writes.lag, took);
      return { rows, isSo: true, took };
    }
    if (took >= patience) return { rows, isSo: false, took };
    await clock.sleep(Math.min(Math.max(PAUSE_MS, took), patience - took), signal);
  }
}

function answerOf(reply: Reply, action: "add" | "delete", licenseNumber: string): WriteAnswer {
  const text = wordsOf(reply);
  const verdict = classifyReply(reply, action);
  if (verdict === "unknown") return { kind: "lost", text };
  if (verdict !== "per-car" || reply.kind !== "response") return { kind: "refused", text };
  const failures = reply.failures === "malformed" ? [] : reply.failures;
  const failure = failures.find((one) => one.licenseNumber === licenseNumber) ?? failures[0];
  return failure ? { kind: "failure", text: failure.error } : { kind: "taken", text };
}

function wordsOf(reply: Reply): string {
  if (reply.kind !== "response") return reply.reason;
  const said = reply.problem?.detail ?? reply.problem?.title;
  return [reply.status, ...(said ? [quoted(said)] : [])].join(" ");
}

// Only a status, or proof that nothing left, says that nothing was done.
function outcomeOf(reply: Reply, { kind }: WriteAnswer): OutcomeKind {
  if (reply.kind === "not-sent") return "not-sent";
  if (kind === "taken") return "acknowledged";
  return kind === "lost" ? "unknown" : "rejected";
}
