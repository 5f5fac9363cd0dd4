import { once } from "node:events";
import http from "node:http";
import { BlockList, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls, type SecureContextOptions } from "node:tls";
import { CONNECT_TIMEOUT, CONNECT_TIMEOUT_MS, ProxyFailure } from "./network-failure.ts";

/** Addresses of proxies, as the usual variables give them; loopback is never reached through one. */
export interface ProxySettings {
  readonly httpsProxy?: string;
  /** Used when `httpsProxy` says nothing. */
  readonly httpProxy?: string;
  /** Hosts to reach directly, separated by commas; `*` for all. */
  readonly noProxy?: string;
}

/** A proxy, and which addresses it carries. */
export interface ForwardProxy {
  readonly url: URL;
  /** The variable that usually names it. */
  readonly variable: "HTTPS_PROXY" | "HTTP_PROXY";
  carries(target: URL): boolean;
}

/** The proxy of some settings; undefined without one. Throws a RangeError when its address is none. */
export function proxyOf({ httpsProxy, httpProxy, noProxy = "" }: ProxySettings = {}): ForwardProxy | undefined {
  const [url] = [httpsProxy, httpProxy].flatMap((text) => (text ? [checked(text)] : []));
  if (httpProxy) checked(httpProxy);
  if (!url) return undefined;
  const direct = noProxy.split(/[,\s]+/).flatMap((text) => (text === "" ? [] : [directHost(text)]));
  const isNone = noProxy.trim() === "*";
  return {
    url,
    variable: httpsProxy ? "HTTPS_PROXY" : "HTTP_PROXY",
    carries: ({ hostname, port }) => {
      const isDirect = direct.some(
        (one) => (one.port === "" || one.port === (port || "443")) && `.${hostname}`.endsWith(`.${one.host}`),
      );
      return !isNone && !isDirect;
    },
  };
}

// `example.com`, `.example.com` and `*.example.com` mean the host and all below it; a port narrows it.
function directHost(text: string): { readonly host: string; readonly port: string } {
  const [, host = text, port = ""] = /^(.+):(\d+)$/.exec(text) ?? [];
  return { host: host.replace(/^\*?\./, "").toLowerCase(), port: port && String(Number(port)) };
}

function checked(text: string): URL {
  const flaw = proxyFlaw(text);
  if (flaw === undefined) return new URL(text);
  throw new RangeError(`The proxy's address ${flaw}.`);
}

/** Begins to connect to a proxy. */
export function dialProxy({ url }: ForwardProxy, tls: SecureContextOptions): Socket {
  const { protocol, hostname, port } = url;
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (protocol === "http:") return connect({ host, port: Number(port || 80), noDelay: true });
  return connectTls({ ...tls, host, port: Number(port || 443), servername: /[a-z]/.test(host) ? host : "" });
}

/** What a connection to the proxy emits once it is open. */
export function proxyEvent({ url }: ForwardProxy): "connect" | "secureConnect" {
  return url.protocol === "https:" ? "secureConnect" : "connect";
}

/** Asks a proxy for a way to `host:port`, once the connection to it is open. */
export async function openTunnel(socket: Socket, proxy: ForwardProxy, target: string): Promise<Duplex> {
  const { url } = proxy;
  await once(socket, proxyEvent(proxy)).catch((error: unknown) => Promise.reject(new ProxyFailure(proxy, error)));
  // Until the request below listens, and after it.
  socket.on("error", () => undefined);
  const login = credentialsOf(url).join(":");
  const authorization = { "proxy-authorization": `Basic ${Buffer.from(login).toString("base64")}` };
  const headers = { host: target, ...(url.username !== "" && authorization) };
  return new Promise((resolve, reject) => {
    const request = http.request({ method: "CONNECT", path: target, headers, createConnection: () => socket });
    const timer = setTimeout(() => request.destroy(CONNECT_TIMEOUT), CONNECT_TIMEOUT_MS);
    const failed = (cause: Error | number = 0) => {
      clearTimeout(timer);
      request.destroy();
      reject(new ProxyFailure(proxy, cause));
    };
    request
      .once("error", failed)
      .once("connect", ({ statusCode }, tunnel) => {
        clearTimeout(timer);
        if (statusCode === 200) resolve(tunnel);
        else failed(statusCode);
      })
      .end();
  });
}

function credentialsOf({ username, password }: URL): readonly string[] {
  return [username, password].map(decodeURIComponent);
}

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

/** Why a text is not the address of a proxy that can be used, in words that follow its name; it may hold a password, and is not repeated. */
export function proxyFlaw(text: string): string | undefined {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    return "is not an http or https address such as http://proxy.example.com:3128; other proxies are not supported";
  }
  try {
    credentialsOf(new URL(text));
    return undefined;
  } catch {
    return "has a user name or password with a % that begins no character; write a % of its own as %25";
  }
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
