import type { InterfaceSettings } from "../allowlist/index.ts";
import { createRetryBudget, Limiter, MAX_ATTEMPTS } from "../run/pace.ts";
import { type Clock, InterfaceError, type ListReader, type Random } from "../run/ports/index.ts";
import type { BillingAccountReader, BillingRecordReader } from "./endpoints/billing.ts";
import { carListReader } from "./endpoints/car-lists.ts";
import {
  type ClientContext,
  commonHeaders,
  loggedTransport,
  MAX_BODY_BYTES,
  readOnlyTransport,
} from "./endpoints/context.ts";
import { accountExists, type ParkingUserReader, parkingUserReader } from "./endpoints/parking-users.ts";
import { endpoint } from "./endpoints/read.ts";
import { createSession, expiryOf, type Token } from "./endpoints/session.ts";
import { object } from "./endpoints/wire.ts";
import { createWriter, type FleetWriter } from "./endpoints/writer.ts";
import type { ProxySettings } from "./http/addresses.ts";
import { decode } from "./http/body.ts";
import { type Connections, createConnections } from "./http/connections.ts";
import type { HttpRequest, Transport } from "./http/exchange.ts";
import { failureOf, shapeFailure } from "./http/failures.ts";
import { describeStatus } from "./http/problem.ts";
import { rateLimitedTransport, serverNow } from "./http/rate-limit.ts";
import { createRedactor, type Redactor } from "./http/redactor.ts";
import { type RetryContext, retry } from "./http/retry.ts";
import { createTransport, type OnSilence } from "./http/transport.ts";

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
  readonly onSilence?: OnSilence;
  /** Milliseconds for one request, from connecting to the last byte; 60,000 unless given (interface 8). */
  readonly deadline?: number;
  /** Most requests in flight at once, 1 to 64; 16 unless given. */
  readonly concurrency?: number;
  /** Hears of each pause that the server asks for, milliseconds, where no `limiter` is given. */
  readonly onPause?: (milliseconds: number) => void;
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

/** A client for reading and writing. Contacts no server yet; throws a RangeError for a config that can't be used. */
export function createFleetApi(config: FleetApiConfig): FleetApi {
  const connections = createConnections(config.proxy, config.concurrency);
  const transport = createTransport(connections, config.deadline ?? DEADLINE_MS, config.onSilence);
  return apiOn(createContext(config, transport), loginUrlOf(config.authUrl), connections);
}

function apiOn(context: ClientContext, loginUrl: URL, connections: Connections): FleetApi {
  const reading = { ...context, transport: readOnlyTransport(context.transport, loginUrl) };
  return {
    reader: {
      ...carListReader(reading),
      accountExists: (baId) => accountExists(reading, baId),
      ...parkingUserReader(reading),
      ...billingWhenAsked(reading),
    },
    writer: createWriter(context),
    withSettings: (settings, signal = context.signal) => apiOn({ ...context, settings, signal }, loginUrl, connections),
    close: async () => connections.close(),
  };
}

// Loaded late: what reads the many fields of a record is made for it, and most runs read none.
function billingWhenAsked(context: ClientContext): BillingRecordReader & BillingAccountReader {
  const load = async () => (await import("./endpoints/billing.ts")).billingReader(context);
  return {
    billingRecordPage: async (...asked) => (await load()).billingRecordPage(...asked),
    async *billingRecords(...asked) {
      yield* (await load()).billingRecords(...asked);
    },
    async *billingPages(...asked) {
      yield* (await load()).billingPages(...asked);
    },
    async *pickedBillingPages(...asked) {
      yield* (await load()).pickedBillingPages(...asked);
    },
    billingAccounts: async () => (await load()).billingAccounts(),
  };
}

/** A client that cannot write: its transport refuses whatever is neither a read nor the login. */
export function createFleetReader(config: FleetApiConfig): FleetReader & Pick<FleetApi, "close"> {
  const { reader, close } = createFleetApi(config);
  return { ...reader, close };
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
    config.limiter ?? new Limiter(clock, config.concurrency, config.onPause),
  );
  const patience: RetryContext = { clock, random, budget, signal };
  const session = createSession(createLogin(config, transport, patience, redactor), clock);
  return { transport, session, settings, baseUrl, partnerUrl, redactor, userAgent, ...patience };
}

