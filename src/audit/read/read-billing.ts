import { isDeepStrictEqual } from "node:util";
import {
  accountScope,
  type DesiredEntry,
  type DesiredScope,
  daysIn,
  isValidOn,
  type PlateKey,
  severityOf,
} from "../../allowlist/index.ts";
import type { BillingRecord } from "../../fleet-api/index.ts";
import { retryIfListChanged } from "../../live/index.ts";
import type { PlanWarning } from "../../plan/index.ts";
import {
  type BilledPlate,
  type BillingRules,
  isAmount,
  type RowSetAside,
  type RowsSetAside,
  type Standing,
  setAside,
  type TalliedRecord,
  tallyRecord,
} from "../index.ts";
import { type AuditReader, noteSetAside, readUntilSame } from "./audit-reader.ts";
import { shiftDay } from "./shift-day.ts";

type Tally = ReadonlyMap<string, BilledPlate>;

/**
 * Streams the billing records of an account and sums them up by plate. Where a desired car has none, a second reading
 * must agree: no absence is claimed from a single one.
 * @throws InterfaceError when they cannot be read, or would not hold still.
 */
export async function readBilling(audit: AuditReader, baId: string, desired: DesiredScope): Promise<Tally> {
  const rules = billingRules(audit, baId, desired);
  const sweep = await readUntilSame(
    `${accountScope(baId)}: the billing records`,
    () => retryIfListChanged(() => sweepRecords(audit, baId, rules)),
    isDeepStrictEqual,
    (first) => first.repeats === 0 && !claimsAbsence(audit, desired, first.tally),
  );
  if (sweep.outside > 0) audit.warnings.push(outsideRange(audit, baId, sweep.outside));
  noteSetAside(audit, accountScope(baId), "billing record", sweep.setAside);
  return sweep.tally;
}

interface Sweep {
  readonly tally: Map<string, BilledPlate>;
  /** Records of other days than were asked for. */
  outside: number;
  /** Records with an id that came before. */
  repeats: number;
  readonly setAside: RowsSetAside;
}

async function sweepRecords(audit: AuditReader, baId: string, rules: BillingRules): Promise<Sweep> {
  const { ports, range, desired } = audit;
  const sweep: Sweep = { tally: new Map(), outside: 0, repeats: 0, setAside: { count: 0, rows: [] } };
  const dayOf = dayReader(desired.timeZone);
  // The server has time zones of its own, and a parking may begin before the range and end within it.
  const earliest = shiftDay(range.from, -1);
  const latest = shiftDay(range.to, 1);
  for await (const row of ports.reader.billingRows(baId, range)) {
    const odd = row.kind === "odd" ? row.row : amountFlaw(row.item);
    if (odd) setAside(sweep.setAside, odd);
    if (odd || row.kind === "odd") continue;
    if (row.isRepeat) sweep.repeats += 1;
    const day = dayOf(row.item.startDate);
    const end = dayOf(row.item.endDate) || day;
    if (day !== "" && (day > latest || end < earliest)) sweep.outside += 1;
    else tallyRecord(sweep.tally, lookedAt(row.item, day), rules);
  }
  return sweep;
}

function amountFlaw({ amountIncludingVat, infoRecordId, parking }: BillingRecord): RowSetAside | undefined {
  if (isAmount(amountIncludingVat)) return undefined;
  const reason = "amountIncludingVat is too long to be an amount";
  return { id: infoRecordId, licensePlate: parking?.licensePlate ?? "", reason };
}

function lookedAt({ amountIncludingVat, currency, parking }: BillingRecord, day: string): TalliedRecord {
  const { currencyCode } = currency;
  return { licensePlate: parking?.licensePlate ?? "", day, currencyCode, amountIncludingVat };
}

function billingRules(
  { desired, owners, isProtected, leftOn }: AuditReader,
  baId: string,
  list: DesiredScope,
): BillingRules {
  const own = accountScope(baId);
  const isElsewhere = (plateKey: PlateKey, day: string) =>
    desired.mode === "billing-account" &&
    (owners.get(plateKey) ?? []).some(({ scope, entry }) => scope !== own && isWanted(entry, day));
  return {
    plates: desired.interface,
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

function claimsAbsence({ desired, day }: AuditReader, list: DesiredScope, tally: Tally): boolean {
  if (severityOf("idle", desired.policy.audit) === "off") return false;
  const billed = new Set([...tally.values()].map(({ plateKey }) => plateKey));
  return [...list.entries.values()].some((entry) => isValidOn(entry, day) && !billed.has(entry.plateKey));
}

/** Reads the day of an instant as the server writes it; empty for what is not a date. */
export function dayReader(timeZone: string): (text: string) => string {
  const dayOf = daysIn(timeZone);
  return (text) => {
    if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T|$)/.test(text)) return "";
    // Without a zone it is nobody's instant: the day is as written.
    const instant = /(?:Z|[+-][0-9]{2}:?[0-9]{2})$/i.test(text.slice(10)) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(instant) ? text.slice(0, 10) : dayOf(instant);
  };
}

function outsideRange({ range, desired }: AuditReader, baId: string, outside: number): PlanWarning {
  const { fromDateParam, toDateParam } = desired.interface;
  return {
    code: "records-outside-range",
    message: `${accountScope(baId)}: ${outside} ${outside === 1 ? "record" : "records"} of days outside ${range.from} to ${range.to} came back, left out here; the settings interface.fromDateParam (${fromDateParam}) and interface.toDateParam (${toDateParam}) may be wrong`,
  };
}
