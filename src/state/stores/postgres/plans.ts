import { z } from "zod";
import { scopeSchema } from "../../journal/record.ts";
import { type ListToPublish, PLAN_ENDS, type PlanToPublish, type PublishedPlans } from "../published-plans.ts";
import type { Database, Query } from "./database.ts";
import { EXPIRED } from "./list-locks.ts";
import { END_PLANS, ENDED, IS_LEFT, LONGEST_NAME, rowOf } from "./plan-tables.ts";
import { takingOf } from "./taking.ts";

/** Days after which a plan is removed. */
const KEPT_DAYS = 30;
/** Characters of parts that go into one statement: with 16 times as many, half of the time and of the memory is for old garbage. */
const LENGTH_OF_A_STATEMENT = 256 * 1024;
/** Plans with the content of a new one that are looked at: there is one, unless somebody else writes the tables. */
const MOST_ALIKE = 5;

/** A header is not read when it is longer: that of 100,000 lists has a quarter of this, bytes. */
const MOST_HEADER = 128 * 1024 * 1024;
/** All reports of a plan are not read when they are longer: those of a million cars have less than half of this, bytes. */
const MOST_REPORTS = 256 * 1024 * 1024;

/** How long a worker may send, where the server bears less than one request for each of them. */
const TURN_SECONDS = 10;

/** The plans in the tables of a schema; `prepare` makes the tables. */
export function postgresPlans(database: Database, prepare: () => Promise<void>): PublishedPlans {
  return {
    async publish(plan) {
      await prepare();
      return database.transact("publish the plan", (query) => publish(query, database.schema, plan));
    },
    async read(hash) {
      await prepare();
      const [row] = await database.run("read the plan", (query) =>
        query(
          "select case when octet_length(header) <= $2 then header else '' end as header from @plan where hash = $1",
          [hash, MOST_HEADER],
        ),
      );
      return row && String(row["header"]);
    },
    ...takingOf(database),
    async outcomes(hash, most) {
      const limits = [hash, [...most.keys()], [...most.values()], MOST_REPORTS];
      const rows = await database.run("read the reports", (query) => query(OUTCOMES, limits));
      const found = rows.map((row) => rowOf(OUTCOME_ROW, row, hash));
      const lists = found.map(({ stage, ended: _, ...list }) => ({ ...list, isEnded: stage === ENDED }));
      return { lists, ended: found[0]?.ended };
    },
    ...paceOf(database),
  };
}

function paceOf(database: Database): Pick<PublishedPlans, "slowDown" | "pace"> {
  return {
    async slowDown(target, pause, atOnce) {
      await database.run("share the pace", (query) => query(SLOW_DOWN, [target, pause, atOnce], "quick"));
    },
    pace: (target, hash, { host, pid }) =>
      database.run("share the pace", async (query) => {
        const [row] = await query(PACE, [target, hash, `${host} ${pid}`], "quick");
        return row ? rowOf(PACE_ROW, row, hash) : { pause: 0, workers: 1, ended: "newer-plan" };
      }),
  };
}

const ended = z.enum(PLAN_ENDS).optional();
const part = z.string().optional();
const OUTCOME_ROW = z.object({ scope: scopeSchema, reports: z.array(z.string()), stage: z.number(), part, ended });
const PACE_ROW = z.object({ pause: z.number().default(0), workers: z.number(), atOnce: z.number().optional(), ended });

// The largest list first: where all of them together are too long, it is the one that is named.
const OUTCOMES = `
  with sized as materialized (select left(l.scope, ${LONGEST_NAME}) as name, l.scope, stage, reports, most, ended,
      octet_length(array_to_string(reports, '')) as bytes,
      case when ended is not null and stage < ${ENDED} and holder is null and octet_length(part) <= most then part end as part
    from @plan p join @plan_list l on l.plan = p.hash
      left join unnest($2::text[], $3::bigint[]) as m (scope, most) on m.scope = l.scope where p.hash = $1)
  select name, scope, stage, ended, part, case when bytes <= most and (select sum(bytes) from sized) <= $4 then reports end as reports
  from sized order by bytes desc`;

