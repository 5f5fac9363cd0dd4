import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import { type AddressProblem, addressProblem } from "../journal-store.ts";
import { StateError } from "../state-error.ts";

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
/** Parameters of an address that decide about TLS, by the names that PostgreSQL's own programs use. */
const TLS_PARAMETERS = ["sslmode", "sslrootcert", "sslcert", "sslkey"] as const;
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

type TlsParameter = (typeof TLS_PARAMETERS)[number];

/** What an address says about TLS; what it does not say comes from `PGSSLMODE`, `PGSSLROOTCERT`, `PGSSLCERT` and `PGSSLKEY`. */
interface TlsChoice extends Readonly<Partial<Record<TlsParameter, string>>> {
  /** The server is on this machine. */
  readonly isLoopback: boolean;
}

const MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|::1|\/.*)$/;
/** Says that the system's authorities are trusted, which is the default here. */
const SYSTEM = "system";

/** Reads what an address says about TLS. */
function readTls(parameters: URLSearchParams, host: string): TlsChoice | AddressProblem {
  const named = TLS_PARAMETERS.flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const choice: TlsChoice = { isLoopback: LOOPBACK.test(host), ...Object.fromEntries(named) };
  const { sslmode } = choice;
  const why = sslmode === undefined ? undefined : modeProblem(sslmode, choice);
  return why === undefined ? choice : addressProblem(`The state address has ${why}`);
}

function modeProblem(mode: string, { isLoopback }: TlsChoice): string | undefined {
  if (!MODES.includes(mode)) return `an unknown sslmode; known are: ${MODES.join(", ")}.`;
  if (isLoopback || mode.startsWith("verify-")) return undefined;
  return `sslmode=${mode}, with which anyone on the way could read and change the state. Use verify-full, and name a private authority with sslrootcert.`;
}

/**
 * TLS as the driver takes it; false for none, which is possible on this machine alone. Elsewhere the certificate is checked,
 * and by default the host's name with it.
 * @throws StateError for a mode that is not safe, and for a certificate that cannot be read.
 */
export function tlsOptions(
  choice: TlsChoice,
  env: Readonly<Record<string, string | undefined>>,
): false | ConnectionOptions {
  const of = (name: TlsParameter): string | undefined => choice[name] ?? (env[`PG${name.toUpperCase()}`] || undefined);
  const mode = of("sslmode") ?? (choice.isLoopback ? "disable" : "verify-full");
  const why = modeProblem(mode, choice);
  if (why !== undefined) throw new StateError("io", `PGSSLMODE has ${why}`);
  if (["disable", "allow", "prefer"].includes(mode)) return false;
  const authority = of("sslrootcert");
  if (mode === "verify-ca" && (authority === undefined || authority === SYSTEM))
    throw new StateError(
      "io",
      "sslmode=verify-ca takes any server that a trusted authority vouches for: name your own authority with sslrootcert, or use verify-full.",
    );
  const [certificate, key] = [of("sslcert"), of("sslkey")];
  return {
    rejectUnauthorized: mode !== "require",
    ...(authority !== undefined && authority !== SYSTEM && { ca: textOf("sslrootcert", authority) }),
    ...(certificate !== undefined && { cert: textOf("sslcert", certificate) }),
    ...(key !== undefined && { key: textOf("sslkey", key) }),
    ...(mode === "verify-ca" && { checkServerIdentity: () => undefined }),
  };
}

function textOf(parameter: TlsParameter, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new StateError(
      "io",
      `The file that ${parameter} names cannot be read: ${JSON.stringify(path.slice(0, 200))}.`,
    );
  }
}