/** Every reading call of the interface. Methods reject with an `InterfaceError`, for a malformed id with a RangeError. */
export interface FleetReader extends ListReader, ParkingUserReader, BillingRecordReader, BillingAccountReader {}

/** Longer tokens would not fit the head of a request that common servers accept. */
const LONGEST_TOKEN = 16 * 1024;

/** Interface 4.1. */
const readToken = object((answer) => ({
  idToken: answer.requiredText("idToken"),
  // A date that cannot be read is not a reason to reject the token, whatever it is written as.
  validUntilDate: answer.value("validUntilDate", "a date", dateTextOf, ""),
}));

function dateTextOf(date: unknown): string | undefined {
  if (date === undefined) return undefined;
  return typeof date === "string" ? date : "";
}

/** What the login needs from the world. */
export interface LoginSettings {
  /** As `parseBaseUrl` gives it. */
  readonly authUrl: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clock: Clock;
  readonly userAgent: string;
  /** Told each token before its first use, for those who must keep it out of sight. */
  readonly onToken?: (token: string) => void;
  /** Stops everything under way. */
  readonly signal?: AbortSignal;
}

/** Where the login is. */
export function loginUrlOf(authUrl: URL): URL {
  return endpoint(authUrl, "/auth/v1");
}

/**
 * The login of a client (interface 4.1), up to three attempts while the server is in trouble. An answer that is no
 * token is an `auth` failure; not reaching the server is a `transport` one.
 */
export function createLogin(config: LoginSettings, transport: Transport, patience: RetryContext, redactor: Redactor) {
  const { clientId, clientSecret, clock } = config;
  const request: HttpRequest = {
    method: "POST",
    url: loginUrlOf(config.authUrl),
    headers: { ...commonHeaders(config.userAgent), "content-type": "application/json" },
    body: JSON.stringify({ clientId, clientSecret }),
    maxBytes: MAX_BODY_BYTES,
    signal: config.signal,
  };
  return async (): Promise<Token> => {
    let before = { wall: clock.now(), monotonic: clock.monotonic() };
    const attempted = await retry(patience, MAX_ATTEMPTS.login, () => {
      before = { wall: clock.now(), monotonic: clock.monotonic() };
      return transport(request);
    });
    const { exchange } = attempted;
    if (exchange.kind !== "reply") throw failureOf(request, attempted, redactor.redact);
    const { reply } = exchange;
    if (reply.status !== 200 && reply.status !== 201) {
      const tries = attempted.attempts > 1 ? ` after ${attempted.attempts} attempts` : "";
      const message = `The login (POST ${request.url.pathname}) was answered ${describeStatus(reply, redactor.redact)}${tries}.`;
      throw new InterfaceError(`${message} ${adviceFor(reply.status, request.url)}`, {
        kind: "auth",
        status: reply.status,
      });
    }
    const decoded = decode(reply, { read: readToken, numbers: "plain" });
    if (decoded.kind === "wrong") throw shapeFailure(request, decoded.what, redactor.redact);
    const { idToken, validUntilDate } = decoded.value;
    const flaw = tokenFlaw(idToken);
    if (flaw !== undefined) throw shapeFailure(request, `idToken ${flaw}`, redactor.redact);
    redactor.add(idToken);
    config.onToken?.(idToken);
    return { text: idToken, expiry: expiryOf(validUntilDate, serverNow(reply.headers, clock.now()), before) };
  };
}

function tokenFlaw(token: string): string | undefined {
  if (token === "") return "is empty";
  if (token.length > LONGEST_TOKEN) return `is longer than ${LONGEST_TOKEN} characters`;
  return /^[\x21-\x7e]+$/.test(token) ? undefined : "holds characters that no header may carry";
}

function adviceFor(status: number, { origin }: URL): string {
  if (status === 429 || status >= 500) return "The login server is in trouble: try again later.";
  if (status >= 300 && status < 400) return "Redirects are never followed: give the final address of the login server.";
  if (status === 404) return `Check the address of the login server: ${origin} has no login there.`;
  return "Check the client id and secret, and that they belong to this server. No second attempt was made.";
}
