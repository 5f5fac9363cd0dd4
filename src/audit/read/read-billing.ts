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
import { InterfaceError } from "../../ports/index.ts";
import {
  type BilledPlate,
  type BillingRules,
  isAmount,
  type Standing,
  type TalliedRecord,
  tallyRecord,
} from "../index.ts";
import { type AuditReader, readUntilSame, shiftDay } from "./audit-reader.ts";

type Tally = ReadonlyMap<string, BilledPlate>;

/**
 * Streams the billing records of an account and sums them up by plate. Where a desired car has none, a second reading
 * must agree: no absence is claimed from a single one.
 * @throws InterfaceError when they cannot be read, or would not hold still.
 */
export async function readBilling(audit: AuditReader, baId: string, desired: DesiredScope): Promise<Tally> {
  const rules = billingRules(audit, baId, desired);
  const { tally, outside } = await readUntilSame(
    `${accountScope(baId)}: the billing records`,
    () => retryIfListChanged(() => sweepRecords(audit, baId, rules)),
    isDeepStrictEqual,
    (first) => !claimsAbsence(audit, desired, first.tally),
  );
  if (outside > 0) audit.warnings.push(outsideRange(audit, baId, outside));
  return tally;
}

interface Sweep {
  readonly tally: Tally;
  /** Records of other days than were asked for. */
  readonly outside: number;
}

async function sweepRecords(audit: AuditReader, baId: string, rules: BillingRules): Promise<Sweep> {
  const { ports, range, desired } = audit;
  const tally = new Map<string, BilledPlate>();
  const dayOf = dayReader(desired.timeZone);
  // The server has time zones of its own, and a parking may begin before the range and end within it.
  const earliest = shiftDay(range.from, -1);
  const latest = shiftDay(range.to, 1);
  let outside = 0;
  for await (const record of ports.reader.billingRecords(baId, range)) {
    const day = dayOf(record.startDate);
    const end = dayOf(record.endDate) || day;
    if (day !== "" && (day > latest || end < earliest)) outside += 1;
    else tallyRecord(tally, lookedAt(record, day, baId), rules);
  }
  return { tally, outside };
}

function lookedAt(record: BillingRecord, day: string, baId: string): TalliedRecord {
  const { amountIncludingVat, currency, parking } = record;
  if (!isAmount(amountIncludingVat)) {
    const which = `${accountScope(baId)}: the amount of the billing record ${record.infoRecordId}`;
    throw new InterfaceError(`${which} is too long to be one`, { kind: "shape" });
  }
  const { currencyCode } = currency;
  return { licensePlate: parking?.licensePlate ?? "", day, currencyCode, amountIncludingVat };
}

function billingRules(
  { desired, owners, isProtected, removals }: AuditReader,
  baId: string,
  list: DesiredScope,
): BillingRules {
  const own = accountScope(baId);
  const removed = removals.get(list.scope);
  const isElsewhere = (plateKey: PlateKey, day: string) =>
    desired.mode === "billing-account" &&
    (owners.get(plateKey) ?? []).some(({ scope, entry }) => scope !== own && isWanted(entry, day));
  return {
    plates: desired.interface,
    standingOf(plateKey, day): Standing {
      const entry = list.entries.get(plateKey);
      if ((entry && isWanted(entry, day)) || isProtected(plateKey)) return "here";
      return isElsewhere(plateKey, day) ? "elsewhere" : "nowhere";
    },
    removedOn: (plateKey) => removed?.get(plateKey),
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
