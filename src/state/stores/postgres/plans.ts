import { z } from "zod";
import { scopeSchema } from "../../journal/record.ts";
import { type ListTaken, PLAN_ENDS, type PublishedPlans, type Taking } from "../published-plans.ts";
import { StateError } from "../state-error.ts";
import type { Database, Query } from "./database.ts";
import { acquireLists, EXPIRED } from "./list-locks.ts";
import { ENDED } from "./plan-ends.ts";
import { publish } from "./publish.ts";

/** A header is not read when it is longer: that of 100,000 lists has a quarter of this, bytes. */
const MOST_HEADER = 128 * 1024 * 1024;
/** All reports of a plan are not read when they are longer: those of a million cars have less than half of this, bytes. */
const MOST_REPORTS = 256 * 1024 * 1024;

/** Letters of a list's name in a message. */
const LONGEST_NAME = 40;

const WAITING = 0;
const HAS_DELETES_LEFT = 1;

/** The plans in the tables of a schema; `prepare` makes the tables. */
export function postgresPlans(database: Database, schema: string, prepare: () => Promise<void>): PublishedPlans {
  return {
    async publish(plan) {
      await prepare();
      return database.transact("publish the plan", (query) => publish(query, schema, plan));
    },
    async read(hash) {
      await prepare();
      const [row] = await database.run("read the plan", (query) =>
        query(
          `select case when octet_length(header) <= $2 then header else '' end as header from ${schema}.plan where hash = $1`,
          [hash, MOST_HEADER],
        ),
      );
      return row && String(row["header"]);
    },
    take: (hash, target, holder, but, most) =>
      database.transact("take a list", async (query) => {
        const [row] = await query(TAKE(schema), [hash, but, holder.id, target, most], "quick");
        if (!row) return whyNone(query, schema, hash, but);
        const { part, ...rest } = rowOf(TAKEN_ROW, row, hash);
        const list = part === null ? rest : { ...rest, part };
        if (await acquireLists(query, schema, holder, { target, scopes: [list.scope] }))
          return { kind: "taken", ...list };
        await query(`update ${schema}.plan_list set holder = null where plan = $1 and scope = $2`, [hash, list.scope]);
        return { kind: "wait" };
      }),
    end: (hash, scope, lockId, report, waits) =>
      database.run("note the report of a list", async (query) => {
        const values = [hash, scope, lockId, report, waits ? HAS_DELETES_LEFT : ENDED];
        return (await query(END(schema), values)).length > 0;
      }),
    async outcomes(hash, most) {
      const limits = [hash, [...most.keys()], [...most.values()], MOST_REPORTS];
      const rows = await database.run("read the reports", (query) => query(OUTCOMES(schema), limits));
      return rows.map((row) => {
        const { stage, ...list } = rowOf(OUTCOME_ROW, row, hash);
        return { ...list, isEnded: stage === ENDED };
      });
    },
    ...paceOf(database, schema),
  };
}

function paceOf(database: Database, schema: string): Pick<PublishedPlans, "slowDown" | "pace"> {
  return {
    async slowDown(target, pause, atOnce) {
      await database.run("share the pace", (query) => query(SLOW_DOWN(schema), [target, pause, atOnce], "quick"));
    },
    pace: (target) =>
      database.run("share the pace", async (query) => {
        const [row] = await query(PACE(schema), [target], "quick");
        return row === undefined ? { pause: 0 } : PACE_ROW.parse(row);
      }),
  };
}

const TAKEN_ROW = z.object({
  scope: scopeSchema,
  part: z.string().nullable(),
  movesTo: z.array(scopeSchema),
  reports: z.array(z.string()),
});
const LEFT_ROW = z.object({ ended: z.enum(PLAN_ENDS).nullable() });
const OUTCOME_ROW = z.object({ scope: scopeSchema, reports: z.array(z.string()), stage: z.number() });
const PACE_ROW = z.object({ pause: z.number(), atOnce: z.number() });

function rowOf<Row>(shape: z.ZodType<Row>, row: Readonly<Record<string, unknown>>, hash: string): Row {
  const reading = shape.safeParse(row);
  if (reading.success) return reading.data;
  throw new StateError(
    "altered",
    `The row of ${String(row["name"])} in the published plan ${hash} was altered after it was written, or another version of platectl ` +
      "wrote it. Find out who writes to the state, publish a new plan and have it approved.",
  );
}

