import type { JournalRecord } from "../../journal/record.ts";
import { MOST_JOURNAL_BYTES, requireReadableSize } from "../journal-size.ts";
import type { Claim, Lists, StoredJournal } from "../journal-store.ts";
import type { Query } from "./database.ts";
import { recordOf } from "./lines.ts";

/** Damaged lines that a message names; more are not. */
const NAMED_LINES = 10;
/**
 * Runs that were under way at the same time are told one after the other, in the order of their first lines: no two of them
 * wrote to the same list, and what belongs to one run stays together.
 */
const RUN_BY_RUN = "min(n) over (partition by lock), n";

/** The tables of a schema; `name` is what messages call the state. */
interface NamedTables {
  readonly schema: string;
  readonly name: string;
}

/** The records of the journal, or those of some lists and of all runs. `end` counts the bytes of the claimed lists. */
export async function readCurrent(
  query: Query,
  { schema, name }: NamedTables,
  claim: Claim = "all",
  lists?: Lists,
): Promise<StoredJournal> {
  const [target, scopes] = claim === "all" ? ["", []] : [claim.target, claim.scopes];
  const [only, named] = lists ? [lists.target, lists.scopes] : [null, []];
  const wanted = `from ${lists?.ownRuns ? ownRecords(schema) : `${schema}.record`} where archive is null
       and ($1::text is null or target = $1 and (scope is null or scope = any($2)))`;
  const found = await query(
    `with wanted as not materialized (select lock, n, line, seq, $3 or (target = $4 and scope = any($5)) as is_claimed ${wanted}),
       size as (select coalesce(sum(octet_length(line)), 0) as bytes from wanted)
     select bytes, line, seq, is_claimed from size left join wanted on bytes <= $6 order by ${RUN_BY_RUN}`,
    [only, named, claim === "all", target, scopes, MOST_JOURNAL_BYTES],
  );
  requireReadableSize(name, Number(found[0]?.["bytes"]));
  const rows = found.filter(({ line }) => line !== null);
  let [bytes, end] = [0, 0];
  const records: JournalRecord[] = [];
  const bad: number[] = [];
  for (const [at, row] of rows.entries()) {
    const record = recordOf(row);
    const size = String(row["line"]).length;
    bytes += size;
    if (row["is_claimed"] === true) end += size;
    if (record === undefined) bad.push(at + 1);
    else if (bad.length === 0) records.push(record);
  }
  const condition =
    bad.length === 0 ? ({ kind: "sound" } as const) : ({ kind: "damaged", lines: bad.slice(0, NAMED_LINES) } as const);
  return { records, end, bytes, condition };
}

// Each worker reads its lists one by one, and each list has runs of its own: all runs for each list would be their square.
function ownRecords(schema: string): string {
  const own = `archive is null and target = $1 and scope = any($2)`;
  return `(select * from ${schema}.record where ${own} union all
    select * from ${schema}.record where scope is null and archive is null and lock in (
      select lock from ${schema}.record where ${own})) as own`;
}

/** The records that compaction laid aside, archive by archive, the oldest first. Those that cannot be read are left out. */
export async function readArchivedRecords(
  query: Query,
  { schema, name }: NamedTables,
): Promise<readonly (readonly JournalRecord[])[]> {
  const wanted = `from ${schema}.record where archive is not null`;
  const [largest] = await query(
    `select sum(octet_length(line)) as bytes ${wanted} group by archive order by bytes desc limit 1`,
  );
  requireReadableSize(name, Number(largest?.["bytes"] ?? 0));
  const rows = await query(`select archive, line, seq ${wanted} order by archive, ${RUN_BY_RUN}`);
  const archives = new Map<unknown, JournalRecord[]>();
  for (const row of rows) {
    const record = recordOf(row);
    const archive = archives.get(row["archive"]) ?? [];
    archives.set(row["archive"], archive);
    if (record) archive.push(record);
  }
  return [...archives.values()];
}
