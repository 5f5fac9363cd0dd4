import { isDeepStrictEqual } from "node:util";
import {
  type AuditRuleId,
  accountScope,
  type DesiredEntry,
  type DesiredScope,
  isValidOn,
  type PlateKey,
  type PlateRules,
  readPlate,
  severityOf,
} from "../../allowlist/index.ts";
import { retryIfListChanged } from "../../live/index.ts";
import type { PlanWarning } from "../../plan/index.ts";
import {
  type AuditedUser,
  type BilledAccount,
  type BillingRules,
  BillingTally,
  type JudgedUser,
  type RowsSetAside,
  type Standing,
  setAside,
} from "../index.ts";
import { amountFlaw } from "./amount-flaw.ts";
import { type AuditReader, noteSetAside, readUntilSame } from "./audit-reader.ts";
import { shiftDay } from "./shift-day.ts";
import { dayReader, talliedRecord } from "./tallied-record.ts";

/**
 * Streams the billing records of an account and judges them one by one. Where a desired car has none, or a record comes twice, a
 * second reading must agree: no absence is claimed from a single one.
 * @throws InterfaceError when they cannot be read, or would not hold still.
 */
export async function readBilling(
  audit: AuditReader,
  baId: string,
  desired: DesiredScope,
  users: readonly AuditedUser[] | undefined,
): Promise<BilledAccount> {
  const rules = billingRules(audit, baId, desired, users);
  const sweep = await readUntilSame(
    `${accountScope(baId)}: the billing records`,
    () => retryIfListChanged(() => sweepRecords(audit, baId, rules)),
    (left, right) => isDeepStrictEqual(comparable(left), comparable(right)),
    (first) => first.repeats === 0 && !claimsAbsence(audit, desired, first.billed),
  );
  if (sweep.leftOut > 0) audit.warnings.push(outsideRange(audit, baId, sweep));
  noteSetAside(audit, accountScope(baId), "billing record", sweep.setAside);
  return sweep.billed;
}

interface Sweep {
  readonly billed: BilledAccount;
  readonly records: number;
  /** Records of days before the range. */
  readonly early: number;
  /** Records of other days than were asked for that are not judged. */
  readonly leftOut: number;
  /** Records with an id that came before. */
  readonly repeats: number;
  readonly setAside: RowsSetAside;
}

// What else is suspected follows from the records, whose sums are compared.
function comparable({ billed: { plates, covered, suspects }, ...rest }: Sweep) {
  return { plates, covered, twice: [...suspects.of("billed-twice")], ...rest };
}

// Records of days before the range are judged, too, once a first reading has shown that most are within it.
async function sweepRecords(audit: AuditReader, baId: string, rules: BillingRules): Promise<Sweep> {
  const first = await sweepOnce(audit, baId, rules, false);
  return first.early > 0 && !isMostly(first) ? sweepOnce(audit, baId, rules, true) : first;
}

function isMostly({ leftOut, records }: Sweep): boolean {
  return 2 * leftOut > records;
}

async function sweepOnce(audit: AuditReader, baId: string, rules: BillingRules, judgesEarly: boolean): Promise<Sweep> {
  const { ports, range, desired } = audit;
  const tally = new BillingTally(rules);
  const odd: RowsSetAside = { count: 0, rows: [] };
  const counts = { records: 0, early: 0, leftOut: 0, repeats: 0 };
  const dayOf = dayReader(desired.timeZone);
  // The server has time zones of its own, and a parking may begin before the range and end within it.
  const earliest = shiftDay(range.from, -1);
  const latest = shiftDay(range.to, 1);
  for await (const row of ports.reader.billingRows(baId, range)) {
    const flaw = row.kind === "odd" ? row.row : amountFlaw(row.item);
    if (flaw) setAside(odd, flaw);
    if (flaw || row.kind === "odd") continue;
    counts.records += 1;
    const day = dayOf(row.item.startDate);
    const isEarly = day !== "" && (dayOf(row.item.endDate) || day) < earliest;
    if (isEarly) counts.early += 1;
    if ((isEarly && !judgesEarly) || day > latest) {
      counts.leftOut += 1;
      continue;
    }
    if (row.isRepeat) counts.repeats += 1;
    tally.take(talliedRecord(row.item, { day, isRepeat: row.isRepeat, isLate: isEarly }));
  }
  return { billed: tally.finish(), ...counts, setAside: odd };
}

function usersById(
  users: readonly AuditedUser[] | undefined,
  rules: PlateRules,
): ReadonlyMap<string, JudgedUser> | undefined {
  return (
    users &&
    new Map(
      users.map((user) => {
        const readings = user.cars.map((licenseNumber) => readPlate(licenseNumber, rules));
        const keys = readings.flatMap((reading) => (reading.kind === "plate" ? [reading.plateKey] : []));
        return [user.id, { ...user, plateKeys: new Set(keys) }];
      }),
    )
  );
}

function billingRules(
  { desired, owners, isProtected, leftOn }: AuditReader,
  baId: string,
  list: DesiredScope,
  users: readonly AuditedUser[] | undefined,
): BillingRules {
  const own = accountScope(baId);
  const policy = desired.policy.audit;
  const byId = usersById(users, desired.interface);
  const isElsewhere = (plateKey: PlateKey, day: string) =>
    desired.mode === "billing-account" &&
    (owners.get(plateKey) ?? []).some(({ scope, entry }) => scope !== own && isWanted(entry, day));
  return {
    plates: desired.interface,
    limits: policy.limits,
    counts: (rule) => ["error", "warning"].includes(severityOf(rule, policy)),
    ...(byId && { users: byId }),
    standingOf(plateKey, day): Standing {
      const entry = list.entries.get(plateKey);
      if ((entry && isWanted(entry, day)) || isProtected(plateKey)) return "here";
      // A last day in the file is the file's own word.
      const left = (entry?.validUntil ?? day) < day ? undefined : leftOn(list, plateKey);
      if (left && day <= left.day) return "here";
      return isElsewhere(plateKey, day) ? "elsewhere" : "nowhere";
    },
    leftOn: (plateKey) => leftOn(list, plateKey),
  };
}

// Of a record without a day nothing bad is said.
function isWanted(entry: DesiredEntry, day: string): boolean {
  return day === "" || isValidOn(entry, day);
}

function claimsAbsence({ desired, day }: AuditReader, list: DesiredScope, { plates }: BilledAccount): boolean {
  const { audit } = desired.policy;
  const isOff = (rule: AuditRuleId) => severityOf(rule, audit) === "off";
  if (isOff("idle") && isOff("fee-for-idle-car")) return false;
  const parked = new Set([...plates.values()].flatMap(({ plateKey, hasParked }) => (hasParked ? [plateKey] : [])));
  return [...list.entries.values()].some((entry) => isValidOn(entry, day) && !parked.has(entry.plateKey));
}

function outsideRange({ range, desired }: AuditReader, baId: string, sweep: Sweep): PlanWarning {
  const { fromDateParam, toDateParam } = desired.interface;
  const records = `${sweep.leftOut} ${sweep.leftOut === 1 ? "record" : "records"}`;
  const why = isMostly(sweep)
    ? `; the settings interface.fromDateParam (${fromDateParam}) and interface.toDateParam (${toDateParam}) may be wrong`
    : "";
  const message = `${accountScope(baId)}: ${records} of days outside ${range.from} to ${range.to} came back, left out here${why}`;
  return { code: "records-outside-range", message };
}
