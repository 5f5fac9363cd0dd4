import {
  type AuditPolicy,
  type DesiredEntry,
  type DesiredScope,
  type ForgottenList,
  isValidOn,
  type LiveScope,
  type Mode,
  type PlateKey,
  type PlateRules,
  type Scope,
} from "../../../allowlist/index.ts";
import type { Claim, PlanDocument } from "../../../documents/index.ts";
import { valueAt } from "../../../run/collections.ts";
import {
  AUDIT_RULE_TABLE,
  type AuditRuleId,
  type AuditRuleRow,
  type AuditSource,
} from "../../../schema/audit-rules/index.ts";
import { type Billed, isPositive } from "../billing/billed-sum.ts";
import type { AuditedUser } from "../billing/billing-rules.ts";
import type { BilledAccount, BilledPlate } from "../billing/billing-tally.ts";
import type { AccountClaims } from "../billing/claimed-before.ts";
import type { Objection, TalliedRecord } from "../billing/record.ts";
import type { AccountVerdicts } from "../billing/verdict.ts";

/** A desired car with the list that it belongs on. */
export interface ScopedEntry {
  readonly scope: Scope;
  readonly entry: DesiredEntry;
}

/** One difference between a list and the fleet file, as the plan has it. */
export type AuditedChange = PlanDocument["scopes"][number]["changes"][number];

/** One list: what should be on it and what is. */
export interface AuditedList {
  readonly desired: DesiredScope;
  /** What two equal sweeps in a row held; absent when the list was not read, could not be, or would not hold still. */
  readonly read?: {
    readonly live: LiveScope;
    readonly changes: readonly AuditedChange[];
    /** Why the policy leaves cars there that no file wants: customer care added them, or `policy.prune` says so. */
    readonly kept: ReadonlyMap<PlateKey, string>;
  };
}

/** One billing account: who parks on it and what was billed. Parts that were not or could not be read are absent. */
export interface AuditedAccount {
  readonly scope: Scope;
  /** What the fleet file wants on the list that holds for this account. */
  readonly desired: DesiredScope;
  readonly users?: readonly AuditedUser[];
  readonly billed?: BilledAccount;
  /** What is done about its records. */
  readonly verdicts?: AccountVerdicts;
  /** When claims were asked for. */
  readonly claims?: AccountClaims;
}

/** A billing account of the server that no fleet file declares. */
export interface UnmanagedAccount {
  readonly scope: Scope;
  /** How many cars its list holds; absent where that cannot be read. */
  readonly cars?: number;
  /** What it was billed in the range, whatever for; absent when nothing was, or where that cannot be read. */
  readonly billed?: Billed;
  /** Records that could not be judged and are in no sum. */
  readonly setAside?: number;
}

/** What one rule objects to in the records of one plate. */
export interface ObjectedPlate {
  readonly rule: AuditRuleId;
  readonly account: AuditedAccount;
  readonly plate: BilledPlate;
  readonly objections: readonly Objection[];
  readonly records: readonly TalliedRecord[];
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
  /** Cars that use the fleet, with their spelling there, from two equal readings. */
  readonly fleet?: ReadonlyMap<PlateKey, string>;
}

/** Whether anything of a plate is to be paid back: refunds are taken off, but for those that answer earlier claims. */
export function isLeftToPay({ rule, account, plate, records }: ObjectedPlate): boolean {
  const isClaimed = (one: Claim) => one.rule === rule && one.licensePlate === plate.licenseNumber;
  return isPositive(records) || account.claims?.claims.some(isClaimed) === true;
}

/** What a rule objects to in records, account by account and plate by plate. */
export function* objectedTo(
  accounts: AuditFacts["accounts"],
  rule: AuditRuleId,
): Generator<ObjectedPlate, void, undefined> {
  for (const account of accounts)
    for (const [plate, objections] of account.billed?.objections.get(rule) ?? [])
      yield { rule, account, plate, objections, records: objections.map(({ record }) => record) };
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

const NOT_READ: Record<AuditSource, string> = {
  lists: "no list was read",
  fleet: "the fleet cars were not read",
  users: "no parking users were read",
  billing: "no billing records were read",
  state: "the state was not read",
  accounts: "the accounts of the server were not read, or not all of the fleet file's were looked at",
};

/** Why what was read is not enough for a rule; undefined where it is. */
export function reasonNotToCheck(rule: AuditRuleId, facts: AuditFacts): string | undefined {
  const { needs, needsAll }: AuditRuleRow = AUDIT_RULE_TABLE[rule];
  const absent = needs.find((source) => !isRead(source, "global", facts));
  if (absent) return NOT_READ[absent];
  const { mode, desired, lists, accounts } = facts;
  if (needsAll === "lists" && lists.filter(({ read }) => read).length < desired.length)
    return "not all lists were read";
  if (needsAll === "billing" && mode === "global" && accounts.some(({ billed }) => !billed))
    return "the billing records of some accounts were not read";
  return undefined;
}

/** Whether what a rule that was checked looks at was read of a list or account. */
export function isLookedAt(rule: AuditRuleId, scope: Scope, facts: AuditFacts): boolean {
  const { needs }: AuditRuleRow = AUDIT_RULE_TABLE[rule];
  // Rules about the fleet file alone look at the lists that were chosen.
  if (needs.length === 0) return facts.lists.some(({ desired }) => desired.scope === scope);
  return needs.every((source) => isRead(source, scope, facts));
}

// What is found on `global` belongs to no account: there it is enough when any was read.
function isRead(source: AuditSource, scope: Scope, facts: AuditFacts): boolean {
  const { mode, lists, accounts, fleet, unmanaged, forgotten } = facts;
  const isMeant = (one: Scope) => scope === "global" || one === scope;
  switch (source) {
    case "lists":
      return lists.some(({ desired, read }) => read && isMeant(desired.scope));
    case "users":
      return accounts.some((account) => account.users && isMeant(account.scope));
    case "billing":
      return accounts.some((account) => account.billed && isMeant(account.scope));
    case "fleet":
      return fleet !== undefined;
    case "accounts":
      return mode === "global" || unmanaged !== undefined;
    case "state":
      return forgotten !== undefined;
  }
}
