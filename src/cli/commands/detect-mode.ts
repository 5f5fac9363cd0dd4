import { accountScope, compareScopes, type Mode, type Scope } from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import type { BillingAccount, FleetReader } from "../../fleet-api/index.ts";
import { InterfaceError } from "../../ports/index.ts";
import { CommandFailure } from "../process/failure.ts";

/** The mode and the accounts that were asked for. */
export interface ScopeWish {
  readonly mode: Mode | undefined;
  readonly account: readonly string[] | undefined;
}

/** A server's mode, and its lists with the names of their accounts. */
export interface FoundScopes {
  readonly mode: Mode;
  readonly scopes: readonly { readonly scope: Scope; readonly name?: string }[];
}

/** The lists that are wished for, or all that the server lets us see. Rejects with an `InterfaceError`. */
export async function findScopes(reader: FleetReader, { mode, account }: ScopeWish): Promise<FoundScopes> {
  const found = account ? "billing-account" : (mode ?? (await detectMode(reader)));
  if (found === "global") return { mode: found, scopes: [{ scope: "global" }] };
  const known = await accountsIfAny(reader);
  if (known === undefined && account === undefined) {
    throw new CommandFailure(
      EXIT.unreadable,
      "The server does not list its billing accounts: name them with --account. Nothing was sent that writes.",
    );
  }
  const names = new Map((known ?? []).map(({ baId, others }) => [baId, others.get("name")]));
  const baIds = new Set(account ?? names.keys());
  const scopes = [...baIds].map((baId) => {
    const name = names.get(baId)?.trim();
    return { scope: accountScope(baId), ...(name && { name }) };
  });
  return { mode: found, scopes: scopes.sort((left, right) => compareScopes(left.scope, right.scope)) };
}

// An integration has one mode (interface 1). Servers deny the global list to the other mode in different ways.
async function detectMode(reader: FleetReader): Promise<Mode> {
  try {
    const page = await reader.carPage("global", { number: 0, size: 1 });
    return page === "not-offered" ? "billing-account" : "global";
  } catch (error) {
    if (error instanceof InterfaceError && error.failure.kind === "auth" && error.failure.status === 403) {
      return "billing-account";
    }
    throw error;
  }
}

async function accountsIfAny(reader: FleetReader): Promise<readonly BillingAccount[] | undefined> {
  try {
    return await reader.billingAccounts();
  } catch (error) {
    if (error instanceof InterfaceError && error.failure.kind === "status") return undefined;
    throw error;
  }
}
