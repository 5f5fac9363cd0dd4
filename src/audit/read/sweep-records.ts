import { isDeepStrictEqual } from "node:util";
import { type RowsSetAside, setAside } from "../../allowlist/index.ts";
import type { BillingRecord } from "../../fleet-api/index.ts";
import {
  type Amount,
  type BilledAccount,
  type BillingRules,
  BillingTally,
  CurrencySums,
  type TalliedRecord,
} from "../index.ts";
import type { AuditReader } from "./audit-reader.ts";
import { placeOf, type RangeEdges, widened } from "./record-range.ts";
import { type DatedRow, dayReader, instantOf, recordTally } from "./tallied-record.ts";

/** One reading of all billing records of an account. */
export interface Sweep {
  readonly billed: BilledAccount;
  /** Records of other days than were asked for that are not judged, and what they come to. */
  readonly leftOut: number;
  readonly leftOutSums: readonly Amount[];
  readonly setAside: RowsSetAside;
  /** The records that are compared with others, by plate. */
  readonly log: BillingTally["log"];
}

/** Is given each record that is judged, beside what the rules look at. */
export type TakeRecord = (record: BillingRecord, tallied: TalliedRecord) => void;

/** Whether two readings saw the same records. */
export function isSameSweep(left: Sweep, right: Sweep): boolean {
  return isDeepStrictEqual(comparable(left), comparable(right));
}

// Records are compared whatever their order, and sums as shown: what they are made of is private.
function comparable({ billed: { plates, covered }, log, ...rest }: Sweep) {
  const records = [...log.values()].flatMap((own) => own.map(inWords));
  const found = [...plates.values()].flatMap(({ objections }) =>
    objections.map(({ rule, record, example }) => `${rule} ${inWords(record)} ${example}`),
  );
  return { records: new Set(records), found: new Set(found), covered, amounts: covered.amounts.list(), ...rest };
}

function inWords({ id, licensePlate, amountIncludingVat, currencyCode }: TalliedRecord): string {
  return `${id} ${licensePlate} ${amountIncludingVat} ${currencyCode}`;
}

/** Reads all records once. Those of other days that no other audit sees are judged, too. */
export async function sweepRecords(
  audit: AuditReader,
  baId: string,
  rules: BillingRules,
  edges: RangeEdges,
  take: TakeRecord = () => undefined,
): Promise<Sweep> {
  const { range, desired } = audit;
  await audit.timeline.reach(range.from);
  const tally = new BillingTally(rules);
  const odd: RowsSetAside = { count: 0, rows: [] };
  const outside: DatedRow[] = [];
  const talliedOf = recordTally(range.from, desired.interface.feeTypes);
  const judge = (dated: DatedRow) => {
    const tallied = talliedOf(dated);
    tally.take(tallied);
    take(dated.item, tallied);
  };
  const dayOf = dayReader(desired.timeZone);
  for await (const rows of audit.ports.reader.billingPages(baId, widened(range, audit.day))) {
    for (const row of rows) {
      if (row.kind === "odd") {
        setAside(odd, row.row);
        continue;
      }
      const { item, id, isRepeat } = row;
      const start = instantOf(item.startDate);
      const dated = { item, id, isRepeat, start, day: dayOf(item.startDate, start) };
      if (placeOf(dated.day, range) === "within") judge(dated);
      else outside.push(dated);
    }
  }
  const { own, leftOut } = await edges.divide(outside, tally.covered.records, rules.lastDay);
  own.forEach(judge);
  const { plates, from } = tally.doubtful();
  await audit.timeline.trace(plates, from);
  return { billed: tally.finish(), ...summed(leftOut), setAside: odd, log: tally.log };
}

function summed(rows: readonly DatedRow[]): Pick<Sweep, "leftOut" | "leftOutSums"> {
  const amounts = rows.map(({ item }) => ({ ...item.currency, amountIncludingVat: item.amountIncludingVat }));
  return { leftOut: rows.length, leftOutSums: new CurrencySums(amounts).list() };
}
