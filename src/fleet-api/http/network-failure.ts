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
  PROXY_TLS: "no trusted connection to the proxy came about",
};

/** Why a connection was given up that did not come about in time. */
export const CONNECT_TIMEOUT = Object.assign(new Error("no connection"), { code: "CONNECT_TIMEOUT" });

/** A proxy that cannot be trusted (`PROXY_TLS`), or that refuses its service with a status (`PROXY_407`). */
export class ProxyFailure extends Error {
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super("the proxy gave no way", { cause });
    this.code = code;
  }
}

/** Whether the failure itself proves that no byte of the request left. */
export function leftBefore(error: unknown): boolean {
  const code = codeOf(error);
  return BEFORE_SENDING.has(code) || isCertificateCode(code);
}

/** What went wrong on the way to a server, as a clause that names it, and whether trying again is pointless. */
export function networkReason(error: unknown, url: URL, sent: boolean): { reason: string; permanent: boolean } {
  const code = codeOf(error);
  const what = `${sent ? "the exchange with" : "no request reached"} ${url.origin}`;
  if (isCertificateCode(code)) {
    return { reason: `${what}: no trusted TLS connection came about (${code})`, permanent: true };
  }
  const proxyStatus = /^PROXY_(\d+)$/.exec(code)?.[1];
  if (proxyStatus !== undefined) return { reason: `${what}: the proxy answered ${proxyStatus}`, permanent: false };
  const why = SENTENCES[code] ?? messageOf(error);
  return {
    reason: `${what}${sent ? " stopped early" : ""}: ${why}${code === "" ? "" : ` (${code})`}`,
    permanent: false,
  };
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
