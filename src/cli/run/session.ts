import {
  counted,
  DEFAULT_INTERFACE,
  type DesiredState,
  type InterfaceSettings,
  type Mode,
  withCommas,
} from "../../allowlist/index.ts";
import {
  createFleetApi,
  createFleetReader,
  type FleetApi,
  type FleetApiConfig,
  type FleetReader,
} from "../../fleet-api/index.ts";
import { type Target, targetOf } from "../../plan/index.ts";
import { NEVER, systemClock, systemRandom } from "../../process/system-clock.ts";
import { guardInFull, terminalText, visible, visibleLines, words } from "../../render/index.ts";
import { EXIT, exitCodeFor, nextStepAfter } from "../../run/exit-code.ts";
import { InterfaceError } from "../../run/ports/index.ts";
import type { RunResult } from "../../run/reconcile.ts";
import type { StateView } from "../../state/index.ts";
import type { API_OPTIONS, ServerInput } from "../definitions/shared.ts";
import type { CommonInput, ValuesOf } from "../definitions/spec.ts";
import { type InvalidFile, loadDesiredIfAny } from "../input/load-desired.ts";
import { type Connection, readConnection } from "../process/environment.ts";
import { CommandFailure } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { type Limits, limitWork, READING_MS } from "../process/limits.ts";
import { environment, TOOL } from "../process/process-info.ts";

/** What commands get that contact the server and need no fleet file. */
export type ApiInput = CommonInput & ValuesOf<typeof API_OPTIONS>;

/** A server, the credentials for it, and the settings that it needs. */
export interface Server {
  readonly connection: Connection;
  readonly settings: InterfaceSettings;
}

/** What a server is to plans and documents. */
export function targetAt({ connection: { baseUrl, partnerUrl } }: Pick<Server, "connection">, mode: Mode): Target {
  return targetOf(baseUrl, partnerUrl, mode);
}

/** What is looked for in the state about a server. */
export function viewOf(server: Server, mode: Mode): StateView {
  return { target: targetAt(server, mode).fingerprint, rules: server.settings };
}

/** What reading lists needs of this process. */
export function readPorts(reader: FleetReader) {
  return { reader, clock: systemClock, random: systemRandom, signal: NEVER };
}

/** A server, and the fleet file where there is one. */
export interface PreparedServer extends Server {
  readonly desired: DesiredState | undefined;
}

type TimedInput = CommonInput & Pick<ServerInput, "deadline">;

/** How a client is opened: what breaks its requests off, and what hears of each. */
interface ClientTuning {
  readonly signal: AbortSignal;
  readonly onRequest?: () => void;
}

/** Reads options, environment and settings. Throws a `CommandFailure` (3); contacts nothing. */
export async function prepareServer(options: ApiInput, io: Io, invalid: InvalidFile = "skip"): Promise<PreparedServer> {
  const desired = await loadDesiredIfAny(options, io, invalid);
  const connection = connectionFor(options, io);
  const settings = desired?.interface ?? DEFAULT_INTERFACE;
  return { connection, desired, settings };
}

/** Addresses and credentials. Names further trusted authorities with `--verbose`. Throws a `CommandFailure` (3). */
export function connectionFor(options: CommonInput & ServerInput, io: Io): Connection {
  const connection = readConnection(options, environment());
  const { NODE_EXTRA_CA_CERTS: path } = environment();
  if (path && options.verbose)
    io.message(visibleLines(`The certificate authorities in ${path} are also trusted (NODE_EXTRA_CA_CERTS).\n`));
  return connection;
}

/** A client that can read and write. */
export function openApi(server: Server, options: CommonInput, io: Io, tuning: ClientTuning): FleetApi {
  return createFleetApi(configFor(server, options, io, tuning));
}

/** Reads from a server and closes the client. A refused login or permission ends with 5, other refusals with 6. */
export async function withReader<Result>(
  server: Server,
  options: TimedInput,
  io: Io,
  work: (reader: FleetReader) => Promise<Result>,
): Promise<Result> {
  const limits = limitWork(options.deadline ?? READING_MS, false);
  const reader = createFleetReader(configFor(server, options, io, { signal: limits.cancel }));
  return refusing(() => work(reader))
    .finally(() => limits.release())
    .finally(() => reader.close());
}

/** Prepares a server and reads from it, for commands that need the file's settings at most. */
export async function withServer<Result>(
  options: ApiInput & TimedInput,
  io: Io,
  work: (reader: FleetReader, server: PreparedServer) => Promise<Result>,
): Promise<Result> {
  const server = await prepareServer(options, io);
  return withReader(server, options, io, (reader) => work(reader, server));
}

