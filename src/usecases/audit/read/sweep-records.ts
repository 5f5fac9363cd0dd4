import { isDeepStrictEqual } from "node:util";
import { type RowsSetAside, setAside } from "../../../allowlist/index.ts";
import { type BilledAccount, type BillingRules, BillingTally, billedOf, type TalliedRecord } from "../index.ts";
import type { AuditReader } from "./audit-reader.ts";
import { type ClaimedBefore, claimedBefore } from "./read-claims.ts";
import { placeOf, type RangeEdges, widened } from "./record-range.ts";
import { recordTally } from "./tallied-record.ts";

/** One reading of all billing records of an account. */
export interface Sweep {
  readonly billed: BilledAccount;
  /** Records of other days than were asked for that are not judged. */
  readonly leftOut: ReturnType<typeof billedOf>;
  readonly setAside: RowsSetAside;
  /** The records that are compared with others, by plate. */
  readonly log: BillingTally["log"];
  /** When claims are asked for. */
  readonly before?: ClaimedBefore;
}

/** Whether two readings saw the same records. */
export function isSameSweep(left: Sweep, right: Sweep): boolean {
  return isDeepStrictEqual(comparable(left), comparable(right));
}

// Whatever the order of the records, and sums as shown: what they are made of is private.
function comparable({ billed: { plates, objections, covered }, log, before: _, ...rest }: Sweep) {
  const amounts = [...log.values()].flatMap((own) => own.map((one) => [one.id, one.amountIncludingVat] as const));
  const all = [...objections.values()].flatMap((byPlate) => [...byPlate.values()].flat());
  const found = new Set(all.map(({ rule, record, example }) => `${rule} ${record.id} ${example}`));
  const shown = { plates: new Set(plates.keys()), records: new Map(amounts), sums: covered.amounts.list() };
  return { ...shown, found, covered, ...rest };
}

/** Reads all records once. Those of other days that no other audit sees are judged, too. */
export async function sweepRecords(
  audit: AuditReader,
  baId: string,
  rules: BillingRules,
  edges: RangeEdges,
): Promise<Sweep> {
  const { range, desired } = audit;
  await audit.timeline.written.reach(range.from);
  const tally = new BillingTally(rules);
  const odd: RowsSetAside = { count: 0, rows: [] };
  const outside: TalliedRecord[] = [];
  const before = claimedBefore(audit, baId);
  const talliedOf = recordTally(range.from, desired);
  const judge = (record: TalliedRecord) => {
    tally.take(record);
    before?.take(record);
  };
  for await (const rows of audit.ports.reader.pickedBillingPages(baId, widened(range, audit.day), talliedOf)) {
    for (const row of rows) {
      if (row.kind === "odd") {
        setAside(odd, row.row);
        continue;
      }
      const record = row.isRepeat ? { ...row.item, isRepeat: true } : row.item;
      if (placeOf(record.day, range) === "within") judge(record);
      else outside.push(record);
    }
  }
  const { own, leftOut } = await edges(outside, tally.covered.records, rules.lastDay);
  for (const record of own) judge(record);
  const { plates, from } = tally.doubtful();
  await audit.timeline.trace(plates, from);
  const billed = tally.finish();
  return { billed, leftOut: billedOf(leftOut), setAside: odd, log: tally.log, ...(before && { before }) };
}
