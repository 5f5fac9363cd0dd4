import { isDeepStrictEqual } from "node:util";
import type { BillingRecord, Row } from "../../fleet-api/index.ts";
import {
  type BilledAccount,
  type BillingRules,
  BillingTally,
  type RowsSetAside,
  setAside,
  type TalliedRecord,
} from "../index.ts";
import { amountFlaw } from "./amount-flaw.ts";
import type { AuditReader } from "./audit-reader.ts";
import { placeOf, widened } from "./record-range.ts";
import { dayReader, instantOf } from "./record-times.ts";
import { talliedRecord } from "./tallied-record.ts";

/** One reading of all billing records of an account. */
export interface Sweep {
  readonly billed: BilledAccount;
  readonly records: number;
  /** Records of days before the range. */
  readonly early: number;
  /** Whether those were judged. */
  readonly judgesEarly: boolean;
  /** Records of other days than were asked for that are not judged. */
  readonly leftOut: number;
  /** Records with an id that came before. */
  readonly repeats: number;
  readonly setAside: RowsSetAside;
}

/** Is given each record that is judged, beside what the rules look at. */
export type TakeRecord = (record: BillingRecord, tallied: TalliedRecord) => void;

/** Whether two readings saw the same records. */
export function isSameSweep(left: Sweep, right: Sweep): boolean {
  return isDeepStrictEqual(comparable(left), comparable(right));
}

// What else is suspected follows from the records, whose sums are compared.
function comparable({ billed: { plates, covered, suspects, doubles }, ...rest }: Sweep) {
  return { plates, covered, doubles, twice: [...suspects.of("billed-twice")], ...rest };
}

/**
 * Reads all records. Those of days before the range are judged, too, once a reading has shown that most are within it: a former
 * one, or one more.
 */
export async function sweepRecords(
  audit: AuditReader,
  baId: string,
  rules: BillingRules,
  former: Pick<Sweep, "judgesEarly"> | undefined,
): Promise<Sweep> {
  if (former?.judgesEarly) return sweepOnce(audit, baId, rules, true);
  const first = await sweepOnce(audit, baId, rules, false);
  return first.early > 0 && !isMostlyLeftOut(first) ? sweepOnce(audit, baId, rules, true) : first;
}

/** Whether so many records are of other days that the server seems not to have understood which were meant. */
export function isMostlyLeftOut({ leftOut, records }: Sweep): boolean {
  return 2 * leftOut > records;
}

/** Reads all records once. */
export async function sweepOnce(
  audit: AuditReader,
  baId: string,
  rules: BillingRules,
  judgesEarly: boolean,
  take: TakeRecord = () => undefined,
): Promise<Sweep> {
  const { ports, range, desired } = audit;
  await audit.timeline.reach(range.from);
  const tally = new BillingTally(rules);
  const odd: RowsSetAside = { count: 0, rows: [] };
  const counts = { records: 0, early: 0, leftOut: 0, repeats: 0 };
  const dayOf = dayReader(desired.timeZone);
  const judge = (row: Row<BillingRecord>) => {
    const flaw = row.kind === "odd" ? row.row : amountFlaw(row.item);
    if (flaw) setAside(odd, flaw);
    if (flaw || row.kind === "odd") return;
    const start = instantOf(row.item.startDate);
    const day = dayOf(row.item.startDate, start);
    const place = placeOf(day, range);
    if (place === "edge") return;
    counts.records += 1;
    if (place === "early") counts.early += 1;
    if ((place === "later" && day <= rules.lastDay) || (place === "early" && !judgesEarly)) {
      counts.leftOut += 1;
      return;
    }
    if (row.isRepeat) counts.repeats += 1;
    const tallied = talliedRecord(row.item, { day, start, isRepeat: row.isRepeat, isLate: place === "early" });
    tally.take(tallied);
    take(row.item, tallied);
  };
  for await (const rows of ports.reader.billingPages(baId, widened(range, audit.day))) rows.forEach(judge);
  const { plates, from } = tally.doubtful();
  await audit.timeline.trace(plates, from);
  return { billed: tally.finish(), ...counts, judgesEarly, setAside: odd };
}
