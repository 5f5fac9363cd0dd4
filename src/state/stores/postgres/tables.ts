import { JOURNAL_VERSION } from "../../journal/journal-file.ts";
import { StateError } from "../state-error.ts";
import { type Database, isMissing, type Query } from "./database.ts";

/** The version of the tables. */
const VERSION = 4;

/** What makes the tables; docs/state.md describes them. */
const DEFINITIONS: readonly string[] = [
  `create table @journal (one boolean primary key default true check (one), version int not null, format int not null)`,
  `create table @holder (id text primary key, facts jsonb not null, is_whole boolean not null,
     lease interval not null, seen_at timestamptz not null)`,
  `create table @list_lock (target text, scope text, holder text not null references @holder on delete cascade,
     primary key (target, scope))`,
  `create index on @list_lock (holder)`,
  `create table @record (n bigint generated always as identity primary key, lock text not null, seq bigint not null,
     archive int, at timestamptz not null, target text not null, scope text, line text not null, unique (lock, seq))`,
  `create index on @record (target, scope) where scope is not null and archive is null`,
  `create index on @record (target, lock) where scope is null and archive is null`,
  `create table @plan (hash text primary key, content text not null, target text not null, header text not null,
     published_at timestamptz not null default clock_timestamp(), ended text, first_delete text)`,
  `create table @plan_list (plan text not null references @plan on delete cascade, scope text not null,
     size int not null, part text not null, moves_to text[] not null, stage int not null default 0, holder text,
     reports text[] not null default '{}', primary key (plan, scope))`,
  `create index on @plan_list (plan, size desc, scope) where stage < 2`,
  `create table @pace (target text primary key, not_before timestamptz not null, at_once int not null,
     changed_at timestamptz not null)`,
  `insert into @journal (version, format) values (${VERSION}, ${JOURNAL_VERSION})`,
];

/** The schema of the tables, and what messages call the state. */
type NamedTables = Pick<Database, "schema" | "name">;

/** The oldest version of PostgreSQL that the tests have run on. */
const OLDEST_SERVER = 14;

/**
 * The format of the lines in the tables of a schema; undefined when there are none. Throws a `StateError` when another platectl
 * made them, or when they may run code of another role.
 */
export async function readFormat(query: Query, tables: NamedTables): Promise<number | undefined> {
  await requireOwnTables(query, tables);
  let rows: Awaited<ReturnType<Query>>;
  try {
    rows = await query(`select version, format from @journal`, [], "quick");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const version = Number(rows[0]?.["version"]);
  if (version !== VERSION) {
    const other = version > VERSION ? "a newer" : "an older";
    throw new StateError(
      "not-ours",
      `The tables of ${tables.name} have version ${version}; this platectl knows version ${VERSION}. Use ${other} platectl.`,
    );
  }
  return Number(rows[0]?.["format"]);
}

const TABLES = ["journal", "holder", "list_lock", "record", "plan", "plan_list", "pace"];
/** A role that only reads runs nothing of what another has put on a plain table: triggers run when it writes. */
const FOREIGN = `
  select relname::text as name
  from pg_catalog.pg_class join pg_catalog.pg_roles on rolname = current_user
  where relnamespace = to_regnamespace($1) and relname = any($2)
    and (relkind <> 'r' or relrowsecurity or relowner <> pg_roles.oid
      and (rolsuper or not pg_catalog.pg_has_role(relowner, 'member'))
      and pg_catalog.has_table_privilege(pg_class.oid, 'insert, update, delete'))
  order by relname`;

// The one who made a view, or a table with triggers, decides what a statement on it does in the name of the role that runs it.
async function requireOwnTables(query: Query, { schema, name }: NamedTables): Promise<void> {
  const [foreign] = await query(FOREIGN, [schema, TABLES], "quick");
  if (!foreign) return;
  throw new StateError(
    "not-ours",
    `${schema}.${String(foreign["name"])} of the state ${name} is not a plain table of the role that platectl uses, so its owner could ` +
      "run code with the rights of that role. Nothing was sent. Find out who made it; `platectl state show --help` names the page with the SQL for a schema of platectl's own.",
  );
}

/**
 * Makes the tables. Of several that try at once, one does it. To be called in a transaction. Throws a `StateError` when the
 * server is too old.
 */
export async function makeTables(query: Query, tables: NamedTables): Promise<void> {
  const { schema, name } = tables;
  await query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`platectl ${schema}`]);
  // A failed statement ends a transaction, so that it is looked up first whether there are tables.
  const [found] = await query(
    `select to_regclass($1) is not null as is_there, to_regnamespace($2) is not null as has_schema,
       current_setting('server_version_num')::int / 10000 as server`,
    [`${schema}.journal`, schema],
  );
  const server = Number(found?.["server"]);
  if (server < OLDEST_SERVER) {
    throw new StateError(
      "io",
      `The server of ${name} is PostgreSQL ${server}; platectl needs ${OLDEST_SERVER} or newer. Use a newer server.`,
    );
  }
  if (!found?.["has_schema"]) await query(`create schema ${schema}`);
  if (found?.["is_there"]) await readFormat(query, tables);
  else for (const statement of DEFINITIONS) await query(statement);
}
