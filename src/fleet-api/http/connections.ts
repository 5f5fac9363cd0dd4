// Not their members, which a tool that simulates the network, such as `nock`, replaces.
import http from "node:http";
import https from "node:https";
import type { Duplex } from "node:stream";
import { MOST_AT_ONCE } from "../../run/collections.ts";
import {
  dialProxy,
  type ForwardProxy,
  isLoopback,
  openTunnel,
  type ProxySettings,
  proxyEvent,
  proxyOf,
} from "./addresses.ts";
import { CONNECT_TIMEOUT, CONNECT_TIMEOUT_MS } from "./network-failure.ts";

/** An idle connection is kept this long, or for less if the server says so. */
const IDLE_MS = 4_000;

/** Explicit, so that neither NODE_TLS_REJECT_UNAUTHORIZED nor --tls-min-v1.0 can loosen it. */
const TLS = { rejectUnauthorized: true, minVersion: "TLSv1.2" } as const;

/** The connections of one client: pooled, without timeouts while in use (the deadline of a request bounds it whole). */
export interface Connections {
  /** What carries requests to that address: through a proxy when one is configured, but never to loopback. */
  agentFor(url: URL): http.Agent;
  /** Whether a connection is one of these, and not a simulated one. */
  owns(socket: Duplex): boolean;
  /** Calls back once a connection is open, and the server's certificate is accepted; at once for a simulated one. */
  whenOpen(socket: Duplex, then: () => void): void;
  /** Breaks off what is still under way: a connection that never comes about must not keep an interrupted run waiting. */
  close(): void;
}

/** Opens nothing yet. Throws a RangeError when a proxy's address is none. */
export function createConnections(settings: ProxySettings | undefined, connections = MOST_AT_ONCE): Connections {
  const proxy = proxyOf(settings);
  const sockets: Sockets = { own: new WeakSet(), opening: new Map() };
  const pool = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: connections };
  const plain = watched(new http.Agent(pool), sockets, "connect");
  const secure = watched(new https.Agent({ ...pool, ...TLS }), sockets, "secureConnect");
  const tunnelled = proxy && tunnelling(new https.Agent({ ...pool, ...TLS }), sockets, proxy);
  return {
    agentFor(url) {
      if (url.protocol === "http:") return plain;
      return tunnelled && !isLoopback(url) && proxy.carries(url) ? tunnelled : secure;
    },
    owns: (socket) => sockets.own.has(socket),
    whenOpen(socket, then) {
      const event = sockets.opening.get(socket);
      if (event === undefined) then();
      else socket.once(event, then);
    },
    close() {
      for (const agent of [plain, secure, tunnelled]) agent?.destroy();
      for (const socket of sockets.opening.keys()) socket.destroy(new Error("the client was closed"));
    },
  };
}

interface Sockets {
  readonly own: WeakSet<Duplex>;
  /** Those that are not open yet, and the event that says that they are. */
  readonly opening: Map<Duplex, "connect" | "secureConnect">;
}

/** Notes when each connection of an agent is open. */
function watched<Agent extends http.Agent>(agent: Agent, sockets: Sockets, event: "connect" | "secureConnect"): Agent {
  const dial = agent.createConnection.bind(agent);
  agent.createConnection = (options) => {
    const socket = dial(options);
    if (socket) watch(socket, sockets, event);
    return socket;
  };
  return agent;
}

function watch(socket: Duplex, { own, opening }: Sockets, event: "connect" | "secureConnect"): void {
  own.add(socket);
  opening.set(socket, event);
  const timer = setTimeout(() => socket.destroy(CONNECT_TIMEOUT), CONNECT_TIMEOUT_MS);
  const over = () => {
    clearTimeout(timer);
    opening.delete(socket);
  };
  socket.once(event, over).once("close", over);
}

/** Gives away connections through a proxy once they are open. */
function tunnelling(agent: https.Agent, sockets: Sockets, proxy: ForwardProxy): https.Agent {
  const dial = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    const first = dialProxy(proxy, TLS);
    watch(first, sockets, proxyEvent(proxy));
    const open = async (): Promise<void> => {
      const socket = await openTunnel(first, proxy, `${options.host}:${options.port}`);
      const secure = dial(Object.assign({}, options, { socket }));
      if (!secure) return;
      watch(secure, sockets, "secureConnect");
      done?.(null, secure);
    };
    open().catch((error: Error) => {
      first.destroy();
      done?.(error, first);
    });
    return undefined;
  };
  return agent;
}
