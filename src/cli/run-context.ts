import { createFleetApi, createFleetReader, type FleetApiConfig } from "../fleet-api/index.ts";
import { targetOf } from "../plan/index.ts";
import type { RunInputs } from "../reconcile.ts";
import { openStore, type StateView, type Store } from "../state/index.ts";
import { type Connection, type ConnectionOptions, readConnection, readStateAddress } from "./environment.ts";
import type { Io } from "./io.ts";
import { loadDesired } from "./load-desired.ts";
import { chooseScopes, type FleetOptions } from "./options.ts";
import { isAlive, processOwner, systemClock, systemRandom, TOOL } from "./world.ts";

/** Options of commands that reconcile: plan, apply, audit. */
export interface ReconcileOptions extends FleetOptions, ConnectionOptions {
  readonly allowDeletes?: number;
  readonly allowAdds?: number;
}

/** All that plan and apply share: what is desired, where, as whom, and what is remembered. */
export interface RunContext {
  readonly inputs: RunInputs;
  readonly connection: Connection;
  readonly store: Store;
  readonly view: StateView;
}

/** Reads files, options and environment. Throws a `CommandFailure` (3); contacts nothing. */
export async function prepareRun(options: ReconcileOptions, io: Io): Promise<RunContext> {
  const { desired, warnings } = await loadDesired(options.file, io);
  const scopes = chooseScopes(desired, options);
  const connection = readConnection(options, process.env);
  const target = targetOf(connection.baseUrl, connection.partnerUrl, desired.mode);
  const allowances = {
    ...(options.allowDeletes !== undefined && { deletes: options.allowDeletes }),
    ...(options.allowAdds !== undefined && { adds: options.allowAdds }),
  };
  const world = {
    cwd: process.cwd(),
    clock: systemClock,
    random: systemRandom,
    owner: processOwner(),
    isAlive,
    env: process.env,
  };
  return {
    inputs: { desired, warnings, target, scopes, allowances },
    connection,
    store: openStore(readStateAddress(options.state, process.env), world),
    view: { target: target.fingerprint, rules: desired.interface },
  };
}

/** A client that can read and nothing else. */
export function openReader(
  context: RunContext,
  options: ReconcileOptions,
  io: Io,
  signal: AbortSignal,
): ReturnType<typeof createFleetReader> {
  return createFleetReader(apiConfig(context, options, io, signal));
}

/** A client that can read and write. */
export function openApi(
  context: RunContext,
  options: ReconcileOptions,
  io: Io,
  signal: AbortSignal,
): ReturnType<typeof createFleetApi> {
  return createFleetApi(apiConfig(context, options, io, signal));
}

function apiConfig(
  { connection, inputs }: RunContext,
  options: ReconcileOptions,
  io: Io,
  signal: AbortSignal,
): FleetApiConfig {
  return {
    ...connection,
    settings: inputs.desired.interface,
    clock: systemClock,
    random: systemRandom,
    userAgent: `platectl/${TOOL.version}`,
    signal,
    ...(io.secret && { onToken: io.secret }),
    ...(options.verbose && { log: (line: string) => io.message(`${line}\n`) }),
  };
}
