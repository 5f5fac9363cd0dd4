import { z } from "zod";
import { scopeSchema } from "../../journal/record.ts";
import { PLAN_ENDS, type PublishedPlans } from "../published-plans.ts";
import type { Database } from "./database.ts";
import { EXPIRED } from "./list-locks.ts";
import { ENDED } from "./plan-ends.ts";
import { LONGEST_NAME, rowOf } from "./plan-rows.ts";
import { publish } from "./publish.ts";
import { takingOf } from "./taking.ts";

/** A header is not read when it is longer: that of 100,000 lists has a quarter of this, bytes. */
const MOST_HEADER = 128 * 1024 * 1024;
/** All reports of a plan are not read when they are longer: those of a million cars have less than half of this, bytes. */
const MOST_REPORTS = 256 * 1024 * 1024;

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
    ...takingOf(database, schema),
    async outcomes(hash, most) {
      const limits = [hash, [...most.keys()], [...most.values()], MOST_REPORTS];
      const rows = await database.run("read the reports", (query) => query(OUTCOMES(schema), limits));
      const found = rows.map((row) => rowOf(OUTCOME_ROW, row, hash));
      const lists = found.map(({ stage, ended: _, ...list }) => ({ ...list, isEnded: stage === ENDED }));
      return { lists, ended: found[0]?.ended };
    },
    ...paceOf(database, schema),
  };
}

function paceOf(database: Database, schema: string): Pick<PublishedPlans, "slowDown" | "pace"> {
  return {
    async slowDown(target, pause, atOnce) {
      await database.run("share the pace", (query) => query(SLOW_DOWN(schema), [target, pause, atOnce], "quick"));
    },
    pace: (target, hash) =>
      database.run("share the pace", async (query) => {
        const [row] = await query(PACE(schema), [target, hash], "quick");
        return row ? rowOf(PACE_ROW, row, hash) : { pause: 0, ended: "newer-plan" };
      }),
  };
}

const ended = z.enum(PLAN_ENDS).optional();
const part = z.string().optional();
const OUTCOME_ROW = z.object({ scope: scopeSchema, reports: z.array(z.string()), stage: z.number(), part, ended });
const PACE_ROW = z.object({ pause: z.number().default(0), atOnce: z.number().optional(), ended });

// The largest list first: where all of them together are too long, it is the one that is named.
const OUTCOMES = (schema: string) => `
  with sized as materialized (select left(l.scope, ${LONGEST_NAME}) as name, l.scope, stage, reports, most, ended,
      octet_length(array_to_string(reports, '')) as bytes,
      case when ended is not null and stage < ${ENDED} and holder is null and octet_length(part) <= most then part end as part
    from ${schema}.plan p join ${schema}.plan_list l on l.plan = p.hash
      left join unnest($2::text[], $3::bigint[]) as m (scope, most) on m.scope = l.scope where p.hash = $1)
  select name, scope, stage, ended, part, case when bytes <= most and (select sum(bytes) from sized) <= $4 then reports end as reports
  from sized order by bytes desc`;

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
  select 'all lists' as name, ended, greatest(0, extract(epoch from not_before - clock_timestamp()) * 1000)::float8 as pause,
    case when at_once is not null then greatest(1, at_once / ${WORKERS(schema)}) end::int as "atOnce"
  from ${schema}.plan left join ${schema}.pace c on c.target = $1 where hash = $2`;
