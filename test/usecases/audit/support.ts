import {
  type AuditPolicy,
  accountScope,
  DEFAULT_AUDIT_POLICY,
  type DesiredEntry,
  type DesiredScope,
  type ForgottenList,
  type LiveEntry,
  type PlateKey,
  type Scope,
} from "../../../src/allowlist/index.ts";
import {
  type AuditedAccount,
  type AuditedChange,
  type AuditedList,
  type AuditedUser,
  type AuditFacts,
  audit,
  type BillingRules,
  BillingTally,
  type Finding,
  isAboveZero,
  isCreditNote,
  markRepeatedAcross,
  ownersByPlate,
  type TalliedRecord,
  type UnmanagedAccount,
} from "../../../src/usecases/audit/index.ts";
import { desiredEntry, keyed, keyOf, liveEntry } from "../../plan/support.ts";

export const PLATES = { foldLookalikes: false };
export const DAY = "2026-06-15";
export const FROM = "2026-05-17";

/** A parking of an hour that costs 10.00 DKK. */
export const PLAIN_RECORD: Omit<TalliedRecord, "id" | "licensePlate"> = {
  day: "2026-06-01",
  startDate: "2026-06-01T10:00:00Z",
  endDate: "2026-06-01T11:00:00Z",
  start: Date.parse("2026-06-01T10:00:00Z"),
  end: Date.parse("2026-06-01T11:00:00Z"),
  currencyCode: "DKK",
  fractionDigits: "2",
  amountIncludingVat: "10.00",
  amountExcludingVat: "8.00",
  vat: "25",
  isParking: true,
  area: { areaNumber: "7", areaName: "Torvet", areaCity: "Odense", operatorName: "", operatorVatNumber: "" },
  place: "Torvet, 7, Odense",
  parkingId: "",
  country: "DK",
  recordType: "PARKING",
  kind: "PARKING STANDARD",
  userId: "",
  costCenter: "7",
  isRepeat: false,
  isLate: false,
  isCharge: true,
};

/** A desired car: its plate, or more of it. */
export type Wanted = string | (Partial<Omit<DesiredEntry, "plateKey">> & { readonly licenseNumber: string });

/** A listed car: its plate, or more of it. */
export type Listed = string | (Partial<Omit<LiveEntry, "plateKey">> & { readonly licenseNumber: string });

/** One list of a test: what is wanted, what is there, and what a plan would make of it. */
export interface ListSketch {
  readonly wanted?: readonly Wanted[];
  /** Absent: not read. */
  readonly live?: readonly Listed[];
  readonly changes?: readonly AuditedChange[];
}

export type CarRecord = Partial<TalliedRecord> & { readonly licensePlate: string };

/** One account of a test. */
export interface AccountSketch {
  readonly users?: readonly Omit<AuditedUser, "plateKeys">[];
  readonly records?: readonly CarRecord[];
}

/** A world of a test; in billing-account mode the lists are named by account id, in global mode there is one, `global`. */
export interface Sketch {
  readonly lists: Readonly<Record<string, ListSketch>>;
  readonly accounts?: Readonly<Record<string, AccountSketch>>;
  readonly fleet?: readonly string[];
  readonly removed?: Readonly<Record<string, string>>;
  /** How cars that are not wanted were on the list. */
  readonly standing?: ReturnType<BillingRules["standingOf"]>;
  readonly policy?: Partial<AuditPolicy>;
  /** Plates that the policy protects. */
  readonly protected?: readonly string[];
  readonly unmanaged?: readonly UnmanagedAccount[];
  readonly forgotten?: readonly ForgottenList[];
  /** Lists that are looked at; all unless given. */
  readonly chosen?: readonly string[];
}

