import type { Scope } from "../../../allowlist/index.ts";
import { decodeLine, lineOf } from "../../journal/journal-file.ts";
import type { JournalRecord, StoredEntry } from "../../journal/record.ts";
import type { Lists, LockClaim, StoredJournal } from "../journal-store.ts";
import { MOST_JOURNAL_BYTES, requireReadableSize } from "../state-error.ts";
import type { Query } from "./database.ts";
import { type Deleting, END_PLANS } from "./plan-tables.ts";

/** A row to be written: what one record says of one list, or of a run. */
export interface Line {
  /** Counts the lines of one lock. */
  readonly seq: number;
  readonly at: string;
  readonly target: string;
  /** Null for the start and the end of a run. */
  readonly scope: Scope | null;
  /** As in a journal's file, with `seq` for its number. */
  readonly line: string;
}

/** The lines of records, the first with the number after `after`. A record becomes as many as the lists that it speaks of by turns. */
export function linesOf(records: readonly JournalRecord[], after: number): readonly Line[] {
  return records.flatMap(splitByList).map((record, at) => {
    const seq = after + 1 + at;
    const line = lineOf({ n: seq, ...record })
      .toString("latin1")
      .trimEnd();
    return { seq, at: record.at, target: record.target, scope: scopeOf(record.entries[0]), line };
  });
}

function splitByList({ at, target, entries }: JournalRecord): JournalRecord[] {
  const parts: StoredEntry[][] = [];
  let current: Scope | null | undefined;
  for (const entry of entries) {
    const scope = scopeOf(entry);
    if (scope === current) parts.at(-1)?.push(entry);
    else parts.push([entry]);
    current = scope;
  }
  return parts.map((part) => ({ at, target, entries: part }));
}

function scopeOf(entry: StoredEntry | undefined): Scope | null {
  return entry !== undefined && "scope" in entry ? entry.scope : null;
}

/** The values $2 to $6 of a statement with `LINES` in it. */
function columnsOf(lines: readonly Line[]): readonly (readonly unknown[])[] {
  return [
    lines.map(({ seq }) => seq),
    lines.map(({ at }) => at),
    lines.map(({ target }) => target),
    lines.map(({ scope }) => scope),
    lines.map(({ line }) => line),
  ];
}

/** The lines as rows. */
const LINES =
  "unnest($2::bigint[], $3::timestamptz[], $4::text[], $5::text[], $6::text[]) as lines (seq, at, target, scope, line)";

/** The record of a row; undefined when it is not as it was written. */
function recordOf({ line, seq }: Readonly<Record<string, unknown>>): JournalRecord | undefined {
  return decodeLine(Buffer.from(String(line), "latin1"), Number(seq));
}

/** Damaged lines that a message names; more are not. */
const NAMED_LINES = 10;
/**
 * Runs that were under way at the same time are told one after the other, in the order of their first lines: no two of them
 * wrote to the same list, and what belongs to one run stays together.
 */
const RUN_BY_RUN = "min(n) over (partition by lock), n";

