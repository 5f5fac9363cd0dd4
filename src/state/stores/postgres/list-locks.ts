import type { LockClaim } from "../journal-store.ts";
import { decodeHolder, encodeHolder, type LockHolder, unknownHolder } from "../lock-holder.ts";
import type { Query } from "./database.ts";

/** How long after its last sign of life, in seconds, a holder's locks may be taken by others. Longer than a failover takes. */
export const LEASE_SECONDS = 60;
/** How often a holder shows that it lives, in milliseconds: three may be lost. */
export const BEAT_MS = 15_000;

/** A condition: the holder `h` has shown no sign of life for too long. */
export const EXPIRED = "h.seen_at < clock_timestamp() - h.lease";

/** Facts of a holder that are longer are not read, bytes; of its id this many letters. */
const MOST_FACTS = 64 * 1024;
const LONGEST_ID = 100;

/** Holders in the way of a claim: $1 says whether it is for all lists, $2 is its target and $3 its lists. */
const IN_THE_WAY =
  "(h.is_whole or $1 or exists (select from @list_lock l where l.holder = h.id and l.target = $2 and l.scope = any($3)))";

function valuesOf(claim: LockClaim): readonly unknown[] {
  return claim === "all" ? [true, "", []] : [false, claim.target, claim.scopes];
}

/** Who is in the way of a claim and has not expired; without a claim, all who hold a lock. The oldest lock first. */
export async function readHolders(query: Query, claim?: LockClaim): Promise<readonly LockHolder[]> {
  const rows = await query(
    `select left(h.id, ${LONGEST_ID}) as id, case when octet_length(h.facts::text) <= ${MOST_FACTS} then h.facts::text else '' end as facts, to_char(h.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as seen
       from @holder h where ${IN_THE_WAY} and ($4 or not ${EXPIRED}) order by h.facts ->> 'at', h.id`,
    [...valuesOf(claim ?? "all"), claim === undefined],
  );
  return rows.map(({ id, facts, seen }) => {
    const holder = decodeHolder(Buffer.from(String(facts)));
    // It is the row that holds the lock, whatever its facts say.
    const own = holder && holder.id === id ? holder : unknownHolder(String(id));
    return { ...own, seen: String(seen), lease: LEASE_SECONDS };
  });
}

/**
 * Takes the locks of a claim, all or none; false when others hold one. Takes them from holders that show no sign of life any
 * more: these lose all that they hold. To be called in a transaction; harmless when repeated.
 */
export async function acquireLists(query: Query, holder: LockHolder, claim: LockClaim): Promise<boolean> {
  const [isWhole, target, scopes] = valuesOf(claim);
  const facts = encodeHolder(holder).toString();
  for (;;) {
    const values = [isWhole, target, scopes, holder.id, facts, LEASE_SECONDS];
    const [found] = await query(ACQUIRE, values, undefined, ONE_AT_A_TIME);
    if (found?.["held"] === true) return true;
    if (found?.["other"] === true) return false;
    await query(`delete from @holder h where ${DEAD}`, [isWhole, target, scopes, holder.id]);
  }
}

// Two that looked at once would each find the lists free.
const ONE_AT_A_TIME = "select from @journal for update";

// One without a list is in no one's way, and would stay for ever.
const DEAD = `${EXPIRED} and h.id <> $4 and (${IN_THE_WAY}
  or not h.is_whole and not exists (select from @list_lock l where l.holder = h.id))`;

// Rows that depend on a deleted one go when its statement ends: the locks of the dead are taken by another statement.
const ACQUIRE = `
  with other as (select from @holder h where h.id <> $4 and ${IN_THE_WAY} and not ${EXPIRED}),
    held as (insert into @holder (id, facts, is_whole, lease, seen_at)
      select $4, $5::jsonb, $1, make_interval(secs => $6), clock_timestamp()
      where not exists (select from other) and not exists (select from @holder h where h.id = $4 or ${DEAD})
      returning id),
    lists as (insert into @list_lock (target, scope, holder) select $2, scope, id from held, unnest($3::text[]) as l (scope))
  select exists (select from held) or exists (select from @holder where id = $4) as held, exists (select from other) as other`;

/** Shows that a holder lives; false when it holds its lock no more. */
export async function renewLock(query: Query, id: string): Promise<boolean> {
  const renew = `update @holder set seen_at = clock_timestamp() where id = $1 returning id`;
  const rows = await query(renew, [id], "quick");
  return rows.length > 0;
}

/** Removes a lock; false when there is no such lock. */
export async function removeLock(query: Query, id: string): Promise<boolean> {
  const rows = await query(`delete from @holder where id = $1 returning id`, [id], "quick");
  return rows.length > 0;
}
