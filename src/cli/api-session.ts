import { DEFAULT_INTERFACE, type DesiredState, type InterfaceSettings } from "../allowlist/index.ts";
import {
  createFleetApi,
  createFleetReader,
  type FleetApiConfig,
  type FleetReader,
  type FleetWriter,
} from "../fleet-api/index.ts";
import { InterfaceError } from "../ports/index.ts";
import { visible, visibleLines } from "../render/escape/visible.ts";
import { systemClock, systemRandom } from "../runtime/system-clock.ts";
import { type Connection, type ConnectionOptions, extraAuthorities, readConnection } from "./environment.ts";
import { listenForInterrupts, NEVER } from "./interrupts.ts";
import type { Io } from "./io.ts";
import { learningReader } from "./learn-plates.ts";
import { loadDesiredIfAny } from "./load-desired.ts";
import type { CommonOptions } from "./options.ts";
import { environment, TOOL } from "./process-info.ts";
import { refusalMessage } from "./refusal-message.ts";

/** Options of commands that contact the server and need no fleet file. */
export interface ServerOptions extends CommonOptions, ConnectionOptions {
  readonly file?: readonly string[];
}

/** A server, as whom, and how it speaks; `desired` is the fleet file's word where there is one. */
export interface Server {
  readonly connection: Connection;
  readonly settings: InterfaceSettings;
  readonly desired: DesiredState | undefined;
}

/** A client that can read and nothing else. */
export interface OpenServer extends Server {
  readonly reader: FleetReader;
}

/** A client that can write, too, and the signal that ends its work. */
export interface WritableServer extends OpenServer {
  readonly writer: FleetWriter;
  readonly stop: AbortSignal;
  /** 130 or 143 once a signal came. */
  readonly interrupted: () => number | undefined;
}

/** Reads options, environment and settings. Throws a `CommandFailure` (3); contacts nothing. */
export async function prepareServer(options: ServerOptions, io: Io): Promise<Server> {
  const desired = await loadDesiredIfAny(options, io);
  const connection = connectionFor(options, io);
  const settings = desired?.interface ?? DEFAULT_INTERFACE;
  io.plates.compareBy(settings);
  return { connection, desired, settings };
}

/** Where to go and as whom; says who else is trusted, unless `--quiet`. Throws a `CommandFailure` (3). */
export function connectionFor(options: CommonOptions & ConnectionOptions, io: Io): Connection {
  const connection = readConnection(options, environment());
  const authorities = extraAuthorities(environment());
  if (authorities !== undefined && !options.quiet) io.message(visibleLines(authorities));
  return connection;
}

/**
 * Reads from a server and closes the client afterwards. What cannot be read ends as in every other command: 5 when the
 * login or a permission was refused, 6 otherwise.
 */
export function withServer<Result>(
  server: Server,
  options: ServerOptions,
  io: Io,
  work: (open: OpenServer) => Promise<Result>,
): Promise<Result> {
  return inWords(async () => {
    const reader = learningReader(createFleetReader(apiConfig(server, options, io, NEVER)), io.plates);
    return await work({ ...server, reader }).finally(() => reader.close());
  });
}

/** Like `withServer`, for the commands that write. */
export function withWritableServer<Result>(
  server: Server,
  options: ServerOptions,
  io: Io,
  work: (open: WritableServer) => Promise<Result>,
): Promise<Result> {
  return inWords(async () => {
    const interrupts = listenForInterrupts();
    const api = createFleetApi(apiConfig(server, options, io, interrupts.cancel));
    const { writer } = api;
    const reader = learningReader(api.reader, io.plates);
    const open = { ...server, reader, writer, stop: interrupts.stop, interrupted: interrupts.exitCode };
    return await work(open)
      .finally(() => interrupts.release())
      .finally(() => api.close());
  });
}

async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof InterfaceError ? refusalMessage({ kind: "unreadable", failures: [error] }) : error;
  }
}

/** What a client for this server needs. */
export function apiConfig(
  { connection, settings }: Pick<Server, "connection" | "settings">,
  { verbose }: CommonOptions,
  io: Io,
  signal: AbortSignal,
): FleetApiConfig {
  return {
    ...connection,
    settings,
    clock: systemClock,
    random: systemRandom,
    userAgent: `platectl/${TOOL.version}`,
    signal,
    ...(io.secret && { onToken: io.secret }),
    ...(verbose && { log: (line: string) => io.message(`${visible(line)}\n`) }),
  };
}
