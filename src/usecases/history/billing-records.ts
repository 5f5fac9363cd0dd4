import { counted, type RowsSetAside, setAside, setAsideInWords, withCommas } from "../../allowlist/index.ts";
import type { BillingRecord, DayRange, FleetReader } from "../../fleet-api/index.ts";
import { InterfaceError } from "../../run/ports/index.ts";

const DAY_MS = 86_400_000;

/** What is unusual among the records of an account, collected while they are read. */
export interface UnusualRecords {
  /** Records that cannot be judged: they are in no sum. */
  readonly setAside: RowsSetAside;
  /** Ids of records that the server listed before, in two readings alike. */
  readonly repeats: string[];
  /** How many records are of days outside the range. */
  outside: number;
}

/**
 * All billing records of a range (interface 4.6), page by page as they come. Records that cannot be judged are set aside; those that come twice are given
 * twice, once a second reading has them twice, too.
 * @throws InterfaceError at the end when most records are from outside the range: which parameters hold the dates is not
 * documented, and this server seems never to have seen them.
 */
export async function* recordPagesIn(
  reader: FleetReader,
  baId: string,
  range: DayRange,
  unusual: UnusualRecords,
): AsyncGenerator<readonly BillingRecord[]> {
  let records = 0;
  const isOutside = outsideOf(range);
  let last: BillingRecord | undefined;
  for await (const rows of reader.billingPages(baId, range)) {
    const items: BillingRecord[] = [];
    for (const row of rows) {
      if (row.kind === "odd") {
        setAside(unusual.setAside, row.row);
        continue;
      }
      items.push(row.item);
      if (row.isRepeat) unusual.repeats.push(row.id);
      if (!isOutside(row.item)) continue;
      unusual.outside += 1;
      last = row.item;
    }
    records += items.length;
    yield items;
  }
  if (last && 2 * unusual.outside > records) throw ignoredDates(baId, last, range);
  if (unusual.repeats.length === 0) return;
  // Pages of a list that changed while it was read repeat rows, too, and other rows are missing then.
  const again: string[] = [];
  for await (const rows of reader.billingPages(baId, range))
    for (const row of rows) if (row.kind === "row" && row.isRepeat) again.push(row.id);
  if (again.join() === unusual.repeats.join()) return;
  const what = `account ${baId}: the list of billing records changed while it was read. Run the command again.`;
  throw new InterfaceError(what, { kind: "inconsistent" });
}

// A day of grace, for the server may count days in a time zone of its own. A long parking may begin before and end after.
function outsideOf({ from, to }: DayRange): (record: BillingRecord) => boolean {
  const first = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from) - DAY_MS;
  const last = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to) + 2 * DAY_MS;
  return ({ startDate, endDate }) => {
    const start = Date.parse(startDate);
    const end = endDate === "" ? start : Date.parse(endDate);
    return Math.max(start, end) < first || Math.min(start, end) >= last;
  };
}

function ignoredDates(baId: string, { infoId, startDate }: BillingRecord, { from, to }: DayRange): InterfaceError {
  const asked = `${from ?? "the start"} to ${to ?? "today"}`;
  return new InterfaceError(
    `account ${baId}: asked for billing records from ${asked}, and most records that came are of other days (record ${infoId} of ${startDate}). ` +
      "interface.fromDateParam or toDateParam may be wrong; `platectl doctor` finds out.",
    { kind: "shape" },
  );
}

/** This many records are named in one message, and this many rows with their reasons. */
const MOST_SHOWN = 10;
const MOST_REASONS = 3;

/** What the command ends with when rows could not be judged; undefined when all could. */
export function setAsideFailure(
  what: "billing record" | "parking user",
  { count, rows }: RowsSetAside,
): InterfaceError | undefined {
  if (count === 0) return undefined;
  const shown = rows.slice(0, MOST_REASONS).map((row) => setAsideInWords(what, row));
  const more = count > shown.length ? [`${withCommas(count - shown.length)} more`] : [];
  const effect = what === "billing record" ? "the sums are incomplete" : "cars may be missing here";
  const message = `${subject(count, what)} not as the interface says and set aside, so ${effect}. Ask the operator of the server about `;
  return new InterfaceError(`${message}${[...shown, ...more].join("; ")}.`, { kind: "shape" });
}

/** What is unusual among records that were shown, a sentence each. */
export function unusualRecordsInWords({ repeats, outside }: UnusualRecords): readonly string[] {
  const ids = `${repeats.slice(0, MOST_SHOWN).join(", ")}${repeats.length > MOST_SHOWN ? ", …" : ""}`;
  return [
    ...(repeats.length > 0
      ? [`${subject(repeats.length, "record")} listed again, and counted again in the sums: ${ids}`]
      : []),
    ...(outside > 0 ? [`${subject(outside, "record")} of days outside the range, and counted in the sums`] : []),
  ];
}

function subject(count: number, what: string): string {
  return `${counted(count, what)} ${count === 1 ? "is" : "are"}`;
}
