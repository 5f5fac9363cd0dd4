import type { PoolClient, PoolConfig, Query as Statement } from "pg";
import type { StoreWorld } from "../journal-store.ts";
import { errorCode, StateError } from "../state-error.ts";
import { type PostgresAddress, tlsOptions } from "./postgres-address.ts";

/**
 * Runs one statement, in which `@name` is a table of the state; resolves to its rows. One that is "quick" on every server is given
 * up early, so that a connection which was cut without a sign is replaced while there is time for it. `before`: a statement
 * without values that goes first, in the same write.
 */
export type Query = (
  text: string,
  values?: readonly unknown[],
  speed?: "quick",
  before?: string,
) => Promise<readonly Record<string, unknown>[]>;

/** The database of a state, connected to when it is first used. */
export interface Database {
  /** What messages call the state. */
  readonly name: string;
  /** The schema that holds its tables. */
  readonly schema: string;
  /**
   * Does work that may be done twice: when the connection is lost, no one knows what became of it, and it is done again for
   * a while. Rejects with a `StateError`.
   */
  run<Result>(doing: string, work: (query: Query) => Promise<Result>): Promise<Result>;
  /** The same in one transaction; what `work` rejects with undoes it. */
  transact<Result>(doing: string, work: (query: Query) => Promise<Result>): Promise<Result>;
}

/** How long a database that was reached may be away, in milliseconds: as a failover takes. Shorter than a lease. */
const PATIENCE = 30_000;
/** The same for one that was never reached: its address may be wrong. */
const FIRST_PATIENCE = 3_000;
const SHORTEST_PAUSE = 100;
const LONGEST_PAUSE = 2_000;
/** Longest time for one statement and for a new connection, in milliseconds: a connection may be cut without a sign. */
const STATEMENT_TIMEOUT = 120_000;
/** The same for quick statements: twice as long is within the patience, and within a lease. */
const QUICK_TIMEOUT = 15_000;
const CONNECT_TIMEOUT = 10_000;
/** An append, and a sign of life beside it. */
const MOST_CONNECTIONS = 2;

/** Opens a database. Connects when it is used. */
export function openDatabase(address: PostgresAddress, name: string, world: StoreWorld): Database {
  const { schema } = address;
  let opening: ReturnType<typeof openPool> | undefined;
  let wasReached = false;
  const once = async <Result>(work: (query: Query) => Promise<Result>, first: string[]): Promise<Result> => {
    opening ??= openPool(address, name, world.env);
    const { pool, driver } = await opening;
    const client = await pool.connect();
    wasReached = true;
    try {
      const result = await work(queriesOf(client, driver, schema, first));
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  const repeated = async <Result>(doing: string, work: () => Promise<Result>): Promise<Result> => {
    const { clock, random } = world;
    const start = clock.monotonic();
    for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        return await work();
      } catch (error) {
        const isOver = clock.monotonic() - start > (wasReached ? PATIENCE : FIRST_PATIENCE);
        if (isOver || !isPassing(error)) throw databaseError(doing, name, error);
        await clock.sleep(pause * (0.5 + random()));
      }
    }
  };
  return {
    name,
    schema,
    run: (doing, work) => repeated(doing, () => once(work, [])),
    transact: (doing, work) => repeated(doing, () => once((query) => committed(query, work), ["begin"])),
  };
}

async function committed<Result>(query: Query, work: (query: Query) => Promise<Result>): Promise<Result> {
  // After an error the connection is closed, which undoes the transaction.
  const result = await work(query);
  await query("commit");
  return result;
}

type Driver = typeof import("pg");

// Another role may make functions and operators that fit a call better than the built-in ones, which then run with the rights
// of this one. A pool may give the next transaction another connection, so that each statement brings its path along.
const OWN_NAMES = "select where pg_catalog.set_config('search_path', 'pg_catalog', true) is null";

/** Every statement passes here. What sets the path goes before it, and what `first` has before the first one. */
function queriesOf(client: PoolClient, { Query }: Driver, schema: string, first: string[]): Query {
  const named = (one: string) => one.replace(/@(?=[a-z])/g, `${schema}.`);
  return (text, values = [], speed, before) => {
    const ahead = [...first.splice(0), OWN_NAMES, ...(before === undefined ? [] : [before])].map(named);
    const statement = new Query({ text: named(text), values: [...values], queryMode: "extended" });
    if (speed === "quick") statement.query_timeout = QUICK_TIMEOUT;
    return answerTo(statement, ahead, client);
  };
}

