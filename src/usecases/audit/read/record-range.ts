import { dayAfter } from "../../../allowlist/index.ts";
import type { BillingRecord, FleetReader } from "../../../fleet-api/index.ts";
import type { SummedRecord } from "../index.ts";

/** Days, YYYY-MM-DD, both included. */
export interface AuditRange {
  readonly from: string;
  readonly to: string;
}

/**
 * The days to ask for: a day more on both sides, none of them after `today`. The server has a time zone of its own, and may go by
 * the end of a parking; so each record is seen by the one who asks for the days that it started in, and counted by that one alone.
 */
export function widened({ from, to }: AuditRange, today: string): AuditRange {
  return { from: dayAfter(from, -1), to: to < today ? dayAfter(to, 1) : to };
}

/** Whether a record is of the range; `edge` is the day beside it, whose records belong to the one who asks for that day. */
export function placeOf(day: string, { from, to }: AuditRange): "within" | "edge" | "early" | "later" {
  if (day === "" || (from <= day && day <= to)) return "within";
  if (day < from) return day === dayAfter(from, -1) ? "edge" : "early";
  return day === dayAfter(to, 1) ? "edge" : "later";
}

/** A record by its id, as `idOf` gives it, and the day on which it started. */
export type DatedRecord = Pick<SummedRecord, "id" | "day">;

/**
 * Divides the records of an account that are of other days than the range: a server may go by the day of booking (interface 4.6
 * does not say). What it gives for the days at an edge of the range is seen by the audit beside it, too, and judged there; so that
 * the audits of three months say together what one of the quarter says.
 */
export function rangeEdges(
  reader: Pick<FleetReader, "pickedBillingPages">,
  baId: string,
  range: AuditRange,
  today: string,
): RangeEdges {
  let asked: ReturnType<typeof readNeighbours> | undefined;
  const { from, to } = range;
  return async (outside, within, lastDay) => {
    if (outside.length === 0) return { own: [], leftOut: [] };
    asked ??= readNeighbours(reader, baId, range, today);
    const { before, after } = await asked;
    // A server that has a record on both sides does not look at the days.
    const isSeenThere = ({ id, day }: DatedRecord) => {
      const [own, other] = day < from ? [before, after] : [after, before];
      return own.has(id) && (placeOf(day, range) === "edge" || !other.has(id));
    };
    const rest = outside.filter((dated) => dated.day > lastDay || !isSeenThere(dated));
    const strays = rest.filter(({ id, day }) => to < day && day <= lastDay && after.has(id));
    const early = rest.filter(({ day }) => day < from);
    const leftOut = new Set(early.length + strays.length > within ? [...early, ...strays] : strays);
    return { own: rest.filter((dated) => !leftOut.has(dated)), leftOut: [...leftOut] };
  };
}

/**
 * Divides what is outside; `within` others are not. `own` no other audit sees: they were billed late, or ahead. `leftOut` came
 * as the server seems not to have looked at the days. Records of days after `lastDay` have not come yet, and are judged always.
 */
export type RangeEdges = <Dated extends DatedRecord>(
  outside: readonly Dated[],
  within: number,
  lastDay: string,
) => Promise<{ readonly own: readonly Dated[]; readonly leftOut: readonly Dated[] }>;

/** Ids of the records that the server has for the days at each edge. */
async function readNeighbours(
  reader: Pick<FleetReader, "pickedBillingPages">,
  baId: string,
  range: AuditRange,
  today: string,
) {
  const idsOf = async (from: string, to: string) => {
    const ids = new Set<string>();
    for await (const rows of reader.pickedBillingPages(baId, { from, to }, () => undefined))
      for (const row of rows) if (row.kind === "row") ids.add(row.id);
    return ids;
  };
  const { from, to } = widened(range, today);
  return { before: await idsOf(from, range.from), after: await idsOf(range.to, to) };
}

/** `infoId/infoRecordId`: no two records have the same. */
export function idOf({ infoId, infoRecordId }: BillingRecord): string {
  return `${infoId}/${infoRecordId}`;
}
