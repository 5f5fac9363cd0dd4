import { randomBytes } from "node:crypto";
import { sign, verify } from "hono/jwt";

/** The sandbox's client id. */
export const SANDBOX_CLIENT_ID = "sandbox";

const ISSUER = "platectl-sandbox";

/** Verified tokens that are remembered, so that a benchmark measures lists and not HMAC; the oldest is forgotten first. */
const REMEMBERED_TOKENS = 1000;

/** Why a token is refused, or undefined for a good one. */
export type TokenVerdict = "missing" | "invalid" | "expired" | undefined;

/** A new client secret: another program on this machine, such as a page in a browser, must not know it. */
export function drawSecret(): string {
  return `sandbox-${randomBytes(16).toString("hex")}`;
}

/** Issues and checks signed JWTs (HS256). Times are milliseconds since the epoch. */
export class Tokens {
  readonly #key = randomBytes(32).toString("hex");
  readonly #expiries = new Map<string, number>();

  /** A token valid for `lifetime` seconds; `id` tells it from others of the same second. */
  async issue(now: number, lifetime: number, id: number): Promise<{ idToken: string; expiresAt: number }> {
    const issued = Math.floor(now / 1000);
    const expires = issued + lifetime;
    const payload = { iss: ISSUER, sub: SANDBOX_CLIENT_ID, iat: issued, exp: expires, jti: String(id) };
    return { idToken: await sign(payload, this.#key, "HS256"), expiresAt: expires * 1000 };
  }

  /** Checks the value of an `Authorization` header. */
  async check(authorization: string | undefined, now: number): Promise<TokenVerdict> {
    if (authorization === undefined) return "missing";
    const token = /^Bearer ([\w.-]+)$/i.exec(authorization)?.[1];
    if (token === undefined) return "invalid";
    const expires = this.#expiries.get(token) ?? (await this.#verify(token));
    if (expires === undefined) return "invalid";
    return now < expires ? undefined : "expired";
  }

  // The expiry is judged by the sandbox's clock, which hono's own check would not ask.
  async #verify(token: string): Promise<number | undefined> {
    const options = { alg: "HS256", iss: ISSUER, exp: false, iat: false, nbf: false } as const;
    const payload = await verify(token, this.#key, options).catch(() => undefined);
    if (payload?.exp === undefined) return undefined;
    const expires = payload.exp * 1000;
    const [oldest] = this.#expiries.keys();
    if (oldest !== undefined && this.#expiries.size >= REMEMBERED_TOKENS) this.#expiries.delete(oldest);
    this.#expiries.set(token, expires);
    return expires;
  }
}
