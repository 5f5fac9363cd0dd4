import {
  accountScope,
  compareScopes,
  counted,
  type DesiredState,
  dayIn,
  forgottenLists,
  type Scope,
} from "../../../allowlist/index.ts";
import { type AuditDocument, type ClaimsFrom, sumsInWords } from "../../../documents/index.ts";
import type { FleetReader } from "../../../fleet-api/index.ts";
import type { SweepPorts } from "../../../live/index.ts";
import { type PlanWarning, protectingMask } from "../../../plan/index.ts";
import { groupBy } from "../../../run/collections.ts";
import type { RunInputs } from "../../../run/reconcile.ts";
import type { StateView, Store } from "../../../state/index.ts";
import {
  type HistoryGap,
  type JournalChanges,
  journalChanges,
  Timeline,
  type TimelineGit,
} from "../../history/index.ts";
import {
  type AccountClaims,
  type AuditFacts,
  type ClaimedRecord,
  CurrencySums,
  departuresOf,
  objectedTo,
  savedBy,
  sourcesNeeded,
} from "../index.ts";
import type { AuditReader } from "./audit-reader.ts";
import { ListedCars } from "./listed-cars.ts";
import { readAccounts } from "./read-accounts.ts";
import { auditedLists, type ListReadings, readFleet, readLists, withJudgedRows } from "./read-lists.ts";
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
  /** What claims may rest on; readings of the lists unless given. */
  readonly claimsFrom?: ClaimsFrom;
  /** Whether the rules of severity info run, too. */
  readonly info?: boolean;
}

/** What an audit judges, and what stood in the way of reading more. */
export interface AuditReading
  extends Pick<AuditReader, "desired" | "failures" | "warnings" | "setAside">,
    Pick<AuditDocument, "saved" | "claimed"> {
  readonly facts: AuditFacts;
  /** When they were asked for. */
  readonly claims?: ReadClaims;
}

/** The records of all accounts that are to be claimed back, in the order of accounts and times. */
export interface ReadClaims extends Pick<AccountClaims, "claims" | "repeated"> {
  /** How many plates were billed and not desired of which nothing says when they left. */
  readonly leftUnknown: number;
}

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
  const warnings: PlanWarning[] = [];
  const { journal, journalFrom } = await readJournal(context, desired, warnings);
  const days = { from: range.from, to: day < range.to ? day : range.to };
  const protectorOf = protectingMask(desired.policy.protect.plates, desired.interface);
  const listed = new ListedCars(desired.timeZone);
  const departures = departuresOf(journal, days);
  const audit: AuditReader = {
    ...{ desired, range, day, ports, departures, listed, warnings },
    scopes: chosenOf(desired, inputs.scopes),
    needs: sourcesNeeded(desired.policy.audit),
    memory: await store.memory(view),
    departed: [],
    timeline: new Timeline({ desired, journal, journalFrom, now, git, listedNow: listed.now }),
    isProtected: (plateKey) => protectorOf(plateKey) !== undefined,
    keptOn: () => undefined,
    failures: [],
    setAside: [],
    claimsFrom: context.claimsFrom ?? "journal",
    ...(context.withClaims && { claimed: claimedByAccount(context.claimed) }),
  };
  const readings = await readLists(audit);
  const judged = withJudgedRows(audit, readings);
  const facts = await readFacts(judged, readings, inputs);
  if (audit.needs.has("billing")) warnings.push(...historyWarnings(audit, facts));
  // Accounts are read side by side; the same server gives the same audit.
  const setAside = [...audit.setAside].sort((left, right) => compareScopes(left.scope, right.scope));
  const saved = savedBy(departures, audit.departed, days);
  const { failures, claimed } = audit;
  const claims = claimed && claimsOf(facts, claimed, context.claimed !== undefined);
  return { facts, desired: judged.desired, failures, warnings, setAside, ...(saved && { saved }), ...claims };
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
  const read = accounts.flatMap(({ scope, claims, verdicts }) =>
    claims ? { scope, leftUnknown: verdicts?.leftUnknown ?? 0, ...claims } : [],
  );
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

function chosenOf({ scopes }: DesiredState, chosen: readonly Scope[]): DesiredState["scopes"] {
  const wanted = new Set(chosen);
  return scopes.filter(({ scope }) => wanted.has(scope));
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
): Promise<{ readonly journal: JournalChanges; readonly journalFrom: string | undefined }> {
  const records = sourcesNeeded(desired.policy.audit).has("billing") ? await store.history() : [];
  if (records.length > 0 && records.every(({ target }) => target !== view.target)) {
    const message =
      "the journal of the state is of another server or mode, and is ignored: when cars came and left is known from git alone";
    warnings.push({ code: "journal-of-another-server", message });
  }
  const journal = journalChanges(records, view, desired.timeZone);
  const first = records.find(({ target }) => target === view.target);
  return { journal, journalFrom: first && dayIn(desired.timeZone, Date.parse(first.at)) };
}

const GAPS: Record<HistoryGap, string> = {
  shallow:
    "this clone is shallow, so older versions of the files are not here; git fetch --unshallow brings them, or fetch-depth: 0 in a pipeline",
  "git-failed": "git could not say what the files were before",
  "no-repository": "the files are in no git repository",
  uncommitted: "the git repository has no commit",
};

/** What the history of the files leaves open. */
function historyWarnings({ timeline, range }: AuditReader, { accounts }: AuditFacts): readonly PlanWarning[] {
  const gap = timeline.gapOn(range.from);
  const { undated } = timeline.written;
  const open = [...objectedTo(accounts, "billed-not-known")].flatMap(({ records }) => records);
  const sums = sumsInWords(new CurrencySums(open).list());
  const undecided =
    open.length > 0
      ? `: ${counted(open.length, "record")} (${sums}) of cars that they do not want now, which --info names`
      : "";
  const message = `so what they wanted on earlier days is not known, and nothing is concluded from that${undecided}`;
  return [
    ...(gap && (gap !== "no-repository" || timeline.wasAsked)
      ? [{ code: "history-missing", message: `${GAPS[gap]}, ${message}` } as const]
      : []),
    ...(undated > 0 ? [{ code: "commit-days", message: undatedInWords(undated) } as const] : []),
  ];
}

function undatedInWords(count: number): string {
  const commits = count === 1 ? "1 commit of the fleet files is" : `${count} commits of the fleet files are`;
  return `${commits} older than the one before, or of a day to come, and prove no day: what they took out counts as wanted up to the commit after them`;
}

async function readFacts(
  audit: AuditReader,
  readings: ListReadings,
  { target, warnings }: AuditInputs["inputs"],
): Promise<AuditFacts> {
  const { desired, day, range, isProtected, needs, memory } = audit;
  const lists = auditedLists(audit, readings, target, warnings);
  const fleet = await readFleet(audit);
  const kept = new Map(lists.map((list) => [list.desired.scope, list.read?.kept]));
  const accounts = await readAccounts({ ...audit, keptOn: (scope, plateKey) => kept.get(scope)?.get(plateKey) });
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