// A list that this holder has got already comes first: its transaction is repeated when nobody knows what became of it. The
// lists of others are passed by one after the other in the order of the index: a sort of all would be made for each list.
const TAKE = (schema: string) => `
  with taken as (update ${schema}.plan_list set holder = $3
  where plan = $1 and exists (select from ${schema}.plan where hash = $1 and ended is null) and scope = coalesce((select scope from ${schema}.list_lock where holder = $3), (
    select l.scope from ${schema}.plan_list l
    where plan = $1 and stage < ${ENDED} and scope <> all($2)
      and (holder is null or not exists (select from ${schema}.holder h where h.id = l.holder and not ${EXPIRED}))
      and (stage = ${WAITING} or not exists (
        select from ${schema}.plan_list o where o.plan = $1 and o.scope = any(l.moves_to) and o.stage = ${WAITING}))
      and (select count(*) from ${schema}.list_lock k join ${schema}.holder h on h.id = k.holder
        where k.target = $4 and k.scope = l.scope and not ${EXPIRED}) = 0
    order by size desc, scope limit 1 for update of l skip locked))
  returning scope, part, moves_to, reports),
  sized as materialized (select *, octet_length(part) + octet_length(array_to_string(moves_to || reports, '')) <= $5 as fits from taken)
  select left(scope, ${LONGEST_NAME}) as name, scope, case when fits then part end as part,
    case when fits then moves_to else '{}' end as "movesTo", case when fits then reports else '{}' end as reports from sized`;

// The largest list first: where all of them together are too long, it is the one that is named.
const OUTCOMES = (schema: string) => `
  with sized as materialized (select left(l.scope, ${LONGEST_NAME}) as name, l.scope, stage, reports, most,
      octet_length(array_to_string(reports, '')) as bytes
    from ${schema}.plan_list l left join unnest($2::text[], $3::bigint[]) as m (scope, most) on m.scope = l.scope where plan = $1)
  select name, scope, stage, case when bytes <= most and (select sum(bytes) from sized) <= $4 then reports end as reports
  from sized order by bytes desc`;

// The same report twice is that of a statement that was repeated. The lock goes with it: nobody takes an ended list again.
const END = (schema: string) => `
  with freed as (delete from ${schema}.holder where id = $3)
  update ${schema}.plan_list set stage = $5, holder = null,
    reports = case when reports[cardinality(reports)] = $4 then reports else reports || $4::text end
  where plan = $1 and scope = $2 and (holder = $3 or reports[cardinality(reports)] = $4) returning scope`;

const WORKERS = (schema: string) => `
  (select greatest(1, count(distinct h.id)) from ${schema}.list_lock l join ${schema}.holder h on h.id = l.holder
   where l.target = $1 and not ${EXPIRED})`;

// Requests that several workers had in flight together are answered alike: they slow all down once.
const SLOW_DOWN = (schema: string) => `
  insert into ${schema}.pace as p (target, not_before, at_once, changed_at)
  values ($1, clock_timestamp() + make_interval(secs => $2::float8 / 1000), $3 * ${WORKERS(schema)}, clock_timestamp())
  on conflict (target) do update set not_before = greatest(p.not_before, excluded.not_before),
    at_once = case when p.changed_at < clock_timestamp() - interval '1 second'
      then least(p.at_once, excluded.at_once) else p.at_once end,
    changed_at = clock_timestamp()`;

// What the server bore for a while it may bear some more of.
const PACE = (schema: string) => `
  with grown as (update ${schema}.pace set at_once = at_once + ${WORKERS(schema)}, changed_at = clock_timestamp()
    where target = $1 and changed_at < clock_timestamp() - interval '10 seconds')
  select greatest(0, extract(epoch from not_before - clock_timestamp()) * 1000)::float8 as pause,
    greatest(1, at_once / ${WORKERS(schema)})::int as "atOnce" from ${schema}.pace where target = $1`;

// A list that waits for one which this worker does not want again would be waited for without end.
async function whyNone(
  query: Query,
  schema: string,
  hash: string,
  but: readonly string[],
): Promise<Exclude<Taking, ListTaken>> {
  const left = `select 'all lists' as name, p.ended from ${schema}.plan p join ${schema}.plan_list l on l.plan = p.hash
    where p.hash = $1 and stage < ${ENDED} and scope <> all($2)
    and (stage = ${WAITING} or not exists (select from ${schema}.plan_list o
      where o.plan = $1 and o.scope = any(l.moves_to) and o.scope = any($2) and o.stage = ${WAITING})) limit 1`;
  const [row] = await query(left, [hash, but], "quick");
  if (!row) return { kind: "none" };
  const { ended } = rowOf(LEFT_ROW, row, hash);
  return ended === null ? { kind: "wait" } : { kind: "ended", why: ended };
}
