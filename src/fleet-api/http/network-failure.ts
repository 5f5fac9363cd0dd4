/** Codes of failures that precede the first byte of a request, for when our own connections did not see it. */
const BEFORE_SENDING = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_PRX_TLS",
]);

const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name is unknown to DNS",
  EAI_AGAIN: "DNS gave no answer for its name",
  ECONNREFUSED: "it refused the connection",
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "the network is not reachable",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was reset",
  UND_ERR_SOCKET: "the connection was closed before the whole answer came",
  UND_ERR_CONNECT_TIMEOUT: "no connection came about in time",
  UND_ERR_PRX_TLS: "the proxy's certificate was not accepted",
};

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
  const proxyStatus = /^Proxy response \((\d+)\)/.exec(messageOf(error))?.[1];
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

/** The innermost code: `fetch` wraps what happened in a TypeError, and a failed name in an AggregateError. */
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