/** The records of the journal, or those of some lists and of all runs. `name` is what messages call the state; `end` counts the bytes of the claimed lists. */
export async function readCurrent(
  query: Query,
  name: string,
  claim: LockClaim = "all",
  lists?: Lists,
): Promise<StoredJournal> {
  const [target, scopes] = claim === "all" ? ["", []] : [claim.target, claim.scopes];
  const [only, named] = lists ? [lists.target, lists.scopes] : [null, []];
  const wanted = `from ${lists?.ownRuns ? OWN_RECORDS : "@record"} where archive is null
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
// The array makes the database look these few locks up; a join goes through all runs while it has no statistics.
const OWN = "archive is null and target = $1 and scope = any($2)";
const OWN_RECORDS = `(select * from @record where ${OWN} union all
  select * from @record where scope is null and archive is null and lock = any(array(select lock from @record where ${OWN}))) as own`;

/** The records that compaction laid aside, archive by archive, the oldest first. Those that cannot be read are left out. */
export async function readArchivedRecords(query: Query, name: string): Promise<readonly (readonly JournalRecord[])[]> {
  const wanted = `from @record where archive is not null`;
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

/** What became of an append: written, the lock is lost, or lines of an older append are in the way. */
export type Appending = "written" | "lock-lost" | "differs";

/**
 * Appends lines in one statement, which is a transaction, and shows that the run lives; writes nothing when the lock is lost.
 * When it is repeated because a connection was lost, it finds what the first attempt wrote. A run that is about to delete and is
 * no worker ends the published plans of its target: their limits were judged without it.
 */
export async function appendLines(
  query: Query,
  lock: string,
  lines: readonly Line[],
  deleting?: Deleting,
): Promise<Appending> {
  const ended = `, ended as (${END_PLANS("later-run", "$7")} and exists (select from held)
       and not exists (select from @plan where hash = $8))`;
  const [done] = await query(
    `with held as materialized (
       update @holder set seen_at = clock_timestamp() where id = $1 returning ${DURABLY}
     ), written as (
       insert into @record (lock, seq, at, target, scope, line)
       select $1, seq, at, target, scope, line from held, ${LINES} order by seq
       on conflict (lock, seq) do nothing returning n
     )${deleting ? ended : ""}
     select (select count(*) from held)::int as held, (select count(*) from written)::int as written`,
    [lock, ...columnsOf(lines), ...(deleting ? [deleting.target, deleting.planHash] : [])],
    "quick",
  );
  if (done?.["held"] !== 1) return "lock-lost";
  if (done["written"] === lines.length) return "written";
  const [found] = await query(
    `select count(*)::int as same from @record r join ${LINES} on r.seq = lines.seq and r.line = lines.line
       where r.lock = $1 and r.archive is null`,
    [lock, ...columnsOf(lines)],
  );
  return found?.["same"] === lines.length ? "written" : "differs";
}

// A database may be set to answer before a commit is on disk; one that waits for standbys as well is left as it is.
const DURABLY = `set_config('synchronous_commit', case current_setting('synchronous_commit')
  when 'off' then 'on' else current_setting('synchronous_commit') end, true)`;

/** Puts lines in the place of whatever the lock wrote behind `after`. To be called in a transaction that holds the lock. */
export async function overwriteLines(query: Query, lock: string, lines: readonly Line[], after: number): Promise<void> {
  await query(`delete from @record where lock = $1 and seq > $2`, [lock, after]);
  await insertLines(query, lock, lines);
}

async function insertLines(query: Query, lock: string, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  await query(
    `insert into @record (lock, seq, at, target, scope, line)
       select $1, seq, at, target, scope, line from ${LINES} order by seq`,
    [lock, ...columnsOf(lines)],
  );
}

/** Makes the current records of the lock's lists an archive, and puts others in their place. To be called in a transaction that holds the lock. */
export async function replaceRecords(query: Query, lock: string, lines: readonly Line[]): Promise<void> {
  const [next] = await query(`select coalesce(max(archive), 0) + 1 as archive from @record`);
  // Starts and ends of runs say nothing more once their lists are archived; those of runs under way stay.
  await query(
    `update @record r set archive = $2 from @holder h
       where h.id = $1 and r.archive is null and (h.is_whole
         or exists (select from @list_lock l where l.holder = $1 and l.target = r.target and l.scope = r.scope)
         or r.scope is null and r.target in (select target from @list_lock where holder = $1)
           and not exists (select from @holder o where o.id = r.lock and o.id <> $1))`,
    [lock, next?.["archive"]],
  );
  await insertLines(query, lock, lines);
}

/** Whether the lock wrote a line with that number: a transaction that is repeated was done. */
export async function hasLine(query: Query, lock: string, seq: number): Promise<boolean> {
  const [row] = await query(`select from @record where lock = $1 and seq = $2`, [lock, seq]);
  return row !== undefined;
}
