import type { Pool, PoolClient, PoolConfig } from "pg";
import type { StoreWorld } from "../journal-store.ts";
import { errorCode, StateError } from "../state-error.ts";
import { databaseError, isPassing } from "./database-errors.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import { tlsOptions } from "./tls.ts";

/**
 * Runs one statement; resolves to its rows. One that is "quick" on every server is given up early, so that a connection
 * which was cut without a sign is replaced while there is time for it.
 */
export type Query = (
  text: string,
  values?: readonly unknown[],
  speed?: "quick",
) => Promise<readonly Record<string, unknown>[]>;

/** A database, connected to when it is first used. */
export interface Database {
  /**
   * Does work that may be done twice: when the connection is lost, nobody knows what became of it, and it is done again for
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
  let pool: Promise<Pool> | undefined;
  let wasReached = false;
  const once = async <Result>(work: (query: Query) => Promise<Result>): Promise<Result> => {
    pool ??= openPool(address, name, world.env);
    const client = await (await pool).connect();
    wasReached = true;
    try {
      const result = await work(queriesOf(client));
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  const run = async <Result>(doing: string, work: (query: Query) => Promise<Result>): Promise<Result> => {
    const { clock, random } = world;
    const start = clock.monotonic();
    for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        return await once(work);
      } catch (error) {
        const isOver = clock.monotonic() - start > (wasReached ? PATIENCE : FIRST_PATIENCE);
        if (isOver || !isPassing(error)) throw databaseError(doing, name, error);
        await clock.sleep(pause * (0.5 + random()));
      }
    }
  };
  return { run, transact: (doing, work) => run(doing, (query) => inTransaction(query, work)) };
}

function queriesOf(client: PoolClient): Query {
  return async (text, values = [], speed) => {
    const limit = speed === "quick" ? { query_timeout: QUICK_TIMEOUT } : {};
    return (await client.query<Record<string, unknown>>({ text, values: [...values], ...limit })).rows;
  };
}

async function inTransaction<Result>(query: Query, work: (query: Query) => Promise<Result>): Promise<Result> {
  await query("begin", [], "quick");
  // After an error the connection is closed, which undoes the transaction.
  const result = await work(query);
  await query("commit");
  return result;
}

async function openPool(address: PostgresAddress, name: string, env: StoreWorld["env"]): Promise<Pool> {
  const { host, port, database, user = env["PGUSER"], password = env["PGPASSWORD"], tls } = address;
  const options: PoolConfig = {
    host,
    port,
    database,
    ...(user && { user }),
    ...(password && { password }),
    ssl: tlsOptions(tls, env),
    // Nothing else is set for a connection, and no statement has a name: PgBouncer may give each transaction another one.
    application_name: "platectl",
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: STATEMENT_TIMEOUT,
    keepAlive: true,
    allowExitOnIdle: true,
  };
  const pool = new (await loadDriver(name)).Pool(options);
  // A connection that is lost between two statements is noticed by the next one, and replaced.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

async function loadDriver(name: string): Promise<typeof import("pg")> {
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
