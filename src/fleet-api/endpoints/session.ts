import { type Clock, InterfaceError } from "../../ports/index.ts";
import { type Expiry, isOver } from "./token-lifetime.ts";

/** Most renewals, over a client's life, because the server refused a token that should have held (reliability C6). */
const MAX_RENEWALS = 3;

/** A token and when to replace it. */
export interface Token {
  readonly text: string;
  readonly expiry: Expiry;
}

/** The token of a client: one login serves all who wait for it. */
export interface Session {
  /** A token that holds for one more request. Rejects with the login's `InterfaceError`. */
  token(): Promise<string>;
  /** A token other than the refused one; undefined when too many were refused. Rejects like `token`. */
  renew(refused: string): Promise<string | undefined>;
  /** The token at hand, without a login. */
  current(): string | undefined;
}

/** A session that has not logged in yet. */
export function createSession(login: () => Promise<Token>, clock: Clock): Session {
  let held: Token | undefined;
  let pending: Promise<Token> | undefined;
  let refusal: InterfaceError | undefined;
  let renewals = 0;

  const loginOnce = (): Promise<Token> => {
    // A refused login is final: asking again with the same secret may lock the account (reliability C1).
    if (refusal) return Promise.reject(refusal);
    pending ??= login()
      .then((token) => {
        held = token;
        return token;
      })
      .catch((error: unknown) => {
        if (error instanceof InterfaceError && error.failure.kind === "auth") refusal = error;
        throw error;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  const token = async () => (held && !isOver(held.expiry, clock) ? held : await loginOnce()).text;

  return {
    token,
    async renew(refused) {
      if (held?.text === refused) {
        if (renewals >= MAX_RENEWALS) return undefined;
        renewals += 1;
        held = undefined;
      }
      return token();
    },
    current: () => held?.text,
  };
}