/** Facts as reading would have brought them. */
export function factsOf(sketch: Sketch): AuditFacts {
  const { lists, accounts = {}, fleet } = sketch;
  const mode = "global" in lists ? "global" : "billing-account";
  const desired = Object.entries(lists).map(([name, list]) => desiredScope(scopeOf(name), list.wanted ?? []));
  const owned = { byScope: new Map(desired.map((one) => [one.scope, one])), owners: ownersByPlate(desired) };
  const listed = desired
    .filter((_, at) => sketch.chosen?.includes(Object.keys(lists)[at] ?? "") ?? true)
    .map((one) => auditedList(one, lists[one.scope.replace("account:", "")] ?? {}));
  const read = Object.entries(accounts).map(([baId, account]) => auditedAccount(baId, account, owned, sketch));
  markRepeatedAcross(read);
  return {
    mode,
    policy: { ...DEFAULT_AUDIT_POLICY, info: true, ...sketch.policy },
    plates: PLATES,
    isProtected: (plateKey) => (sketch.protected ?? []).some((plate) => keyOf(plate) === plateKey),
    day: DAY,
    from: FROM,
    desired,
    lists: listed,
    accounts: read,
    ...(sketch.unmanaged && { unmanaged: sketch.unmanaged }),
    ...(sketch.forgotten && { forgotten: sketch.forgotten }),
    ...(fleet && { fleet: new Map(fleet.map((plate) => [keyOf(plate), plate])) }),
  };
}

/** The findings of one rule, each as a line. */
export function linesOf(sketch: Sketch, rule: Finding["rule"]): string[] {
  return audit(factsOf(sketch))
    .findings.filter((finding) => finding.rule === rule)
    .map(({ scope, licenseNumber, message }) => `${scope} ${licenseNumber}: ${message}`);
}

function scopeOf(name: string): Scope {
  return name === "global" ? "global" : accountScope(name);
}

/** A car as the helpers of plans name it. */
function carOf<Car extends { readonly licenseNumber: string }>(one: string | Car) {
  const { licenseNumber: plate, ...rest } = typeof one === "string" ? { licenseNumber: one } : one;
  return { plate, ...rest };
}

function desiredScope(scope: Scope, wanted: readonly Wanted[]): DesiredScope {
  const entries = keyed(wanted.map((one, at) => desiredEntry(carOf(one), at + 1)));
  return { scope, source: { file: "fleet.yaml", line: 1, column: 1 }, entries };
}

function auditedList(desired: DesiredScope, { live, changes = [] }: ListSketch): AuditedList {
  if (!live) return { desired };
  const entries = keyed(live.map((one) => liveEntry(carOf(one))));
  return {
    desired,
    read: { live: { scope: desired.scope, source: "list", entries, unreadable: [] }, changes, kept: new Map() },
  };
}

function auditedAccount(
  baId: string,
  { users: sketched, records }: AccountSketch,
  { byScope, owners }: { byScope: Map<Scope, DesiredScope>; owners: ReturnType<typeof ownersByPlate> },
  { lists, removed = {}, standing, policy }: Sketch,
): AuditedAccount {
  const scope = accountScope(baId);
  const desired = byScope.get(scope) ?? [...byScope.values()][0];
  if (!desired) throw new Error("no list");
  const users = sketched?.map((user) => ({ ...user, plateKeys: new Set(user.cars.map(keyOf)) }));
  const leftOn = (plateKey: PlateKey) => {
    const day = removed[plateKey];
    const left = { by: "journal", proof: "journal entry", grade: "reading" } as const;
    return day === undefined ? undefined : { day, ...left };
  };
  const rules: BillingRules = {
    plates: PLATES,
    limits: policy?.limits ?? {},
    lastDay: DAY,
    ...(users && { users: new Map(users.map((user) => [user.id, user])) }),
    isWanted: (plateKey) => desired.entries.has(plateKey),
    isOddSpelling: (plateKey, plate) => desired.entries.get(plateKey)?.licenseNumber !== plate,
    standingOf: (plateKey, day) => {
      if (standing) return standing;
      const left = leftOn(plateKey);
      if (left && day <= left.day) return { kind: "here" };
      return (owners.get(plateKey) ?? []).length > 0 ? { kind: "elsewhere" } : { kind: "gone", ...(left && { left }) };
    },
  };
  const tally = new BillingTally(rules);
  for (const [at, sketched] of (records ?? []).entries()) {
    const record = { ...PLAIN_RECORD, id: `1/${at + 1}`, ...sketched };
    const [recordType = ""] = record.kind.split(" ");
    tally.take({
      ...record,
      recordType,
      isCharge: isAboveZero(record.amountIncludingVat) && !isCreditNote(record.kind),
    });
  }
  const billed = { ...tally.finish(), ...("global" in lists && { log: tally.log }) };
  return { scope, desired, ...(users && { users }), ...(records && { billed }) };
}