// A worker has many lists in hand, each with a lock of its own.
const WORKERS = `select distinct concat(h.facts ->> 'host', ' ', h.facts ->> 'pid') as worker
  from @list_lock l join @holder h on h.id = l.holder where l.target = $1 and not ${EXPIRED}`;

// Requests that several workers had in flight together are answered alike: they slow all down once.
const IS_NEWS = "p.changed_at < clock_timestamp() - interval '1 second'";
const SLOW_DOWN = `
  insert into @pace as p (target, not_before, at_once, changed_at)
  values ($1, clock_timestamp() + make_interval(secs => $2::float8 / 1000),
    greatest(1, floor($3::float8 * (select count(*) from (${WORKERS}) as w))), clock_timestamp())
  on conflict (target) do update set not_before = greatest(p.not_before, excluded.not_before),
    at_once = case when ${IS_NEWS} then greatest(1, least(p.at_once / 2, excluded.at_once)) else p.at_once end,
    changed_at = case when ${IS_NEWS} then clock_timestamp() else p.changed_at end`;

// What the server bore for a while it may bear some more of. Where that is less than one request for each worker, they take
// turns: each of them would meet the limit by itself.
const PACE = `
  with workers as (select count(*) + 1 as number,
      count(*) filter (where worker < $3) + floor(extract(epoch from now()) / ${TURN_SECONDS}) as place
      from (${WORKERS}) as w where worker <> $3),
    grown as (update @pace set at_once = at_once + greatest(1, at_once / 4), changed_at = clock_timestamp()
      where target = $1 and greatest(changed_at, not_before) < clock_timestamp() - interval '10 seconds')
  select 'all lists' as name, ended, greatest(0, extract(epoch from not_before - clock_timestamp()) * 1000)::float8 as pause,
    number::int as workers, (at_once / number + (place % number < at_once % number)::int)::int as "atOnce"
  from workers, @plan left join @pace c on c.target = $1 where hash = $2`;

/** Publishes a plan; gives the hash of the one that it is. To be called in a transaction. */
async function publish(query: Query, schema: string, plan: PlanToPublish): Promise<string> {
  await query("select pg_advisory_xact_lock(hashtextextended($1, 1))", [`platectl ${schema}`]);
  await query(`delete from @plan where published_at < now() - make_interval(days => $1)`, [KEPT_DAYS]);
  // Headers with one content are equally long.
  const alike = await query(
    `select hash, header from @plan p where content = $1 and octet_length(header) = $3 and ended is null
       and (hash = $2 or ${IS_LEFT}) order by hash = $2 desc, published_at desc limit ${MOST_ALIKE}`,
    [plan.content, plan.hash, Buffer.byteLength(plan.header)],
  );
  const known = alike.find(({ hash, header }) => plan.isSame(String(hash), String(header)));
  if (known) return String(known["hash"]);
  // Its limits were judged with what the journal holds today, and not with what older plans may still do.
  await query(END_PLANS("newer-plan", "$1"), [plan.target]);
  await query(`delete from @plan where hash = $1`, [plan.hash]);
  // What the server bore in an earlier run says little about today.
  await query(`delete from @pace where target = $1 and changed_at < now() - interval '10 minutes'`, [plan.target]);
  const values = [plan.hash, plan.content, plan.target, plan.header];
  await query(`insert into @plan (hash, content, target, header) values ($1, $2, $3, $4)`, values);
  for (const lists of groupsOf(plan.lists)) await insertLists(query, plan.hash, lists);
  // Without statistics the database takes a plan for a few lists, and sorts all that are left for each one that is taken.
  await query(`analyze @plan_list`);
  return plan.hash;
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

async function insertLists(query: Query, hash: string, lists: readonly ListToPublish[]): Promise<void> {
  // As one JSON text: the driver puts the text of an array together character by character.
  await query(
    `insert into @plan_list (plan, scope, size, part, moves_to)
       select $1, scope, size, part, "movesTo"
       from json_to_recordset($2) as lists (scope text, size int, part text, "movesTo" text[])`,
    [hash, JSON.stringify(lists)],
  );
}
