import {
  counted,
  DEFAULT_INTERFACE,
  DEFAULT_POLICY,
  type DesiredScope,
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
  type FleetWriter,
  type ReadOnlyFleetApi,
} from "../../fleet-api/index.ts";
import { NEVER, systemClock, systemRandom } from "../../process/system-clock.ts";
import { guardInFull, terminalText, visible, visibleLines, words } from "../../render/index.ts";
import { EXIT, exitCodeFor, nextStepAfter } from "../../run/exit-code.ts";
import { InterfaceError } from "../../run/ports/index.ts";
import type { RunResult } from "../../run/reconcile.ts";
import type { API_OPTIONS, ServerInput } from "../definitions/shared.ts";
import type { CommonInput, ValuesOf } from "../definitions/spec.ts";
import { type InvalidFile, loadDesiredIfAny } from "../input/load-desired.ts";
import { type Connection, extraAuthorities, readConnection } from "../process/environment.ts";
import { CommandFailure } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { limitWork, READING_MS } from "../process/limits.ts";
import { environment, TOOL } from "../process/process-info.ts";

/** What commands get that contact the server and need no fleet file. */
export type ApiInput = CommonInput & ValuesOf<typeof API_OPTIONS>;

/** A server, the credentials for it, and the settings that it needs. */
export interface Server {
  readonly connection: Connection;
  readonly settings: InterfaceSettings;
}

/** A server, and the fleet file where there is one. */
export interface PreparedServer extends Server {
  readonly desired: DesiredState | undefined;
}

/** A client that can write, and the signal that ends its work. */
export interface WritableSession {
  readonly reader: FleetReader;
  readonly writer: FleetWriter;
  readonly stop: AbortSignal;
  /** 130 or 143 after a signal. */
  readonly interrupted: () => number | undefined;
}

/** What says how long the run may take. */
type TimedInput = CommonInput & Pick<ServerInput, "deadline">;

/** How a client is opened that may be interrupted, or whose requests are counted. */
export interface ClientTuning {
  readonly signal?: AbortSignal;
  readonly onRequest?: () => void;
}

/** What reading lists needs where no fleet file says what is wanted on them. */
export function desiredNothing(
  mode: Mode,
  scopes: readonly Pick<DesiredScope, "scope" | "name">[],
  settings: InterfaceSettings,
): DesiredState {
  const source = { file: "", line: 1, column: 1 };
  return {
    mode,
    scopes: scopes.map((one) => ({ ...one, source, entries: new Map() })),
    policy: DEFAULT_POLICY,
    interface: settings,
    timeZone: "UTC",
    files: [],
  };
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
  const authorities = extraAuthorities(environment());
  if (authorities !== undefined && options.verbose) io.message(visibleLines(authorities));
  return connection;
}

/** A client that cannot write. */
export function openReader(server: Server, options: CommonInput, io: Io, tuning: ClientTuning = {}): ReadOnlyFleetApi {
  return createFleetReader(configFor(server, options, io, tuning));
}

/** A client that can read and write. */
export function openApi(server: Server, options: CommonInput, io: Io, tuning: ClientTuning): FleetApi {
  return createFleetApi(configFor(server, options, io, tuning));
}

/**
 * Reads from a server and closes the client afterwards. What cannot be read ends as in every other command: 5 when the
 * login or a permission was refused, 6 otherwise.
 */
export async function withReader<Result>(
  server: Server,
  options: TimedInput,
  io: Io,
  work: (reader: FleetReader) => Promise<Result>,
): Promise<Result> {
  const limits = limitWork(options.deadline ?? READING_MS, false);
  const reader = openReader(server, options, io, { signal: limits.cancel });
  return refusing(() => work(reader))
    .finally(() => limits.release())
    .finally(() => reader.close());
}

/** Like `withReader`, for commands that write: listens for interrupts while they work. */
export async function withApi<Result>(
  server: Server,
  options: TimedInput,
  io: Io,
  work: (session: WritableSession) => Promise<Result>,
): Promise<Result> {
  const limits = limitWork(options.deadline);
  const { reader, writer, close } = openApi(server, options, io, { signal: limits.cancel });
  return refusing(() => work({ reader, writer, stop: limits.stop, interrupted: limits.exitCode }))
    .finally(() => limits.release())
    .finally(() => close());
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
  { signal = NEVER, onRequest }: ClientTuning,
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
    ...(io.stderrIsTty && !quiet && { onSilence: silenceTeller(io) }),
    ...(!quiet && { onPause: pauseNote(io) }),
  };
}

const NOTE_EVERY_MS = 5_000;

// A server that slows each request down may keep a run silent for minutes.
function pauseNote(io: Io): (milliseconds: number) => void {
  let nextAt = Number.NEGATIVE_INFINITY;
  return (milliseconds) => {
    const now = systemClock.monotonic();
    if (milliseconds === 0 || now < nextAt) return;
    nextAt = now + NOTE_EVERY_MS;
    const seconds = counted(Math.ceil(milliseconds / 1000), "second");
    io.message(words`Waiting ${visible(seconds)}: the server asks for fewer requests (429, Retry-After).\n`);
  };
}

const SILENCE_EVERY_MS = 10_000;

// One message for all requests that wait; it covers the bar of an apply.
function silenceTeller(io: Io): NonNullable<FleetApiConfig["onSilence"]> {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (origin, seconds) => {
    if (systemClock.monotonic() - toldAt < SILENCE_EVERY_MS) return;
    toldAt = systemClock.monotonic();
    const line = `No answer from ${origin} for ${seconds} seconds; still waiting.`.padEnd(SILENCE_COLUMNS);
    io.message(words`\r${visible(line)}\n`);
  };
}

const SILENCE_COLUMNS = 60;

/** How many failures of single accounts a message names. */
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
