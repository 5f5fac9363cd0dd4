/** What is used of the package `pg`, which is installed by those who keep the state in PostgreSQL, and by no one else. */
declare module "pg" {
  import type { EventEmitter } from "node:events";
  import type { ConnectionOptions } from "node:tls";

  /** The answer to a statement. */
  interface QueryResult<Row> {
    readonly rows: Row[];
  }

  /** Where and how to connect. What is not given comes from the environment (`PGHOST`, …). */
  interface ClientConfig {
    readonly connectionString?: string;
    readonly host?: string;
    readonly port?: number;
    readonly database?: string;
    readonly user?: string;
    /** `PGPASSWORD`, or else the password file, when absent. */
    readonly password?: string;
    readonly ssl?: boolean | ConnectionOptions;
    readonly application_name?: string;
    /** Longest time for an answer and for a new connection, in milliseconds. */
    readonly query_timeout?: number;
    readonly connectionTimeoutMillis?: number;
    readonly keepAlive?: boolean;
  }

  interface PoolConfig extends ClientConfig {
    /** Most connections at once. */
    readonly max?: number;
    /** Whether the process may end while connections wait to be used. */
    readonly allowExitOnIdle?: boolean;
  }

  /** The messages of the extended query protocol. */
  interface Connection {
    /** What is written while it is corked goes in one piece. */
    readonly stream: { cork(): void; uncork(): void };
    parse(statement: { readonly text: string }): void;
    bind(values: { readonly values: unknown[] }): void;
    execute(portal: Readonly<Record<string, never>>): void;
  }

  /** A statement with its values, ready to be sent. */
  class Query {
    constructor(statement: { readonly text: string; readonly values: unknown[]; readonly queryMode: "extended" });
    values: unknown[];
    /** Gets the answer, or those to all statements that were sent together. */
    callback: (
      error: Error | null,
      answers: QueryResult<Record<string, unknown>> | readonly QueryResult<Record<string, unknown>>[],
    ) => void;
    /** Its own longest time for an answer, in milliseconds. */
    query_timeout?: number;
    submit(connection: Connection): Error | null;
  }

  class Client extends EventEmitter {
    constructor(config?: ClientConfig);
    connect(): Promise<void>;
    end(): Promise<void>;
    query<Row>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
    query(statement: Query): Query;
  }

  class PoolClient extends Client {
    /** Gives the connection back; true closes it. */
    release(isBroken?: boolean): void;
  }

  class Pool extends EventEmitter {
    constructor(config?: PoolConfig);
    connect(): Promise<PoolClient>;
    on(event: "error", listener: (error: Error) => void): this;
    on(event: "connect", listener: (client: PoolClient) => void): this;
  }
}
