import { createServer, type Server, type Socket } from "node:net";
import { DEFAULT_INTERFACE, type InterfaceSettings } from "../../src/allowlist/index.ts";
import { createFleetApi, type FleetApi, type FleetApiConfig } from "../../src/fleet-api/index.ts";
import { systemClock } from "../../src/process/system-clock.ts";
import type { Clock } from "../../src/run/ports/index.ts";
import { portOf } from "../processes.ts";

export const BASE = "https://fleet.test";
export const SECRET = "s3cret/with+signs==";
export const START = Date.parse("2026-01-01T00:00:00Z");

/** A clock that stands still but for sleeping, which takes no time and is remembered. */
export interface FakeClock extends Clock {
  readonly sleeps: number[];
  /** Lets both clocks run. */
  advance(milliseconds: number): void;
  /** Someone sets the wall clock. */
  jump(milliseconds: number): void;
}

export function fakeClock(): FakeClock {
  let wall = START;
  let monotonic = 0;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => wall,
    monotonic: () => monotonic,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      sleeps.push(milliseconds);
      wall += milliseconds;
      monotonic += milliseconds;
    },
    turn: systemClock.turn,
    advance(milliseconds) {
      wall += milliseconds;
      monotonic += milliseconds;
    },
    jump(milliseconds) {
      wall += milliseconds;
    },
  };
}

interface ConfigChanges extends Partial<Omit<FleetApiConfig, "settings">> {
  readonly settings?: Partial<InterfaceSettings>;
}

export function configFor(base: string, changes: ConfigChanges = {}): FleetApiConfig {
  return {
    baseUrl: new URL(base),
    authUrl: new URL(base),
    partnerUrl: new URL(base),
    clientId: "client-1",
    clientSecret: SECRET,
    clock: fakeClock(),
    random: () => 0.5,
    userAgent: "platectl/test",
    ...changes,
    settings: { ...DEFAULT_INTERFACE, ...changes.settings },
  };
}

export function clientFor(base: string, changes: ConfigChanges = {}): FleetApi {
  return createFleetApi(configFor(base, changes));
}

/** A body as a server sends it: with its media type and its length. */
export function json(body: unknown): [string, Record<string, string>] {
  return jsonText(JSON.stringify(body));
}

export function jsonText(text: string, type = "application/json"): [string, Record<string, string>] {
  return [text, { "content-type": type, "content-length": String(Buffer.byteLength(text)) }];
}

export function problem(status: number, changes: Record<string, unknown> = {}): [string, Record<string, string>] {
  const body = { type: "about:blank", title: "Nope", status, detail: "it is so", traceId: "trace-1", ...changes };
  return jsonText(JSON.stringify(body), "application/problem+json");
}

export function token(text: string, lifetime = 3600, date = START): [string, Record<string, string>] {
  const validUntilDate = new Date(date + lifetime * 1000).toISOString();
  const [body, headers] = json({ idToken: text, validUntilDate });
  return [body, { ...headers, date: new Date(date).toUTCString() }];
}

export function page(content: readonly unknown[], changes: Record<string, unknown> = {}) {
  const totals = { size: 1000, number: 0, totalElements: content.length, totalPages: content.length > 0 ? 1 : 0 };
  return { content, page: { ...totals, ...changes } };
}

/** What one connection carried, and how to answer it. */
export interface Exchange {
  readonly head: string;
  readonly body: string;
  readonly socket: Socket;
}

export interface RawServer {
  readonly origin: string;
  readonly port: number;
  readonly requests: Exchange[];
  connections(): number;
  close(): Promise<void>;
}

/** A server on loopback that answers byte by byte as told. Logins are answered with a token, unless `answer` takes them. */
export async function rawServer(
  answer: (exchange: Exchange, server: RawServer) => void,
  options: { readonly ownLogin?: boolean } = {},
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const requests: Exchange[] = [];
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      for (let next = takeRequest(received); next !== undefined; next = takeRequest(received)) {
        received = next.rest;
        const exchange = { head: next.head, body: next.body, socket };
        if (!options.ownLogin && next.head.startsWith("POST /auth/v1 ")) {
          socket.write(message(200, ...token("raw-token", 3600, START)));
        } else {
          requests.push(exchange);
          answer(exchange, raw);
        }
      }
    });
  });
  const port = await portOf(server);
  const raw: RawServer = {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return raw;
}

/** A whole answer as bytes. */
export function message(status: number, body = "", headers: Record<string, string> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join("")}\r\n${body}`;
}

function takeRequest(text: string): { head: string; body: string; rest: string } | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const head = text.slice(0, end + 4);
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  if (text.length < end + 4 + length) return undefined;
  return { head, body: text.slice(end + 4, end + 4 + length), rest: text.slice(end + 4 + length) };
}