/** Sends a statement together with those that go before it, as one transaction or as a part of the one under way; gives its rows. */
function answerTo(statement: Statement, ahead: readonly string[], client: PoolClient): ReturnType<Query> {
  const submit = statement.submit.bind(statement);
  statement.submit = (connection) => {
    // One write for all of it: a write for each message is a good part of a worker's time.
    connection.stream.cork();
    for (const text of ahead) {
      connection.parse({ text });
      connection.bind({ values: [] });
      connection.execute({});
    }
    const failure = submit(connection);
    connection.stream.uncork();
    return failure;
  };
  return new Promise((resolve, reject) => {
    statement.callback = (error, answers) => {
      // Old statements hold each other until all of the memory is looked through, and those of a plan have large values.
      statement.values = [];
      if (error) reject(error);
      else resolve([answers].flat().at(-1)?.rows ?? []);
    };
    client.query(statement);
  });
}

async function openPool(address: PostgresAddress, name: string, env: StoreWorld["env"]) {
  const { host, port, database, user = env["PGUSER"], password = env["PGPASSWORD"], tls } = address;
  const options: PoolConfig = {
    host,
    port,
    database,
    ...(user && { user }),
    ...(password && { password }),
    ssl: tlsOptions(tls, env),
    // Nothing is set for a connection, and no statement has a name: PgBouncer may give each transaction another one.
    application_name: "platectl",
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: STATEMENT_TIMEOUT,
    keepAlive: true,
    allowExitOnIdle: true,
  };
  const driver = await loadDriver(name);
  const pool = new driver.Pool(options);
  // A connection that is lost between two statements is noticed by the next one, and replaced.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return { pool, driver };
}

async function loadDriver(name: string): Promise<Driver> {
  try {
    return await import("pg");
  } catch (error) {
    if (errorCode(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new StateError(
      "io",
      `The state ${name} needs the package pg, which is not installed beside platectl. Install it where platectl is: npm install pg (npm install --global pg for a global platectl).`,
    );
  }
}

// Only codes are put into words: the server's own text is not needed, and may repeat what was sent.
const IN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^28/, "the server refused the user or the password; set PGPASSWORD, or name a password file with PGPASSFILE"],
  [/^3D000$/, "there is no such database"],
  [
    /^42501$/,
    "the user may not do that; `platectl state show --help` names the page with the SQL for a role with rights on one schema",
  ],
  [/^25006$/, "the database is read-only, as a standby is"],
  [/^53100$/, "the server's disk is full"],
  [/^53300$/, "the server has too many connections"],
  [/^53/, "the server lacks resources"],
  [/^57P0[0-9]$/, "the server is stopping or starting"],
  [/^08|^ECONNRESET$|^EPIPE$/, "the connection was lost"],
  [/^(?:57014|55P03)$/, "the server gave up waiting"],
  [/^40/, "other runs kept changing it"],
  [/^ECONNREFUSED$/, "nothing listens there"],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, "the name of the host is not known"],
  [/^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, "the server does not answer"],
  [/^ENOENT$/, "there is no such socket"],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME|^ERR_TLS|^ERR_SSL|^EPROTO$/,
    "the server's certificate or TLS is not accepted; name a private authority with sslrootcert",
  ],
];
const PASSES =
  /^(?:08...|40...|53300|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;
const MISSING = /^(?:42P01|3F000)$/;
const NO_TLS = "The server does not support SSL connections";

/** Whether an error may pass by itself: a lost connection, a restart, two transactions in each other's way. The driver's own errors have no code. */
function isPassing(error: unknown): boolean {
  if (error instanceof StateError || isWithoutTls(error)) return false;
  const code = errorCode(error);
  return code === undefined ? isOfDriver(error) : PASSES.test(code);
}

/** Whether a table or its schema does not exist. */
export function isMissing(error: unknown): boolean {
  return MISSING.test(errorCode(error) ?? "");
}

/** Puts a failure of the database into words; errors that are already in words pass unchanged. */
function databaseError(doing: string, name: string, error: unknown): StateError {
  if (error instanceof StateError) return error;
  const code = errorCode(error);
  const known = IN_WORDS.find(([pattern]) => pattern.test(code ?? ""))?.[1];
  const why = isWithoutTls(error)
    ? "the server offers no TLS"
    : (known ?? (code ? "it failed" : "the connection was lost"));
  return new StateError("io", `Cannot ${doing} ${name}: ${why}${code ? ` (${code})` : ""}.`);
}

function isOfDriver(error: unknown): boolean {
  return error instanceof Error && /connection|connect|timeout|queryable/i.test(error.message);
}

function isWithoutTls(error: unknown): boolean {
  return error instanceof Error && error.message === NO_TLS;
}
