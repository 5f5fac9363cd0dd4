import { z } from "zod";
import { scopeSchema } from "../../journal/record.ts";
import { type ListTaken, PLAN_ENDS, type PublishedPlans, type Taking } from "../published-plans.ts";
import type { Database, Query } from "./database.ts";
import { acquireLists, EXPIRED } from "./list-locks.ts";
import { ENDED, LONGEST_NAME, rowOf } from "./plan-tables.ts";

const WAITING = 0;
const HAS_DELETES_LEFT = 1;
/** In the place of the holder whose delete goes alone. */
const WENT_WELL = "went well";

/** How workers take the lists of a plan, and give them back. */
export function takingOf(
  database: Database,
): Pick<PublishedPlans, "take" | "end" | "firstDelete" | "firstDeleteWentWell"> {
  return {
    take: (hash, target, holder, but, most) =>
      database.transact("take a list", async (query) => {
        const [row] = await query(TAKE, [hash, but, holder.id, target, most], "quick");
        if (!row) return whyNone(query, hash, but);
        const list = rowOf(TAKEN_ROW, row, hash);
        if (await acquireLists(query, holder, { target, scopes: [list.scope] })) return { kind: "taken", ...list };
        await query(GIVE_BACK, [hash, list.scope, target]);
        return { kind: "wait" };
      }),
    end: (hash, scope, lockId, report, { waits, isAlarm }) =>
      database.run("note the report of a list", async (query) => {
        const values = [hash, scope, lockId, report, waits ? HAS_DELETES_LEFT : ENDED];
        return (await query(END(isAlarm), values)).length > 0;
      }),
    firstDelete: (hash, lockId, takes) =>
      database.run("ask for the first delete", async (query) => {
        const [row] = await query(FIRST_DELETE, [hash, lockId, takes], "quick");
        if (!row) return { kind: "ended", why: "newer-plan" };
        const { kind, ended } = rowOf(TURN_ROW, row, hash);
        return ended === undefined ? { kind } : { kind: "ended", why: ended };
      }),
    async firstDeleteWentWell(hash, lockId) {
      const well = `update @plan set first_delete = '${WENT_WELL}' where hash = $1 and first_delete = $2`;
      await database.run("note the first delete", (query) => query(well, [hash, lockId], "quick"));
    },
  };
}

const TAKEN_ROW = z.object({
  scope: scopeSchema,
  part: z.string().optional(),
  movesTo: z.array(scopeSchema),
  reports: z.array(z.string()),
});
const TURN_ROW = z.object({ kind: z.enum(["alone", "wait", "free"]), ended: z.enum(PLAN_ENDS).optional() });
const LEFT_ROW = z.object({ ended: z.enum(PLAN_ENDS).optional() });

// A list that this holder has got already comes first: its transaction is repeated when no one knows what became of it. The
// lists of others are passed by one after the other in the order of the index: a sort of all would be made for each list.
const TAKE = `
  with taken as (update @plan_list set holder = $3
  where plan = $1 and exists (select from @plan where hash = $1 and ended is null) and scope = coalesce((select scope from @list_lock where holder = $3), (
    select l.scope from @plan_list l
    where plan = $1 and stage < ${ENDED} and scope <> all($2)
      and (holder is null or not exists (select from @holder h where h.id = l.holder and not ${EXPIRED}))
      and (stage = ${WAITING} or not exists (
        select from @plan_list o where o.plan = $1 and o.scope = any(l.moves_to) and o.stage = ${WAITING}))
      and (select count(*) from @list_lock k join @holder h on h.id = k.holder
        where k.target = $4 and k.scope = l.scope and not ${EXPIRED}) = 0
    order by size desc, scope limit 1 for update of l skip locked))
  returning scope, part, moves_to, reports),
  sized as materialized (select *, octet_length(part) + octet_length(array_to_string(moves_to || reports, '')) <= $5 as fits from taken)
  select left(scope, ${LONGEST_NAME}) as name, scope, case when fits then part end as part,
    case when fits then moves_to else '{}' end as "movesTo", case when fits then reports else '{}' end as reports from sized`;

// A worker that took it at the same moment was not seen by the statement that takes, and has it: it may end it under its name alone.
const GIVE_BACK = `
  update @plan_list set holder = (select holder from @list_lock where target = $3 and scope = $2) where plan = $1 and scope = $2`;

// The turn of a holder that is gone, or whose list is done without a car that went, is free again.
const IS_HELD = `exists (select from @holder h where h.id = p.first_delete and h.id <> $2 and not ${EXPIRED})`;
const FIRST_DELETE = `
  with taken as (update @plan p set first_delete = $2
    where hash = $1 and ended is null and $3 and first_delete is distinct from '${WENT_WELL}' and not ${IS_HELD} returning hash)
  select 'all lists' as name, ended, case when exists (select from taken) then 'alone'
    when first_delete = '${WENT_WELL}' or not $3 and not ${IS_HELD} then 'free' else 'wait' end as kind
  from @plan p where hash = $1`;

// The same report twice is that of a statement that was repeated. The lock goes with it: no one takes an ended list again.
const END = (isAlarm: boolean) => `
  with freed as (delete from @holder where id = $3)${
    isAlarm ? `, ended as (update @plan set ended = 'alarm' where hash = $1 and ended is null)` : ""
  }
  update @plan_list set stage = $5, holder = null,
    reports = case when reports[cardinality(reports)] = $4 then reports else reports || $4::text end
  where plan = $1 and scope = $2 and (holder = $3 or reports[cardinality(reports)] = $4) returning scope`;

// A list that waits for one which this worker does not want again would be waited for without end.
async function whyNone(query: Query, hash: string, but: readonly string[]): Promise<Exclude<Taking, ListTaken>> {
  const left = `select 'all lists' as name, p.ended from @plan p
    where p.hash = $1 and (p.ended = 'alarm' or exists (select from @plan_list l
    where l.plan = $1 and stage < ${ENDED} and scope <> all($2)
    and (stage = ${WAITING} or not exists (select from @plan_list o
      where o.plan = $1 and o.scope = any(l.moves_to) and o.scope = any($2) and o.stage = ${WAITING}))))`;
  const [row] = await query(left, [hash, but], "quick");
  if (!row) return { kind: "none" };
  const { ended } = rowOf(LEFT_ROW, row, hash);
  return ended === undefined ? { kind: "wait" } : { kind: "ended", why: ended };
}
