import {
  accountIdOf,
  counted,
  type DesiredState,
  type Diagnostic,
  forgottenLists,
  type Scope,
  type ScopeMemory,
  unmanagedAccounts,
  withCommas,
} from "../../allowlist/index.ts";
import type { WholePlan } from "../model/plan.ts";

/** So many accounts that no fleet file declares are named in a warning. */
const MOST_ACCOUNTS_NAMED = 10;

/** What is known of lists beside those of the fleet file. */
interface OtherLists {
  readonly memory: ReadonlyMap<Scope, ScopeMemory>;
  /** The ids of the server's accounts, where it names them and the run is over all accounts of the fleet file. */
  readonly onServer: readonly string[];
  /** The sealed plan that the run applies: its run may read a part of the state alone. */
  readonly whole?: WholePlan | undefined;
}

/** What to say of accounts that no fleet file declares: each that the state knows cars of by itself, and the others together. */
export function accountWarnings(desired: DesiredState, { memory, onServer, whole }: OtherLists): Diagnostic[] {
  const forgotten = forgottenLists(desired, memory);
  const known = new Set(forgotten.map(({ scope }) => accountIdOf(scope)));
  const unmanaged = unmanagedAccounts(desired, onServer).filter((baId) => !known.has(baId));
  const told = (whole?.warnings ?? []).filter(
    ({ code, scope }) => code === "forgotten-account" && scope !== undefined && !known.has(accountIdOf(scope)),
  );
  return [
    ...forgotten.map(({ scope, cars }) => forgottenAccount(scope, forgottenInWords(scope, cars))),
    ...told.map(({ scope, message }) => forgottenAccount(scope, message)),
    ...(unmanaged.length > 0 ? [unmanagedWarning(desired, unmanaged)] : []),
  ];
}

function forgottenAccount(scope: Scope | undefined, message: string): Diagnostic {
  return { severity: "warning", code: "forgotten-account", message, ...(scope && { scope }) };
}

// Some of the cars may have been adopted: all that is certain is that platectl was in charge of them.
function forgottenInWords(scope: Scope, count: number): string {
  const [cars, they, them] = count === 1 ? ["1 car", "it stays", "it"] : [counted(count, "car"), "they stay", "them"];
  return (
    `account ${accountIdOf(scope)} is not in the fleet file any more, and the state knows ${cars} that platectl manages on it: ` +
    `${they} allowed until you act. To take ${them} off, declare the account with \`cars: []\` and approve that with ` +
    "policy.allowEmpty, and with the number of deletes where the plan then asks for it; to leave it as it is, name it in policy.accounts.ignore"
  );
}

function unmanagedWarning({ scopes }: DesiredState, unmanaged: readonly string[]): Diagnostic {
  const named = unmanaged.slice(0, MOST_ACCOUNTS_NAMED).join(", ");
  const more =
    unmanaged.length > MOST_ACCOUNTS_NAMED ? ` and ${withCommas(unmanaged.length - MOST_ACCOUNTS_NAMED)} more` : "";
  const what = unmanaged.length === 1 ? "a billing account" : counted(unmanaged.length, "billing account");
  const message =
    scopes.length === 0
      ? `the fleet file names no account, and the server has ${what}: ${named}${more}; declare them under accounts, or name them in policy.accounts.ignore`
      : `the server has ${what} that no fleet file declares: ${named}${more}; declare them, or name them in policy.accounts.ignore`;
  return { severity: "warning", code: "unmanaged-account", message };
}
