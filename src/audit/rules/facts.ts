import {
  AUDIT_RULE_TABLE,
  type AuditPolicy,
  type AuditRuleId,
  type AuditRuleRow,
  type AuditSource,
  type DesiredEntry,
  type DesiredScope,
  type ForgottenList,
  isValidOn,
  type LiveScope,
  type Mode,
  type PlateKey,
  type PlateRules,
  type Scope,
} from "../../allowlist/index.ts";
import { valueAt } from "../../runtime/group-by.ts";
import { type BilledSum, isPositive } from "../billing/billed-sum.ts";
import type { AuditedUser } from "../billing/billing-rules.ts";
import type { BilledAccount } from "../billing/billing-tally.ts";

/** A desired car with the list that it belongs on. */
export interface ScopedEntry {
  readonly scope: Scope;
  readonly entry: DesiredEntry;
}

/** One difference between a list and the fleet file, as the plan has it. */
export interface ListChange {
  readonly action: "add" | "update" | "delete" | "detach";
  readonly licenseNumber: string;
  readonly features?: { readonly from: readonly string[]; readonly to: readonly string[] };
  readonly source?: string;
}

/** One list: what should be on it and what is. */
export interface AuditedList {
  readonly desired: DesiredScope;
  /** What two equal sweeps in a row held; absent when the list was not read, could not be, or would not hold still. */
  readonly read?: { readonly live: LiveScope; readonly changes: readonly ListChange[] };
}

/** One billing account: who parks on it and what was billed. Parts that were not or could not be read are absent. */
export interface AuditedAccount {
  readonly scope: Scope;
  /** What the fleet file wants on the list that holds for this account. */
  readonly desired: DesiredScope;
  readonly users?: readonly AuditedUser[];
  readonly billed?: BilledAccount;
}

/** A billing account of the server that no fleet file declares. */
export interface UnmanagedAccount {
  readonly scope: Scope;
  /** How many cars its list holds; absent where that cannot be read. */
  readonly cars?: number;
  /** What it was billed in the range, whatever for; absent when nothing was, or where that cannot be read. */
  readonly billed?: BilledSum;
  /** Records that could not be judged and are in no sum. */
  readonly setAside?: number;
}

/** All that an audit judges. */
export interface AuditFacts {
  readonly mode: Mode;
  readonly policy: AuditPolicy;
  readonly plates: PlateRules;
  /** Whether `policy.protect.plates` keeps the car on any list, wanted by a file or not. */
  readonly isProtected: (plateKey: PlateKey) => boolean;
  /** Today, YYYY-MM-DD in the file's time zone. */
  readonly day: string;
  /** First day of the billing records. */
  readonly from: string;
  /** Every list of the fleet file, whether it is looked at or not. */
  readonly desired: readonly DesiredScope[];
  /** The lists that are looked at, in the order of scopes. */
  readonly lists: readonly AuditedList[];
  /** The accounts that are looked at, in the order of scopes. */
  readonly accounts: readonly AuditedAccount[];
  /** Accounts that no fleet file declares or ignores, in the order of scopes; absent when not all accounts were looked at. */
  readonly unmanaged?: readonly UnmanagedAccount[];
  /** Lists that no fleet file declares or ignores and the state knows cars of; absent when no rule asks for them. */
  readonly forgotten?: readonly ForgottenList[];
  /** Rules, accounts and plates of which something is claimed beside refunds of earlier claims: `RULE SCOPE PLATE`. */
  readonly claimed?: ReadonlySet<string>;
  /** Cars that use the fleet, with their spelling there, from two equal readings. */
  readonly fleet?: ReadonlyMap<PlateKey, string>;
}

/** Whether anything of a plate is to be paid back: refunds are taken off, but for those that answer earlier claims. */
export function isLeftToPay(
  { claimed }: AuditFacts,
  rule: AuditRuleId,
  scope: Scope,
  licensePlate: string,
  sum: BilledSum,
): boolean {
  return isPositive(sum) || claimed?.has(`${rule} ${scope} ${licensePlate}`) === true;
}

/** For every plate, the lists on which the fleet file wants it, in the order of scopes. */
export function ownersByPlate(desired: readonly DesiredScope[]): ReadonlyMap<PlateKey, readonly ScopedEntry[]> {
  const owners = new Map<PlateKey, ScopedEntry[]>();
  for (const { scope, entries } of desired) {
    for (const [plateKey, entry] of entries) valueAt(owners, plateKey, () => []).push({ scope, entry });
  }
  return owners;
}

/** The cars of the given lists that are desired on that day. */
export function* desiredToday(lists: readonly AuditedList[], day: string): Generator<ScopedEntry, void, undefined> {
  for (const { desired } of lists) {
    for (const entry of desired.entries.values()) if (isValidOn(entry, day)) yield { scope: desired.scope, entry };
  }
}

/** Whether what a rule looks at was read, for a list or account. */
export function isLookedAt(rule: AuditRuleId, scope: Scope, facts: AuditFacts): boolean {
  const { needs }: AuditRuleRow = AUDIT_RULE_TABLE[rule];
  // Rules about the fleet file alone look at the lists that were chosen.
  if (needs.length === 0) return facts.lists.some(({ desired }) => desired.scope === scope);
  return needs.every((source) => isSourceRead(source, scope, facts));
}

/** Whether a source was read for a list or account; for any of them where none is given. */
export function isSourceRead(
  source: AuditSource,
  scope: Scope | undefined,
  { mode, lists, accounts, fleet, unmanaged, forgotten }: AuditFacts,
): boolean {
  const isMeant = (one: Scope) => scope === undefined || one === scope;
  const own = accounts.filter((account) => isMeant(account.scope));
  switch (source) {
    case "lists": {
      const meant = lists.filter(({ desired }) => isMeant(desired.scope));
      // Fleet cars are found on `global` in both modes.
      return meant.length === 0 ? scope === "global" : meant.some(({ read }) => read);
    }
    case "fleet":
      return fleet !== undefined;
    case "users":
      return own.some(({ users }) => users);
    case "billing":
      return own.length === 0 ? mode === "global" && scope === "global" : own.some(({ billed }) => billed);
    case "accounts":
      return mode === "global" || unmanaged !== undefined;
    case "state":
      return forgotten !== undefined;
  }
}
