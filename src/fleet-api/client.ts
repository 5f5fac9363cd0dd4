import type { InterfaceSettings } from "../allowlist/index.ts";
import type { ListReader, Random } from "../ports/index.ts";
import { Limiter } from "../runtime/limiter.ts";
import { createRetryBudget } from "../runtime/retry-policy.ts";
import { type BillingAccountReader, billingAccountReader } from "./endpoints/billing-accounts.ts";
import { type BillingRecordReader, billingRecordReader } from "./endpoints/billing-records.ts";
import { carListReader } from "./endpoints/car-lists.ts";
import { type ClientContext, createSession, loggedTransport, readOnlyTransport } from "./endpoints/client-context.ts";
import { createLogin, type LoginSettings, loginUrlOf } from "./endpoints/login.ts";
import { accountExists, type ParkingUserReader, parkingUserReader } from "./endpoints/parking-users.ts";
import { createWriter, type FleetWriter } from "./endpoints/writer.ts";
import { type Connections, createConnections } from "./http/connections.ts";
import type { Transport } from "./http/exchange.ts";
import type { ProxySettings } from "./http/proxy.ts";
import { createRedactor } from "./http/redactor.ts";
import { type RetryContext, rateLimitedTransport } from "./http/retry.ts";
import { createTransport } from "./http/transport.ts";

/** Milliseconds for one request, the interface's own limit (interface 8). */
const DEADLINE_MS = 60_000;

/** All that a client of the Fleet Partner Interface needs from the world. */
export interface FleetApiConfig extends LoginSettings {
  /** With `authUrl` the three addresses of interface 0, as `parseBaseUrl` gives them. */
  readonly baseUrl: URL;
  readonly partnerUrl: URL;
  readonly settings: InterfaceSettings;
  readonly random: Random;
  readonly proxy?: ProxySettings;
  /** Takes one line for each request: method, path, status, duration, traceId. Never a query value or a secret. */
  readonly log?: (line: string) => void;
  /** Milliseconds for one request, from connecting to the last byte; 60,000 unless given (interface 8). */
  readonly deadline?: number;
  /** Most requests in flight at once, 1 to 64; 16 unless given. */
  readonly concurrency?: number;
  /** Decides how many requests are in flight, for clients that share it with others; one of its own, with `concurrency`, unless given. */
  readonly limiter?: Limiter;
}

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
  const connections = createConnections(config.proxy, config.concurrency);
  const transport = createTransport(connections, config.deadline ?? DEADLINE_MS);
  return apiOn(createContext(config, transport), loginUrlOf(config.authUrl), connections);
}

function apiOn(context: ClientContext, loginUrl: URL, connections: Connections): FleetApi {
  const reading = { ...context, transport: readOnlyTransport(context.transport, loginUrl) };
  return {
    reader: createReader(reading),
    writer: createWriter(context),
    withSettings: (settings, signal = context.signal) => apiOn({ ...context, settings, signal }, loginUrl, connections),
    close: async () => connections.close(),
  };
}

/** A client that cannot write: its transport refuses whatever is neither a read nor the login. */
export function createFleetReader(config: FleetApiConfig): ReadOnlyFleetApi {
  return readerOf(createFleetApi(config));
}

function readerOf(api: FleetApi): ReadOnlyFleetApi {
  return { ...api.reader, withSettings: (settings) => readerOf(api.withSettings(settings)), close: api.close };
}

function createContext(config: FleetApiConfig, bare: Transport): ClientContext {
  const { settings, baseUrl, partnerUrl, clock, random, userAgent, signal, log } = config;
  if (!/^[\x20-\x7e]+$/.test(userAgent))
    throw new RangeError("The user agent holds characters that no header may carry.");
  const redactor = createRedactor();
  redactor.add(config.clientSecret);
  const budget = createRetryBudget();
  const transport = rateLimitedTransport(
    log === undefined ? bare : loggedTransport(bare, log, clock, redactor),
    clock,
    config.limiter ?? new Limiter(clock, config.concurrency),
  );
  const patience: RetryContext = { clock, random, budget, signal };
  const session = createSession(createLogin(config, transport, patience, redactor), clock);
  return { transport, session, settings, baseUrl, partnerUrl, redactor, userAgent, ...patience };
}

/** Every reading call of the interface. Methods reject with an `InterfaceError`, for a malformed id with a RangeError. */
export interface FleetReader extends ListReader, ParkingUserReader, BillingRecordReader, BillingAccountReader {}

/** The reading half of a client. */
export function createReader(context: ClientContext): FleetReader {
  return {
    ...carListReader(context),
    accountExists: (baId) => accountExists(context, baId),
    ...parkingUserReader(context),
    ...billingRecordReader(context),
    ...billingAccountReader(context),
  };
}
