import { readFileSync, statSync } from "node:fs";
import { type FleetApiConfig, type ProxySettings, parseBaseUrl, proxyFlaw } from "../../fleet-api/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import { DEFAULT_STATE_ADDRESS, parseStateAddress, type StateAddress } from "../../state/index.ts";
import { CommandFailure, wrongInput } from "./failure.ts";

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Where to go and as whom. */
export interface Connection {
  readonly baseUrl: URL;
  readonly authUrl: URL;
  readonly partnerUrl: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly proxy: ProxySettings;
  /** Most requests in flight, and lists written, at once. */
  readonly concurrency?: number;
  /** Where several workers share a server's pace. */
  readonly limiter?: NonNullable<FleetApiConfig["limiter"]>;
}

type ServerWish = { readonly [Option in "baseUrl" | "authUrl" | "partnerUrl"]?: string } & Pick<
  Connection,
  "concurrency"
>;

const OTHERS_MAY_READ = 0o077;

/**
 * Reads addresses and credentials, never from a fleet file: a pull request must not be able to redirect them.
 * Throws a `CommandFailure` (3) that names every problem, and never a value of a credential.
 */
export function readConnection(options: ServerWish, env: Variables): Connection {
  const problems: string[] = [];
  const base = addressFrom("PLATECTL_BASE_URL", "--base-url", options.baseUrl, env, problems);
  const auth = addressFrom("PLATECTL_AUTH_URL", "--auth-url", options.authUrl, env, problems, base);
  const partner = addressFrom("PLATECTL_PARTNER_URL", "--partner-url", options.partnerUrl, env, problems, base);
  const clientId = credential("PLATECTL_CLIENT_ID", env, problems);
  const clientSecret = readSecret(env, problems);
  if (env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    problems.push(
      "NODE_TLS_REJECT_UNAUTHORIZED=0 would let anyone read the credentials; unset it, and trust a private authority with NODE_EXTRA_CA_CERTS",
    );
  }
  const proxy = checkedProxies(env, problems);
  if (problems.length > 0 || !base || !auth || !partner || !clientId || !clientSecret) {
    throw new CommandFailure(
      EXIT.input,
      `The environment is incomplete or invalid; nothing was contacted.\n${problems.map((one) => `  ${one}`).join("\n")}`,
    );
  }
  return {
    baseUrl: base,
    authUrl: auth,
    partnerUrl: partner,
    clientId,
    clientSecret,
    proxy,
    ...(options.concurrency !== undefined && { concurrency: options.concurrency }),
  };
}

/** Where the state is kept. Throws a `CommandFailure` (3) for an invalid address. */
export function readStateAddress(option: string | undefined, env: Variables): StateAddress {
  const text = option ?? env["PLATECTL_STATE"] ?? DEFAULT_STATE_ADDRESS;
  // What a secret of a CI system is where it is missing: another state would be taken for a first run.
  if (text === "")
    throw wrongInput(`${option === undefined ? "PLATECTL_STATE" : "--state"} is empty: name a state, or leave it out`);
  const reading = parseStateAddress(text);
  if (reading.kind === "problem") throw new CommandFailure(EXIT.input, reading.message);
  if (option === undefined || reading.kind !== "postgres" || reading.password === undefined) return reading;
  throw new CommandFailure(
    EXIT.input,
    "The state address on the command line holds a password, which every user of this machine can see there. Give the password in PGPASSWORD or a password file (PGPASSFILE), or the address in PLATECTL_STATE.",
  );
}

function addressFrom(
  variable: string,
  option: string,
  value: string | undefined,
  env: Variables,
  problems: string[],
  fallback?: URL,
): URL | undefined {
  const text = value ?? env[variable];
  if (text === undefined || text === "") {
    if (fallback) return fallback;
    if (variable === "PLATECTL_BASE_URL")
      problems.push(`${variable} is not set; give the server's address there, or with ${option}`);
    return undefined;
  }
  const reading = parseBaseUrl(text);
  if (reading.kind === "url") return reading.url;
  problems.push(`${value === undefined ? variable : option}: ${reading.message}`);
  return undefined;
}

function readSecret(env: Variables, problems: string[]): string | undefined {
  const file = env["PLATECTL_CLIENT_SECRET_FILE"];
  // A CI system sets a variable without a value to the empty text.
  if (!file) return credential("PLATECTL_CLIENT_SECRET", env, problems);
  if (env["PLATECTL_CLIENT_SECRET"]) {
    problems.push(
      "PLATECTL_CLIENT_SECRET and PLATECTL_CLIENT_SECRET_FILE are both set, and they may be different secrets; unset one of them",
    );
    return undefined;
  }
  return readSecretFile("PLATECTL_CLIENT_SECRET_FILE", file, problems);
}

/** Reads a secret from a file that only its owner may read, without its last line break; reports why it cannot. */
export function readSecretFile(variable: string, file: string, problems: string[]): string | undefined {
  try {
    if ((statSync(file).mode & OTHERS_MAY_READ) !== 0) {
      problems.push(`${variable}: other users may read ${file}; run chmod 600 on it`);
      return undefined;
    }
    return checked(variable, readFileSync(file, "utf8").replace(/\r?\n$/, ""), problems);
  } catch {
    problems.push(`${variable}: ${file} cannot be read`);
    return undefined;
  }
}

function credential(variable: string, env: Variables, problems: string[]): string | undefined {
  const value = env[variable];
  if (value === undefined || value === "") {
    const origin = "the operator of the server issues it";
    problems.push(`${variable} is ${value === undefined ? "not set" : "empty"}; ${origin}`);
    return undefined;
  }
  return checked(variable, value, problems);
}

function checked(variable: string, value: string, problems: string[]): string | undefined {
  if (value !== "" && !/[\p{Cc}\s]/u.test(value)) return value;
  problems.push(`${variable} is empty or contains spaces, line breaks or control characters`);
  return undefined;
}

function checkedProxies(env: Variables, problems: string[]): ProxySettings {
  const proxy = proxyFrom(env);
  const named = { HTTPS_PROXY: proxy.httpsProxy, HTTP_PROXY: proxy.httpProxy };
  for (const [name, text] of Object.entries(named)) {
    const flaw = text === undefined ? undefined : proxyFlaw(text);
    if (flaw !== undefined) problems.push(`${name} ${flaw}`);
  }
  return proxy;
}

/** The proxies that the usual variables name. */
export function proxyFrom(env: Variables): ProxySettings {
  const first = (...names: readonly string[]) =>
    names.map((name) => env[name]).find((value) => value !== undefined && value !== "");
  const httpsProxy = first("HTTPS_PROXY", "https_proxy");
  const httpProxy = first("HTTP_PROXY", "http_proxy");
  const noProxy = first("NO_PROXY", "no_proxy");
  return { ...(httpsProxy && { httpsProxy }), ...(httpProxy && { httpProxy }), ...(noProxy && { noProxy }) };
}
