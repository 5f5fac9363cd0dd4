import { z } from "zod";
import { scopeSchema } from "../../journal/record.ts";
import type { ListToPublish, PlanToPublish, PublishedPlans } from "../published-plans.ts";
import type { Database, Query } from "./database.ts";
import { acquireLists, EXPIRED } from "./list-locks.ts";

/** Days after which a plan is removed. */
const KEPT_DAYS = 30;
/** Characters of parts that go into one statement: with 16 times as many, half of the time and of the memory is for old garbage. */
const LENGTH_OF_A_STATEMENT = 256 * 1024;

const WAITING = 0;
const HAS_DELETES_LEFT = 1;
const ENDED = 2;

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
        query(`select header from ${schema}.plan where hash = $1`, [hash]),
      );
      return row && String(row["header"]);
    },
    take: (hash, target, holder, but) =>
      database.transact("take a list", async (query) => {
        const [row] = await query(TAKE(schema), [hash, but, holder.id, target], "quick");
        if (!row) return { kind: (await isAnyLeft(query, schema, hash, but)) ? "wait" : "none" };
        const list = TAKEN_ROW.parse(row);
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
    async outcomes(hash) {
      const rows = await database.run("read the reports", (query) =>
        query(`select scope, reports, stage from ${schema}.plan_list where plan = $1`, [hash]),
      );
      return z
        .array(OUTCOME_ROW)
        .parse(rows)
        .map(({ stage, ...row }) => ({ ...row, isEnded: stage === ENDED }));
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

async function publish(query: Query, schema: string, plan: PlanToPublish): Promise<string> {
  await query("select pg_advisory_xact_lock(hashtextextended($1, 1))", [`platectl ${schema}`]);
  await query(`delete from ${schema}.plan where published_at < now() - make_interval(days => $1)`, [KEPT_DAYS]);
  const [known] = await query(
    `select hash from ${schema}.plan p where content = $1
       and (hash = $2 or exists (select from ${schema}.plan_list l where l.plan = p.hash and stage < ${ENDED}))`,
    [plan.content, plan.hash],
  );
  if (known) return String(known["hash"]);
  const values = [plan.hash, plan.content, plan.header];
  await query(`insert into ${schema}.plan (hash, content, header) values ($1, $2, $3)`, values);
  for (const lists of groupsOf(plan.lists)) await insertLists(query, schema, plan.hash, lists);
  // Without statistics the database takes a plan for a few lists, and sorts all that are left for each one that is taken.
  await query(`analyze ${schema}.plan_list`);
  return plan.hash;
}

const TAKEN_ROW = z.object({
  scope: scopeSchema,
  part: z.string(),
  movesTo: z.array(scopeSchema),
  reports: z.array(z.string()),
});
const OUTCOME_ROW = z.object({ scope: scopeSchema, reports: z.array(z.string()), stage: z.number() });
const PACE_ROW = z.object({ pause: z.number(), atOnce: z.number() });

// A list that this holder has got already comes first: its transaction is repeated when nobody knows what became of it. The
// lists of others are passed by one after the other in the order of the index: a sort of all would be made for each list.
const TAKE = (schema: string) => `
  update ${schema}.plan_list set holder = $3
  where plan = $1 and scope = coalesce((select scope from ${schema}.list_lock where holder = $3), (
    select l.scope from ${schema}.plan_list l
    where plan = $1 and stage < ${ENDED} and scope <> all($2)
      and (holder is null or not exists (select from ${schema}.holder h where h.id = l.holder and not ${EXPIRED}))
      and (stage = ${WAITING} or not exists (
        select from ${schema}.plan_list o where o.plan = $1 and o.scope = any(l.moves_to) and o.stage = ${WAITING}))
      and (select count(*) from ${schema}.list_lock k join ${schema}.holder h on h.id = k.holder
        where k.target = $4 and k.scope = l.scope and not ${EXPIRED}) = 0
    order by size desc, scope limit 1 for update of l skip locked))
  returning scope, part, moves_to as "movesTo", reports`;

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
async function isAnyLeft(query: Query, schema: string, hash: string, but: readonly string[]): Promise<boolean> {
  const left = `select from ${schema}.plan_list l where plan = $1 and stage < ${ENDED} and scope <> all($2)
    and (stage = ${WAITING} or not exists (select from ${schema}.plan_list o
      where o.plan = $1 and o.scope = any(l.moves_to) and o.scope = any($2) and o.stage = ${WAITING})) limit 1`;
  return (await query(left, [hash, but], "quick")).length > 0;
}

function* groupsOf(lists: Iterable<ListToPublish>): Generator<readonly ListToPublish[]> {
  let group: ListToPublish[] = [];
  let size = 0;
  for (const list of lists) {
    group.push(list);
    size += list.part.length;
    if (size < LENGTH_OF_A_STATEMENT) continue;
    yield group;
    [group, size] = [[], 0];
  }
  if (group.length > 0) yield group;
}

async function insertLists(query: Query, schema: string, hash: string, lists: readonly ListToPublish[]): Promise<void> {
  // As one JSON text: the driver puts the text of an array together character by character.
  await query(
    `insert into ${schema}.plan_list (plan, scope, size, part, moves_to)
       select $1, scope, size, part, "movesTo"
       from json_to_recordset($2) as lists (scope text, size int, part text, "movesTo" text[])`,
    [hash, JSON.stringify(lists)],
  );
}
