/** Codes of failures that precede the first byte of a request, for when our own connections did not see it. */
const BEFORE_SENDING = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
]);

const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name is unknown to DNS",
  EAI_AGAIN: "DNS gave no answer for its name",
  ECONNREFUSED: "it refused the connection",
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "the network is not reachable",
  ECONNRESET: "the connection was closed before the whole answer came",
  EPIPE: "the connection was closed before the whole answer came",
  CONNECT_TIMEOUT: "no connection came about in time",
};

/** Why a connection was given up that did not come about in time. */
export const CONNECT_TIMEOUT = Object.assign(new Error("no connection"), { code: "CONNECT_TIMEOUT" });

/** How long one may take: shorter than the deadline of a request, so that "never connected" stays provable. */
export const CONNECT_TIMEOUT_MS = 15_000;

/** A proxy that cannot be reached or trusted, or that refuses its service with a status. */
export class ProxyFailure extends Error {
  /** Its address, and the variable that usually names it. */
  readonly proxy: { readonly url: URL; readonly variable: string };

  constructor(proxy: ProxyFailure["proxy"], cause: unknown) {
    super("the proxy gave no way", { cause });
    this.proxy = proxy;
  }
}

/** Whether the failure itself proves that no byte of the request left. */
export function leftBefore(error: unknown): boolean {
  const code = codeOf(error);
  return BEFORE_SENDING.has(code) || isCertificateCode(code);
}

/** What went wrong on the way to a server, as a clause that names it, whether trying again is pointless, and what to do. */
export interface NetworkFailure {
  readonly reason: string;
  readonly permanent: boolean;
  readonly advice?: string;
}

/** Explains what a connection failed with, before or after a request was sent. */
export function networkFailure(error: unknown, url: URL, sent: boolean): NetworkFailure {
  const what = `${sent ? "the exchange with" : "no request reached"} ${url.origin}`;
  if (error instanceof ProxyFailure) return proxyFailure(error, what);
  const code = codeOf(error);
  if (isCertificateCode(code)) {
    return { reason: `${what}: no trusted TLS connection came about (${code})`, permanent: true };
  }
  return { reason: `${what}${sent ? " stopped early" : ""}: ${whyOf(error)}`, permanent: false };
}

function proxyFailure({ proxy: { url, variable }, cause }: ProxyFailure, what: string): NetworkFailure {
  const proxy = `${what}: the proxy ${url.origin} (${variable})`;
  const advice = `Check the address in ${variable}, and whether the proxy runs.`;
  if (cause === 407) {
    const flaw = url.username === "" ? "asks for a user name and a password" : "refused the user name or the password";
    const remedy = `Give the right ones in ${variable}: http://USER:PASSWORD@HOST:PORT, special characters as %XX.`;
    return { reason: `${proxy} ${flaw} (407)`, permanent: true, advice: remedy };
  }
  if (typeof cause === "number") return { reason: `${proxy} answered ${cause}`, permanent: false, advice };
  const code = codeOf(cause);
  const why = isCertificateCode(code) ? `no trusted TLS connection came about (${code})` : whyOf(cause);
  return { reason: `${proxy} cannot be used: ${why}`, permanent: false, advice };
}

function whyOf(error: unknown): string {
  const code = codeOf(error);
  return `${SENTENCES[code] ?? messageOf(error)}${code === "" ? "" : ` (${code})`}`;
}

function isCertificateCode(code: string): boolean {
  return /CERT|^SELF_SIGNED|^UNABLE_TO_(?:GET|VERIFY)|^ERR_TLS|^ERR_SSL/.test(code);
}

/** The first code: several addresses of one name that all fail make an AggregateError. */
function codeOf(error: unknown): string {
  for (let at: unknown = error, depth = 0; depth < 5; depth += 1) {
    if (!(at instanceof Error)) return "";
    if ("code" in at && typeof at.code === "string") return at.code;
    at = at instanceof AggregateError && at.errors.length > 0 ? at.errors[0] : at.cause;
  }
  return "";
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return "it failed";
  return error.cause instanceof Error ? error.cause.message : error.message;
}
