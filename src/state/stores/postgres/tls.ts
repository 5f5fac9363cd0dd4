import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import { type AddressProblem, addressProblem } from "../journal-store.ts";
import { StateError } from "../state-error.ts";

/** Parameters of an address that decide about TLS, by the names that PostgreSQL's own programs use. */
export const TLS_PARAMETERS = ["sslmode", "sslrootcert", "sslcert", "sslkey"] as const;

type TlsParameter = (typeof TLS_PARAMETERS)[number];

/** What an address says about TLS; what it does not say comes from `PGSSLMODE`, `PGSSLROOTCERT`, `PGSSLCERT` and `PGSSLKEY`. */
export interface TlsChoice extends Readonly<Partial<Record<TlsParameter, string>>> {
  /** The server is on this machine. */
  readonly isLoopback: boolean;
}

const MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|::1|\/.*)$/;
/** Says that the system's authorities are trusted, which is the default here. */
const SYSTEM = "system";

/** Reads what an address says about TLS. */
export function readTls(parameters: URLSearchParams, host: string): TlsChoice | AddressProblem {
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
