import { z } from "zod";
import { type Clock, InterfaceError } from "../../ports/index.ts";
import { MAX_ATTEMPTS } from "../../runtime/retry-policy.ts";
import { decode } from "../http/body.ts";
import type { HttpRequest, Transport } from "../http/exchange.ts";
import { failureOf, shapeFailure } from "../http/failures.ts";
import { describeStatus } from "../http/problem.ts";
import type { Redactor } from "../http/redactor.ts";
import { type RetryContext, retry, serverNow } from "../http/retry.ts";
import { commonHeaders, expiryOf, MAX_BODY_BYTES, type Token } from "./client-context.ts";
import { endpoint } from "./read.ts";
import { expected, object, requiredText } from "./wire.ts";

/** Longer tokens would not fit the head of a request that common servers accept. */
const LONGEST_TOKEN = 16 * 1024;

/** Interface 4.1. */
const tokenShape = object({
  idToken: requiredText,
  // A date that cannot be read is not a reason to reject the token, whatever it is written as.
  validUntilDate: z
    .unknown()
    .refine((value) => value !== undefined, expected("a date"))
    .transform(String),
});

/** What the login needs from the world. */
export interface LoginSettings {
  /** As `parseBaseUrl` gives it. */
  readonly authUrl: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clock: Clock;
  readonly userAgent: string;
  /** Told each token before its first use, for whoever must keep it out of sight. */
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
    const decoded = decode(reply, { shape: tokenShape, numbers: "plain" });
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
