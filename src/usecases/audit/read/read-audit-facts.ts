import { accountScope, compareScopes, type DesiredState, dayIn, forgottenLists } from "../../../allowlist/index.ts";
import type { AuditDocument } from "../../../documents/index.ts";
import type { FleetReader } from "../../../fleet-api/index.ts";
import type { SweepPorts } from "../../../live/index.ts";
import { type PlanWarning, protectingMask } from "../../../plan/index.ts";
import { groupBy } from "../../../run/group-by.ts";
import type { RunInputs } from "../../../run/reconcile.ts";
import type { StateView, Store } from "../../../state/index.ts";
import { type JournalChanges, journalChanges, Timeline, type TimelineGit } from "../../history/index.ts";
import {
  type AccountClaims,
  type AuditFacts,
  type ClaimedRecord,
  CurrencySums,
  departuresOf,
  savedBy,
  sourcesNeeded,
} from "../index.ts";
import type { AuditReader } from "./audit-reader.ts";
import { readAccounts } from "./read-accounts.ts";
import { readFleet, readLists } from "./read-lists.ts";
import { readUnmanaged } from "./read-unmanaged.ts";
import type { AuditRange } from "./record-range.ts";

/** What is desired, which of it is looked at, and what is remembered of the server's lists. */
export interface AuditInputs {
  readonly inputs: Pick<RunInputs, "desired" | "warnings" | "target" | "scopes">;
  readonly store: Pick<Store, "memory" | "history">;
  readonly view: StateView;
  /** Where the fleet files' history is. */
  readonly git: TimelineGit;
  /** Whether the records that are to be claimed back are wanted, too: every account is read once more. */
  readonly withClaims?: boolean;
  /** What was claimed before; it is not claimed again. */
  readonly claimed?: readonly ClaimedRecord[];
  /** Whether the rules of severity info run, too. */
  readonly info?: boolean;
}

/** What an audit judges, and what stood in the way of reading more. */
export interface AuditReading
  extends Pick<AuditReader, "failures" | "warnings" | "setAside">,
    Pick<AuditDocument, "saved" | "claimed"> {
  readonly facts: AuditFacts;
  /** When they were asked for. */
  readonly claims?: ReadClaims;
}

/** The records of all accounts that are to be claimed back, in the order of accounts and times. */
export type ReadClaims = Pick<AccountClaims, "claims" | "leftUnknown" | "repeated">;

/** Reads all that the active rules need. Rejects with an `InterfaceError` only when interrupted. */
export async function readAuditFacts(
  context: AuditInputs,
  range: AuditRange,
  ports: SweepPorts & { readonly reader: FleetReader },
): Promise<AuditReading> {
  const { inputs, store, view, git } = context;
  const desired = asAsked(context);
  const now = ports.clock.now();
  const day = dayIn(desired.timeZone, now);
  const chosen = new Set(inputs.scopes);
  const found: PlanWarning[] = [];
  const journal = await readJournal(context, desired, found);
  const days = { from: range.from, to: day < range.to ? day : range.to };
  const protectorOf = protectingMask(desired.policy.protect.plates, desired.interface);
  const audit: AuditReader = {
    desired,
    scopes: desired.scopes.filter(({ scope }) => chosen.has(scope)),
    needs: sourcesNeeded(desired.policy.audit),
    range,
    day,
    ports,
    memory: await store.memory(view),
    departures: departuresOf(journal, days),
    departed: [],
    timeline: new Timeline({ desired, journal, now, git }),
    isProtected: (plateKey) => protectorOf(plateKey) !== undefined,
    failures: [],
    warnings: found,
    setAside: [],
    ...(context.withClaims && { claimed: claimedByAccount(context.claimed) }),
  };
  const facts = await readFacts(audit, inputs);
  // Accounts are read side by side; the same server gives the same audit.
  const setAside = [...audit.setAside].sort((left, right) => compareScopes(left.scope, right.scope));
  const saved = savedBy(audit.departures, audit.departed, days);
  const { failures, warnings, claimed } = audit;
  const claims = claimed && claimsOf(facts, claimed, context.claimed !== undefined);
  return { facts, failures, warnings, setAside, ...(saved && { saved }), ...claims };
}

// A record that two files have was claimed once.
function claimedByAccount(claimed: readonly ClaimedRecord[] = []): NonNullable<AuditReader["claimed"]> {
  const records = new Map(claimed.map((one) => [`${one.account} ${one.id}`, one]));
  return groupBy([...records.values()], ({ account }) => accountScope(account));
}

function claimsOf(
  { accounts }: AuditFacts,
  before: NonNullable<AuditReader["claimed"]>,
  hasEarlier: boolean,
): Pick<AuditReading, "claims" | "claimed"> {
  const read = accounts.flatMap(({ scope, claims }) => (claims ? { scope, ...claims } : []));
  const total = (countOf: (account: (typeof read)[number]) => number) =>
    read.reduce((sum, one) => sum + countOf(one), 0);
  const claims = {
    claims: read.flatMap((account) => account.claims),
    leftUnknown: total(({ leftUnknown }) => leftUnknown),
    repeated: total(({ repeated }) => repeated),
  };
  if (!hasEarlier) return { claims };
  const records = total(({ scope }) => before.get(scope)?.length ?? 0);
  const all = [...before.values()].reduce((count, own) => count + own.length, 0);
  const amounts = new CurrencySums(read.flatMap(({ open }) => open.amounts)).list();
  const answered = read.flatMap((one) => one.answered.map((answer) => ({ scope: one.scope, ...answer })));
  const open = { records: total((one) => one.open.records), amounts };
  return { claims, claimed: { records, answered, open, otherAccounts: all - records } };
}

// The fleet file says what each rule matters, the person who audits whether infos are wanted.
function asAsked({ inputs: { desired }, info = false }: AuditInputs): DesiredState {
  const { policy } = desired;
  return { ...desired, policy: { ...policy, audit: { ...policy.audit, info } } };
}

async function readJournal(
  { store, view }: AuditInputs,
  desired: DesiredState,
  warnings: PlanWarning[],
): Promise<JournalChanges> {
  const records = sourcesNeeded(desired.policy.audit).has("billing") ? await store.history() : [];
  if (records.length > 0 && records.every(({ target }) => target !== view.target)) {
    const message =
      "the journal of the state is of another server or mode, and is ignored: when cars came and left is known from git alone";
    warnings.push({ code: "journal-of-another-server", message });
  }
  return journalChanges(records, view, desired.timeZone);
}

async function readFacts(audit: AuditReader, { target, warnings }: AuditInputs["inputs"]): Promise<AuditFacts> {
  const { desired, day, range, isProtected, needs, memory } = audit;
  const lists = await readLists(audit, target, warnings);
  const fleet = await readFleet(audit);
  const accounts = await readAccounts(audit);
  const unmanaged = await readUnmanaged(audit);
  return {
    policy: desired.policy.audit,
    mode: desired.mode,
    plates: desired.interface,
    isProtected,
    day,
    from: range.from,
    desired: desired.scopes,
    lists,
    accounts,
    ...(unmanaged && { unmanaged }),
    ...(needs.has("state") && { forgotten: forgottenLists(desired, memory) }),
    ...(fleet && { fleet }),
  };
}
