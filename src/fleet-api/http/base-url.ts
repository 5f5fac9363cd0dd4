import { BlockList } from "node:net";

/** An address that may be given credentials, or why not. */
export type BaseUrlReading =
  | { readonly kind: "url"; readonly url: URL }
  | { readonly kind: "problem"; readonly message: string };

/**
 * Reads the address of a server: https, or http on this machine; a host, perhaps a port and a base path, and nothing
 * else. The path of the URL carries no trailing slash, so that two spellings of one address are equal.
 */
export function parseBaseUrl(text: string): BaseUrlReading {
  if (/[\s\p{Cc}\\]/u.test(text)) return problem("it holds a blank, a control character or a backslash");
  if (!/^[a-z]+:\/\//i.test(text) || !URL.canParse(text)) {
    return problem("it is not an address such as https://fleet.example.com");
  }
  const url = new URL(text);
  const flaw = flawOf(url, text);
  if (flaw !== undefined) return problem(flaw);
  url.pathname = url.pathname.replace(/\/{2,}/g, "/").replace(/\/$/, "");
  return { kind: "url", url };
}

/** Whether the host is this machine: the only place that plain http, and no proxy, is right for. */
export function isLoopback(url: URL): boolean {
  return url.hostname === "localhost" || url.hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(url.hostname);
}

/** Whether a text is the address of a proxy that can be used: over http or https, and so not SOCKS. */
export function isProxyAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function flawOf(url: URL, text: string): string | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "it must begin with https://";
  if (url.protocol === "http:" && !isLoopback(url)) {
    return "plain http would show the credentials to the network; write https:// (http:// is for loopback only)";
  }
  if (url.username !== "" || url.password !== "" || text.includes("@")) {
    return "it must hold no user name or password; credentials have variables of their own";
  }
  if (/[?#]/.test(text)) return "it must hold no query and no fragment";
  if (url.port === "0") return "port 0 is not a port";
  if (isLinkLocal(url.hostname)) return "link-local addresses belong to machine metadata, not to a fleet server";
  return undefined;
}

const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet("169.254.0.0", 16, "ipv4");
LINK_LOCAL.addSubnet("fe80::", 10, "ipv6");

// Machines in a cloud ask such an address for their own credentials. Names are not looked up: one that leads there fails by its certificate.
function isLinkLocal(hostname: string): boolean {
  const ipv6 = /^\[(.*)\]$/.exec(hostname)?.[1];
  return ipv6 === undefined ? LINK_LOCAL.check(hostname, "ipv4") : LINK_LOCAL.check(ipv6, "ipv6");
}

function problem(message: string): BaseUrlReading {
  return { kind: "problem", message };
}
