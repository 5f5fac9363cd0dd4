import { type AddressProblem, addressProblem } from "../journal-store.ts";
import { readTls, TLS_PARAMETERS, type TlsChoice } from "./tls.ts";

/** A state in a schema of a PostgreSQL database. */
export interface PostgresAddress {
  readonly kind: "postgres";
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** The schema that holds the tables. */
  readonly schema: string;
  /** `PGUSER`, or else the name of the system's user, when absent. */
  readonly user?: string;
  /** `PGPASSWORD`, or else the password file, when absent. */
  readonly password?: string;
  readonly tls: TlsChoice;
}

const DEFAULT_PORT = 5432;
const DEFAULT_SCHEMA = "platectl";
// What needs no quotes in SQL. Names that begin with `pg_` belong to the server.
const SCHEMA = /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/;
// A name or an address of a machine, or the folder of a socket.
const HOST = /^(?:[A-Za-z0-9._:-]{1,253}|\/[^\p{Cc}]*)$/u;
const NAME = /^[^\p{Cc}]{1,63}$/u;
const PARAMETERS = new Set<string>(["host", "schema", ...TLS_PARAMETERS]);
const EXAMPLE = "postgres://platectl@db.example.com/fleet";

/** Reads what follows `postgres:`. No problem repeats it: it may hold a password. */
export function parsePostgresAddress(rest: string): PostgresAddress | AddressProblem {
  const url = URL.canParse(`postgres:${rest}`) ? new URL(`postgres:${rest}`) : undefined;
  if (!rest.startsWith("//") || !url)
    return addressProblem(`The state address is not one of PostgreSQL. Write for example ${EXAMPLE}.`);
  const parameters = url.searchParams;
  const unknown = [...parameters.keys()].find((key) => !PARAMETERS.has(key));
  if (unknown !== undefined) {
    const known = [...PARAMETERS].join(", ");
    return addressProblem(
      `The state address has the parameter ${JSON.stringify(unknown.slice(0, 40))}; known are: ${known}.`,
    );
  }
  const names = namesIn(url);
  if (!names) {
    return addressProblem(
      `The state address needs one host and a database, as in ${EXAMPLE}, each name at most 63 characters long.`,
    );
  }
  const schema = parameters.get("schema") ?? DEFAULT_SCHEMA;
  if (!SCHEMA.test(schema))
    return addressProblem(
      "The schema of the state address must be of the letters a-z, digits and _, and no number first.",
    );
  const tls = readTls(parameters, names.host);
  if ("kind" in tls) return tls;
  return { kind: "postgres", ...names, schema, tls };
}

type Names = Pick<PostgresAddress, "host" | "port" | "database" | "user" | "password">;

function namesIn({ username, password: secret, hostname, port, pathname, searchParams }: URL): Names | undefined {
  const [user, password, database] = [username, secret, pathname.slice(1)].map(decode);
  const host = searchParams.get("host") ?? hostname.replace(/^\[(.*)\]$/, "$1");
  if (user === undefined || password === undefined || database === undefined || !HOST.test(host)) return undefined;
  if (!NAME.test(database) || (user !== "" && !NAME.test(user))) return undefined;
  const credentials = { ...(user !== "" && { user }), ...(password !== "" && { password }) };
  return { host, port: port === "" ? DEFAULT_PORT : Number(port), database, ...credentials };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** As messages, documents and locks name it: without user, password and certificates. */
export function namePostgresAddress({ host, port, database, schema }: PostgresAddress): string {
  const isSocket = host.startsWith("/");
  const where = isSocket ? "" : `${host.includes(":") ? `[${host}]` : host}${port === DEFAULT_PORT ? "" : `:${port}`}`;
  const more = { ...(isSocket && { host }), ...(schema !== DEFAULT_SCHEMA && { schema }) };
  const query = new URLSearchParams(more).toString();
  return `postgres://${where}/${encodeURIComponent(database)}${query && `?${query}`}`;
}
