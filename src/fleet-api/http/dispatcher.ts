import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { MOST_AT_ONCE } from "../../runtime/map-concurrent.ts";
import { isLoopback, isProxyAddress } from "../base-url.ts";
import type { ProxySettings } from "../config.ts";

/** Shorter than the deadline of a request, so that "never connected" stays provable. */
const CONNECT_TIMEOUT_MS = 15_000;

/** Explicit, so that neither NODE_TLS_REJECT_UNAUTHORIZED nor --tls-min-v1.0 can loosen it. */
const TLS = { rejectUnauthorized: true, minVersion: "TLSv1.2", timeout: CONNECT_TIMEOUT_MS } as const;

/** The connections of one client: pooled, without idle timeouts (the deadline of a request bounds it whole). */
export interface Connections {
  /** What carries requests to that address: a proxy when one is configured, but never to loopback. */
  dispatcherFor(url: URL): Dispatcher;
  /** Breaks off what is still under way: a connection that never comes about must not keep an interrupted run waiting. */
  close(): Promise<void>;
}

/** Opens nothing yet. Throws a RangeError when a proxy's address is none. */
export function createConnections(proxy: ProxySettings | undefined, connections = MOST_AT_ONCE): Connections {
  const options = { headersTimeout: 0, bodyTimeout: 0, connections, connect: TLS };
  const direct = new Agent(options);
  const outward = hasProxy(proxy)
    ? new EnvHttpProxyAgent({
        ...options,
        requestTls: TLS,
        proxyTls: TLS,
        // Never undefined: undici would read the environment then, and behave unlike its neighbours.
        httpProxy: checkedProxy(proxy.httpProxy),
        httpsProxy: checkedProxy(proxy.httpsProxy) || checkedProxy(proxy.httpProxy),
        noProxy: proxy.noProxy?.trim() ?? "",
      })
    : direct;
  return {
    dispatcherFor: (url) => (isLoopback(url) ? direct : outward),
    close: async () => {
      await Promise.all(outward === direct ? [direct.destroy()] : [direct.destroy(), outward.destroy()]);
    },
  };
}

function hasProxy(proxy: ProxySettings | undefined): proxy is ProxySettings {
  return Boolean(proxy?.httpsProxy || proxy?.httpProxy);
}

function checkedProxy(text: string | undefined): string {
  if (text === undefined || text === "") return "";
  if (isProxyAddress(text)) return text;
  // The address may hold a password: it is not repeated.
  throw new RangeError("The proxy's address is not an http or https address such as http://proxy.example.com:3128.");
}
