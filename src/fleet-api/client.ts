import type { InterfaceSettings } from "../allowlist/index.ts";
import { createRetryBudget } from "../retry-policy.ts";
import type { Patience } from "./attempts.ts";
import { type Channel, loggedTransport, readOnlyTransport } from "./channel.ts";
import type { FleetApiConfig } from "./config.ts";
import { type Connections, createConnections } from "./dispatcher.ts";
import type { Transport } from "./http.ts";
import { createLogin, loginUrlOf } from "./login.ts";
import { pacedTransport } from "./pace.ts";
import { createReader, type FleetReader } from "./reader.ts";
import { createRedactor } from "./redactor.ts";
import { createSession } from "./session.ts";
import { createTransport } from "./transport.ts";
import { createWriter, type FleetWriter } from "./writer.ts";

/** Milliseconds for one request, the interface's own limit (interface 8). */
const DEADLINE_MS = 60_000;

/** Both halves of the interface over one session. */
export interface FleetApi {
  readonly reader: FleetReader;
  readonly writer: FleetWriter;
  /** The same client, with the same session and connections, under other settings, and stopped by another signal if given. */
  withSettings(settings: InterfaceSettings, signal?: AbortSignal): FleetApi;
  /** Closes the connections, and breaks off what is still under way. */
  close(): Promise<void>;
}

/** A client that cannot write. */
export interface ReadOnlyFleetApi extends FleetReader {
  /** The same client, with the same session and connections, under other settings. */
  withSettings(settings: InterfaceSettings): ReadOnlyFleetApi;
  close(): Promise<void>;
}

/** A client for reading and writing. Contacts nobody yet; throws a RangeError for a config that can't be used. */
export function createFleetApi(config: FleetApiConfig): FleetApi {
  const connections = createConnections(config.proxy);
  const transport = createTransport(connections, config.deadline ?? DEADLINE_MS);
  return apiOn(createChannel(config, transport), loginUrlOf(config.authUrl), connections);
}

function apiOn(channel: Channel, loginUrl: URL, connections: Connections): FleetApi {
  const reading = { ...channel, transport: readOnlyTransport(channel.transport, loginUrl) };
  return {
    reader: createReader(reading),
    writer: createWriter(channel),
    withSettings: (settings, signal = channel.signal) => apiOn({ ...channel, settings, signal }, loginUrl, connections),
    close: connections.close,
  };
}

/** A client that cannot write: its transport refuses whatever is neither a read nor the login. */
export function createFleetReader(config: FleetApiConfig): ReadOnlyFleetApi {
  const connections = createConnections(config.proxy);
  const transport = createTransport(connections, config.deadline ?? DEADLINE_MS);
  return readerOn(createChannel(config, readOnlyTransport(transport, loginUrlOf(config.authUrl))), connections);
}

function readerOn(channel: Channel, connections: Connections): ReadOnlyFleetApi {
  return {
    ...createReader(channel),
    withSettings: (settings) => readerOn({ ...channel, settings }, connections),
    close: connections.close,
  };
}

function createChannel(config: FleetApiConfig, bare: Transport): Channel {
  const { settings, baseUrl, partnerUrl, clock, random, userAgent, signal, log } = config;
  if (!/^[\x20-\x7e]+$/.test(userAgent))
    throw new RangeError("The user agent holds characters that no header may carry.");
  const redactor = createRedactor();
  redactor.add(config.clientSecret);
  const budget = createRetryBudget();
  const transport = pacedTransport(log === undefined ? bare : loggedTransport(bare, log, clock, redactor), clock);
  const patience: Patience = { clock, random, budget, signal };
  const session = createSession(createLogin(config, transport, patience, redactor), clock);
  return { transport, session, settings, baseUrl, partnerUrl, redactor, userAgent, ...patience };
}
