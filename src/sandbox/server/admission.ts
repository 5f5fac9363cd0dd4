import { createHmac, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { type Problem, problem } from "../endpoints/call.ts";
import type { SandboxBehaviour } from "../model/behaviour.ts";

/** Counts requests in fixed windows of time. */
export class RateWindow {
  #start = Number.NEGATIVE_INFINITY;
  #count = 0;

  /** A 429 when the window is full. `now` is milliseconds since the epoch. */
  admit(limit: SandboxBehaviour["rateLimit"], now: number): Problem | undefined {
    if (limit === false) return undefined;
    const length = limit.seconds * 1000;
    if (now >= this.#start + length) {
      this.#start = now;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count <= limit.requests) return undefined;
    const wait = Math.ceil((this.#start + length - now) / 1000);
    return problem(429, `At most ${limit.requests} requests in ${limit.seconds} s`, { "Retry-After": String(wait) });
  }
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * A 421 for a request under another name than this machine's own, and a 403 for one from a page of another: a browser sends
 * both on behalf of whatever page it shows, and a name of anybody's may lead to this machine (DNS rebinding).
 */
export function refuseForeign({ headers: { host = "", origin } }: IncomingMessage): Problem | undefined {
  if (!LOOPBACK.test(host)) return problem(421, "The sandbox answers to localhost and 127.0.0.1 only");
  const isForeign = origin !== undefined && !LOOPBACK.test(origin.replace(/^https?:\/\//, ""));
  return isForeign ? problem(403, "The sandbox answers to no page of another site") : undefined;
}

/** A 431 when the request line with its headers is larger than allowed. */
export function refuseHead(incoming: IncomingMessage, behaviour: SandboxBehaviour): Problem | undefined {
  const bytes = headBytes(incoming);
  if (bytes <= behaviour.maxHeadBytes) return undefined;
  const detail = `The request line with its headers has ${bytes} bytes, more than ${behaviour.maxHeadBytes}`;
  return problem(431, detail);
}

/** A 401 for a token that does not open anything, a 403 for a path closed to the client. */
export function refuseClient(verdict: TokenVerdict, path: string, behaviour: SandboxBehaviour): Problem | undefined {
  if (verdict !== undefined) {
    return problem(401, `The bearer token is ${verdict}`, { "WWW-Authenticate": "Bearer" });
  }
  const isForbidden = behaviour.forbidden.some((start) => path.startsWith(start));
  return isForbidden ? problem(403, "The client has no permission for this") : undefined;
}

// "METHOD target HTTP/1.1" and "Name: value", a line break after each and one more at the end.
function headBytes({ method = "", url = "", rawHeaders }: IncomingMessage): number {
  const requestLine = method.length + url.length + " HTTP/1.1\r\n".length + 1;
  const headers = rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
  return requestLine + headers + 2;
}

/** The sandbox's client id. */
export const SANDBOX_CLIENT_ID = "sandbox";

const ISSUER = "platectl-sandbox";

/** Why a token is refused, or undefined for a good one. */
export type TokenVerdict = "missing" | "invalid" | "expired" | undefined;

/** A new client secret: another program on this machine, such as a page in a browser, must not know it. */
export function drawSecret(): string {
  return `sandbox-${randomBytes(16).toString("hex")}`;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const HEADER = encoded({ alg: "HS256", typ: "JWT" });
const claims = z.object({ exp: z.number() });

/** Issues and checks signed JWTs (HS256). Times are milliseconds since the epoch. */
export class Tokens {
  readonly #key = randomBytes(32);

  /** A token valid for `lifetime` seconds; `id` tells it from others of the same second. */
  issue(now: number, lifetime: number, id: number): { idToken: string; expiresAt: number } {
    const issued = Math.floor(now / 1000);
    const exp = issued + lifetime;
    const payload = { iss: ISSUER, sub: SANDBOX_CLIENT_ID, iat: issued, exp, jti: String(id) };
    const signed = `${HEADER}.${encoded(payload)}`;
    return { idToken: `${signed}.${this.#signatureOf(signed)}`, expiresAt: exp * 1000 };
  }

  /** Checks the value of an `Authorization` header. */
  check(authorization: string | undefined, now: number): TokenVerdict {
    if (authorization === undefined) return "missing";
    const [, signed = "", payload = "", signature] = /^Bearer ([\w-]+\.([\w-]+))\.([\w-]+)$/i.exec(authorization) ?? [];
    if (signature !== this.#signatureOf(signed)) return "invalid";
    const { exp } = claims.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
    return now < exp * 1000 ? undefined : "expired";
  }

  #signatureOf(text: string): string {
    return createHmac("sha256", this.#key).update(text).digest("base64url");
  }
}
