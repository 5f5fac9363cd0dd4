import { dayIn, WantedElsewhere } from "../allowlist/index.ts";
import { createFleetApi, createFleetReader, type FleetApiConfig } from "../fleet-api/index.ts";
import { targetOf } from "../plan/index.ts";
import type { RunInputs } from "../reconcile.ts";
import { systemClock } from "../runtime/system-clock.ts";
import type { StateView, Store } from "../state/index.ts";
import { apiConfig, connectionFor } from "./api-session.ts";
import type { Connection, ConnectionOptions } from "./environment.ts";
import { NEVER } from "./interrupts.ts";
import type { Io } from "./io.ts";
import { learningReader } from "./learn-plates.ts";
import { loadDesired } from "./load-desired.ts";
import { chooseScopes, type FleetOptions } from "./options.ts";
import { stateStore } from "./state-store.ts";

/** Options of commands that reconcile: plan, apply, audit. */
export interface ReconcileOptions extends FleetOptions, ConnectionOptions {
  readonly allowDeletes?: number;
  readonly allowAdds?: number;
  /** Send every desired car of lists that cannot be read. */
  readonly reassert?: boolean;
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
  const connection = connectionFor(options, io);
  const target = targetOf(connection.baseUrl, connection.partnerUrl, desired.mode);
  const allowances = {
    ...(options.allowDeletes !== undefined && { deletes: options.allowDeletes }),
    ...(options.allowAdds !== undefined && { adds: options.allowAdds }),
  };
  return {
    inputs: { desired, warnings, target, scopes, allowances, ...(options.reassert && { reassert: true }) },
    connection,
    store: stateStore(options),
    view: { target: target.fingerprint, rules: desired.interface },
  };
}

/**
 * The same for commands that look at the chosen accounts only: the others keep their names, and their cars are let go. A
 * shard of a large file needs the less memory, the smaller it is.
 */
export async function prepareChosen(options: ReconcileOptions, io: Io): Promise<RunContext> {
  const { inputs, ...rest } = await prepareRun(options, io);
  const chosen = new Set(inputs.scopes);
  const { desired } = inputs;
  if (chosen.size === desired.scopes.length) return { ...rest, inputs };
  const others = desired.scopes.filter(({ scope }) => !chosen.has(scope));
  const elsewhere = new WantedElsewhere(others, dayIn(desired.timeZone, systemClock.now()));
  const scopes = desired.scopes.map((one) => (chosen.has(one.scope) ? one : { ...one, entries: new Map() }));
  return { ...rest, inputs: { ...inputs, desired: { ...desired, scopes, elsewhere } } };
}

/** A client that can read and nothing else. */
export function openReader(
  context: RunContext,
  options: ReconcileOptions,
  io: Io,
): ReturnType<typeof createFleetReader> {
  return learningReader(createFleetReader(configOf(context, options, io, NEVER)), io.plates);
}

/** A client that can read and write. */
export function openApi(
  context: RunContext,
  options: ReconcileOptions,
  io: Io,
  signal: AbortSignal,
): ReturnType<typeof createFleetApi> {
  const api = createFleetApi(configOf(context, options, io, signal));
  return { ...api, reader: learningReader(api.reader, io.plates) };
}

function configOf(
  { connection, inputs }: RunContext,
  options: ReconcileOptions,
  io: Io,
  signal: AbortSignal,
): FleetApiConfig {
  return apiConfig({ connection, settings: inputs.desired.interface }, options, io, signal);
}
