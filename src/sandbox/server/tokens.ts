import { randomBytes } from "node:crypto";
import { sign, verify } from "hono/jwt";

/** The sandbox's client id. */
export const SANDBOX_CLIENT_ID = "sandbox";

const ISSUER = "platectl-sandbox";

/** Why a token is refused, or undefined for a good one. */
export type TokenVerdict = "missing" | "invalid" | "expired" | undefined;

/** A new client secret: another program on this machine, such as a page in a browser, must not know it. */
export function drawSecret(): string {
  return `sandbox-${randomBytes(16).toString("hex")}`;
}

/** Issues and checks signed JWTs (HS256). Times are milliseconds since the epoch. */
export class Tokens {
  readonly #key = randomBytes(32).toString("hex");

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
    const expires = await this.#expiryOf(token);
    if (expires === undefined) return "invalid";
    return now < expires ? undefined : "expired";
  }

  // The expiry is judged by the sandbox's clock, which hono's own check would not ask.
  async #expiryOf(token: string): Promise<number | undefined> {
    const options = { alg: "HS256", iss: ISSUER, exp: false, iat: false, nbf: false } as const;
    const payload = await verify(token, this.#key, options).catch(() => undefined);
    return payload?.exp === undefined ? undefined : payload.exp * 1000;
  }
}
