import { afterAll, beforeAll, expect, it } from "vitest";
import { type PoolingProxy, poolingProxy } from "../state/postgres/pooling-proxy.ts";
import { type Server, startPostgres } from "../state/postgres/server.ts";
import { accountsWith, publishedFleet } from "./published.ts";

let server: Server;
let pool: PoolingProxy;
beforeAll(async () => {
  server = await startPostgres();
  pool = await poolingProxy(server.port);
  await server.sql("create role victim login");
  await server.sql("create role lowly login");
  await server.sql("grant create on database postgres to victim");
  // As PostgreSQL 14 has it, and databases that came from there.
  await server.sql("grant all on schema public to public");
});
afterAll(async () => {
  await pool.close();
  await server.close();
});

/** Names, parameters and results that fit what platectl calls better than the built-in ones, and what is done in their place. */
const FUNCTIONS = [
  ["make_interval(secs text)", "interval", "pg_catalog.make_interval(secs => secs::float8)"],
  ["make_interval(days varchar)", "interval", "pg_catalog.make_interval(days => days::int)"],
  ["hashtextextended(one text, seed int)", "bigint", "pg_catalog.hashtextextended(one, seed::bigint)"],
  ["unnest(texts text[])", "setof text", "pg_catalog.unnest(texts)", "return query select"],
  ["cardinality(texts text[])", "int", "pg_catalog.cardinality(texts)"],
  [
    "json_to_recordset(one text)",
    "setof record",
    "pg_catalog.json_to_recordset(one::json)",
    "return query select * from",
  ],
  ["octet_length(one varchar)", "int", "pg_catalog.octet_length(one)"],
  ["count(one int)", "bigint", "1::bigint"],
] as const;
const OPERATORS = [
  ["||", "text[]", "text", "text[]", "pg_catalog.array_append(one, other)"],
  ["||", "text[]", "text[]", "text[]", "pg_catalog.array_cat(one, other)"],
  ["=", "text", "text", "boolean", "pg_catalog.texteq(one, other)"],
  ["<", "timestamptz", "timestamptz", "boolean", "pg_catalog.timestamptz_lt(one, other)"],
  ["<=", "int", "bigint", "boolean", "pg_catalog.int48le(one, other)"],
] as const;

const MARK = "insert into public.loot select current_user, current_query();";

async function plant(sql: (text: string) => Promise<unknown>): Promise<void> {
  await sql("create table public.loot (who text, what text)");
  await sql("grant all on public.loot to public");
  for (const [name, result, instead, how = "return"] of FUNCTIONS)
    await sql(
      `create function public.${name} returns ${result} language plpgsql as $$ begin ${MARK} ${how} ${instead}; end $$`,
    );
  for (const [at, [operator, left, right, result, instead]] of OPERATORS.entries()) {
    await sql(
      `create function public.operator_${at}(one ${left}, other ${right}) returns ${result} language plpgsql
         as $$ begin ${MARK} return ${instead}; end $$`,
    );
    await sql(
      `create operator public.${operator} (function = public.operator_${at}, leftarg = ${left}, rightarg = ${right})`,
    );
  }
}

it.each(["directly", "behind a pool of connections"])(
  "S36: no function and no operator of another role runs, whatever it is named and however well it fits: %s",
  async (where) => {
    const address = new URL(server.address());
    address.username = "victim";
    if (where !== "directly") address.port = String(pool.port);
    await server.sql("drop schema if exists public cascade");
    await server.sql("create schema public");
    await server.sql("grant all on schema public to public");
    await plant(async (text) => server.sql(`set role lowly; ${text}`));
    // The path of a role is what a name without a schema is looked up by, unless something else is said.
    await server.sql("alter role victim set search_path = public, pg_catalog");
    const wanted = accountsWith(3, 2);
    const here = await publishedFleet(server, address.href, wanted, {
      listed: { 1000: ["OLD1", "OLD2"], 1001: ["OLD3"] },
    });
    expect((await here.run("apply", "--auto-approve", "--account", "1002")).code).toBe(0);
    const hash = await here.publish();
    expect(await here.worker(hash).ended).toMatchObject({ code: 0, stderr: "" });
    await here.expectDone(hash);
    for (const args of [["state", "show"], ["history", "OLD1"], ["plan"]])
      expect((await here.run(...args)).code).toBe(0);
    expect(await server.sql("select distinct who, left(what, 200) as what from public.loot")).toEqual([]);
  },
);