/** Like `withReader`, for commands that write: an interrupt ends their work, whose limits they get. */
export async function withApi<Result>(
  server: Server,
  options: TimedInput,
  io: Io,
  work: (api: Pick<FleetApi, "reader" | "writer">, limits: Limits) => Promise<Result>,
): Promise<Result> {
  const limits = limitWork(options.deadline);
  const api = openApi(server, options, io, { signal: limits.cancel });
  return refusing(() => work(api, limits))
    .finally(() => limits.release())
    .finally(() => api.close());
}

/** Does work that reads, and turns what cannot be read into the failure that the user is shown. */
export async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof InterfaceError ? refusalMessage({ kind: "unreadable", failures: [error] }) : error;
  }
}

function configFor(
  { connection, settings }: Server,
  { verbose, quiet }: CommonInput,
  io: Io,
  { signal, onRequest }: ClientTuning,
): FleetApiConfig {
  const log = (line: string) => {
    onRequest?.();
    if (verbose) io.message(words`${visible(line)}\n`);
  };
  return {
    ...connection,
    settings,
    clock: systemClock,
    random: systemRandom,
    userAgent: `platectl/${TOOL.version}`,
    signal,
    ...(io.secret && { onToken: io.secret }),
    ...((verbose || onRequest) && { log }),
    ...(io.stderrIsTty && !quiet && { onSilence: silenceNote(io) }),
    ...(!quiet && { onPause: pauseNote(io) }),
  };
}

// Calls `say` at most once in this many milliseconds.
function seldom(milliseconds: number): (say: () => void) => void {
  let nextAt = Number.NEGATIVE_INFINITY;
  return (say) => {
    if (systemClock.monotonic() < nextAt) return;
    nextAt = systemClock.monotonic() + milliseconds;
    say();
  };
}

const PAUSE_NOTE_MS = 5_000;

// A server that slows each request down may keep a run silent for minutes.
function pauseNote(io: Io): (milliseconds: number) => void {
  const say = seldom(PAUSE_NOTE_MS);
  return (milliseconds) => {
    const seconds = visible(counted(Math.ceil(milliseconds / 1000), "second"));
    const note = words`Waiting ${seconds}: the server asks for fewer requests (429, Retry-After).\n`;
    if (milliseconds > 0) say(() => io.message(note));
  };
}

const SILENCE_NOTE_MS = 10_000;
const SILENCE_COLUMNS = 60;

// One message for all requests that wait; it covers the bar of an apply.
function silenceNote(io: Io): NonNullable<FleetApiConfig["onSilence"]> {
  const say = seldom(SILENCE_NOTE_MS);
  return (origin, seconds) => {
    const line = `No answer from ${origin} for ${seconds} seconds; still waiting.`.padEnd(SILENCE_COLUMNS);
    say(() => io.message(words`\r${visible(line)}\n`));
  };
}

const MOST_NAMED = 10;

const INTERRUPTED = "Interrupted while reading. Running again is safe.";

type Refused = Exclude<RunResult, { kind: "planned" | "applied" }>;

/** The failure that the user is shown for a run that ended before the first write. */
export function refusalMessage(run: Refused): CommandFailure {
  const code = exitCodeFor(run);
  // The user said no: this was not an interrupt, and no car is in flight.
  if (run.kind === "declined") return new CommandFailure(code, "Not confirmed: nothing was sent.");
  return new CommandFailure(
    code,
    [...refusalReasons(run), code === EXIT.interrupted ? INTERRUPTED : nextStepAfter(code)].join("\n"),
  );
}

/** The same for people who have just read the plan: it names the guards, each with the option that allows it. */
export function guardedAfterPlan(run: Extract<Refused, { kind: "guarded" }>): CommandFailure {
  const { exitCode, message } = refusalMessage(run);
  return new CommandFailure(exitCode, message, visibleLines(nextStepAfter(exitCode)));
}

/** Why a run stopped before anything was sent, a line each. */
export function refusalReasons(run: Exclude<Refused, { kind: "declined" }>): string[] {
  switch (run.kind) {
    case "unreadable": {
      const messages = [
        ...new Set(
          run.failures.map(({ message, traceId }) =>
            traceId === undefined || message.includes(traceId) ? message : `${message} (traceId ${traceId})`,
          ),
        ),
      ];
      const more = messages.length > MOST_NAMED ? [`… and ${withCommas(messages.length - MOST_NAMED)} more`] : [];
      return [...messages.slice(0, MOST_NAMED), ...more].map(terminalText);
    }
    case "stale":
      return run.reasons.map((reason) => `The approved plan no longer fits: ${terminalText(reason)}.`);
    case "guarded": {
      const { guards } = run.plan;
      const scopes = run.plan.scopes.map((one) => ({ ...one, counts: { kept: one.exempt.length } }));
      return guards.filter(({ tripped }) => tripped).map((guard) => terminalText(guardInFull(guard, scopes)));
    }
  }
}
