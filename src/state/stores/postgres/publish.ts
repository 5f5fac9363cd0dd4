import type { ListToPublish, PlanToPublish } from "../published-plans.ts";
import type { Query } from "./database.ts";
import { END_PLANS, IS_LEFT } from "./plan-ends.ts";

/** Days after which a plan is removed. */
const KEPT_DAYS = 30;
/** Characters of parts that go into one statement: with 16 times as many, half of the time and of the memory is for old garbage. */
const LENGTH_OF_A_STATEMENT = 256 * 1024;
/** Plans with the content of a new one that are looked at: there is one, unless somebody else writes the tables. */
const MOST_ALIKE = 5;

/** Publishes a plan; gives the hash of the one that it is. To be called in a transaction. */
export async function publish(query: Query, schema: string, plan: PlanToPublish): Promise<string> {
  await query("select pg_advisory_xact_lock(hashtextextended($1, 1))", [`platectl ${schema}`]);
  await query(`delete from ${schema}.plan where published_at < now() - make_interval(days => $1)`, [KEPT_DAYS]);
  // Headers with one content are equally long.
  const alike = await query(
    `select hash, header from ${schema}.plan p where content = $1 and octet_length(header) = $3 and ended is null
       and (hash = $2 or ${IS_LEFT(schema)}) order by hash = $2 desc, published_at desc limit ${MOST_ALIKE}`,
    [plan.content, plan.hash, Buffer.byteLength(plan.header)],
  );
  const known = alike.find(({ hash, header }) => plan.isSame(String(hash), String(header)));
  if (known) return String(known["hash"]);
  // Its limits were judged with what the journal holds today, and not with what older plans may still do.
  await query(END_PLANS(schema, "newer-plan", "$1"), [plan.target]);
  await query(`delete from ${schema}.plan where hash = $1`, [plan.hash]);
  const values = [plan.hash, plan.content, plan.target, plan.header];
  await query(`insert into ${schema}.plan (hash, content, target, header) values ($1, $2, $3, $4)`, values);
  for (const lists of groupsOf(plan.lists)) await insertLists(query, schema, plan.hash, lists);
  // Without statistics the database takes a plan for a few lists, and sorts all that are left for each one that is taken.
  await query(`analyze ${schema}.plan_list`);
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

async function insertLists(query: Query, schema: string, hash: string, lists: readonly ListToPublish[]): Promise<void> {
  // As one JSON text: the driver puts the text of an array together character by character.
  await query(
    `insert into ${schema}.plan_list (plan, scope, size, part, moves_to)
       select $1, scope, size, part, "movesTo"
       from json_to_recordset($2) as lists (scope text, size int, part text, "movesTo" text[])`,
    [hash, JSON.stringify(lists)],
  );
}
