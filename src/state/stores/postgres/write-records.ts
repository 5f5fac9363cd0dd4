import type { Query } from "./database.ts";
import { columnsOf, LINES, type Line } from "./lines.ts";

/** Where records are written, and under which lock. */
export interface Writing {
  readonly schema: string;
  readonly lock: string;
}

/** What became of an append: written, the lock is lost, or lines of an older append are in the way. */
export type Appending = "written" | "lock-lost" | "differs";

/**
 * Appends lines in one statement, which is a transaction, and shows that the run lives; writes nothing when the lock is lost.
 * When it is repeated because a connection was lost, it finds what the first attempt wrote.
 */
export async function appendLines(query: Query, { schema, lock }: Writing, lines: readonly Line[]): Promise<Appending> {
  const [done] = await query(
    `with held as materialized (
       update ${schema}.holder set seen_at = clock_timestamp() where id = $1 returning ${DURABLY}
     ), written as (
       insert into ${schema}.record (lock, seq, archive, at, target, scope, line)
       select $1, seq, $2::int, at, target, scope, line from held, ${LINES} order by seq
       on conflict (lock, seq) do nothing returning n
     )
     select (select count(*) from held)::int as held, (select count(*) from written)::int as written`,
    [lock, null, ...columnsOf(lines)],
    "quick",
  );
  if (done?.["held"] !== 1) return "lock-lost";
  if (done["written"] === lines.length) return "written";
  const [found] = await query(
    `select count(*)::int as same from ${schema}.record r join ${LINES} on r.seq = lines.seq and r.line = lines.line
       where r.lock = $1 and r.archive is not distinct from $2::int`,
    [lock, null, ...columnsOf(lines)],
  );
  return found?.["same"] === lines.length ? "written" : "differs";
}

// A database may be set to answer before a commit is on disk; one that waits for standbys as well is left as it is.
const DURABLY = `set_config('synchronous_commit', case current_setting('synchronous_commit')
  when 'off' then 'on' else current_setting('synchronous_commit') end, true)`;

/** Puts lines in the place of whatever the lock wrote behind `after`. To be called in a transaction that holds the lock. */
export async function overwriteLines(
  query: Query,
  writing: Writing,
  lines: readonly Line[],
  after: number,
): Promise<void> {
  await query(`delete from ${writing.schema}.record where lock = $1 and seq > $2`, [writing.lock, after]);
  await insertLines(query, writing, lines);
}

async function insertLines(query: Query, { schema, lock }: Writing, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  await query(
    `insert into ${schema}.record (lock, seq, archive, at, target, scope, line)
       select $1, seq, $2::int, at, target, scope, line from ${LINES} order by seq`,
    [lock, null, ...columnsOf(lines)],
  );
}

/** Makes the current records of the lock's lists an archive, and puts others in their place. To be called in a transaction that holds the lock. */
export async function replaceRecords(query: Query, writing: Writing, lines: readonly Line[]): Promise<void> {
  const { schema, lock } = writing;
  const [next] = await query(`select coalesce(max(archive), 0) + 1 as archive from ${schema}.record`);
  // Starts and ends of runs say nothing more once their lists are archived; those of runs under way stay.
  await query(
    `update ${schema}.record r set archive = $2 from ${schema}.holder h
       where h.id = $1 and r.archive is null and (h.is_whole
         or exists (select from ${schema}.list_lock l where l.holder = $1 and l.target = r.target and l.scope = r.scope)
         or r.scope is null and r.target in (select target from ${schema}.list_lock where holder = $1)
           and not exists (select from ${schema}.holder o where o.id = r.lock and o.id <> $1))`,
    [lock, next?.["archive"]],
  );
  await insertLines(query, writing, lines);
}

/** Whether the lock wrote a line with that number: a transaction that is repeated was done. */
export async function hasLine(query: Query, { schema, lock }: Writing, seq: number): Promise<boolean> {
  const [row] = await query(`select from ${schema}.record where lock = $1 and seq = $2`, [lock, seq]);
  return row !== undefined;
}
