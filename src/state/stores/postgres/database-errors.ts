import { errorCode, StateError } from "../state-error.ts";

// Only codes are put into words: the server's own text is not needed, and may repeat what was sent.
const IN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^28/, "the server refused the user or the password; set PGPASSWORD, or name a password file with PGPASSFILE"],
  [/^3D000$/, "there is no such database"],
  [/^42501$/, "the user may not do that; docs/state.md has the SQL for a role with rights on one schema"],
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
export function isPassing(error: unknown): boolean {
  if (error instanceof StateError || isWithoutTls(error)) return false;
  const code = errorCode(error);
  return code === undefined ? isOfDriver(error) : PASSES.test(code);
}

/** Whether a table or its schema does not exist. */
export function isMissing(error: unknown): boolean {
  return MISSING.test(errorCode(error) ?? "");
}

/** Puts a failure of the database into words; errors that are already in words pass unchanged. */
export function databaseError(doing: string, name: string, error: unknown): StateError {
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
