import { once } from "node:events";
import http from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls, type SecureContextOptions } from "node:tls";
import { isProxyAddress } from "./base-url.ts";
import { ProxyFailure } from "./network-failure.ts";

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
  if (isProxyAddress(text)) return new URL(text);
  // The address may hold a password: it is not repeated.
  throw new RangeError("The proxy's address is not an http or https address such as http://proxy.example.com:3128.");
}

/** Begins to connect to a proxy. */
export function dialProxy({ url }: ForwardProxy, tls: SecureContextOptions): Socket {
  const { protocol, hostname, port } = url;
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (protocol === "http:") return connect({ host, port: Number(port || 80), noDelay: true });
  return connectTls({ ...tls, host, port: Number(port || 443), servername: /[a-z]/.test(host) ? host : "" });
}

/** What a connection to the proxy emits once it stands. */
export function proxyEvent({ url }: ForwardProxy): "connect" | "secureConnect" {
  return url.protocol === "https:" ? "secureConnect" : "connect";
}

/** Asks a proxy for a way to `host:port`, once the connection to it stands. */
export async function openTunnel(socket: Socket, proxy: ForwardProxy, target: string): Promise<Duplex> {
  const { url } = proxy;
  await once(socket, proxyEvent(proxy)).catch((error: unknown) => {
    throw url.protocol === "https:" ? new ProxyFailure("PROXY_TLS", error) : error;
  });
  // Until the request below listens, and after it.
  socket.on("error", () => undefined);
  const login = [url.username, url.password].map(decodeURIComponent).join(":");
  const authorization = { "proxy-authorization": `Basic ${Buffer.from(login).toString("base64")}` };
  const headers = { host: target, ...(url.username !== "" && authorization) };
  return new Promise((resolve, reject) => {
    http
      .request({ method: "CONNECT", path: target, headers, createConnection: () => socket })
      .once("error", reject)
      .once("connect", ({ statusCode }, tunnel) => {
        if (statusCode === 200) resolve(tunnel);
        else reject(new ProxyFailure(`PROXY_${statusCode}`));
      })
      .end();
  });
}
