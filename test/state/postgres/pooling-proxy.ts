import { connect, createServer, type Socket } from "node:net";
import { portOf } from "../../processes.ts";

/** Something in front of a server that shares its connections, as PgBouncer does in transaction mode. */
export interface PoolingProxy {
  readonly port: number;
  /** How many messages of clients held that text so far. */
  sent(text: string): number;
  close(): Promise<void>;
}

/** A connection to the server. */
interface Backend {
  readonly socket: Socket;
  readonly pool: Pool;
  /** What the server said at the start, which every client is told. */
  greeting: Buffer;
  client: Socket | undefined;
}

/** The connections of one user to one database. */
interface Pool {
  /** The one that was used longest ago comes first. */
  readonly idle: Backend[];
  /** Clients that need a connection. */
  readonly waiting: ((backend: Backend) => void)[];
  ready: number;
}

const READY_FOR_QUERY = 0x5a;
const TERMINATE = 0x58;
const OUTSIDE_TRANSACTION = 0x49;
const SIZE = 3;

/**
 * A proxy that gives each transaction the connection that was idle longest: what a client sets in one transaction is not
 * there in the next one. For servers that ask for no password.
 */
export async function poolingProxy(to: number): Promise<PoolingProxy> {
  const open = new Set<Socket>();
  const pools = new Map<string, Pool>();
  const sent: Buffer[] = [];
  const poolFor = (startup: Buffer): Pool => {
    const key = startup.toString("latin1");
    const known = pools.get(key);
    if (known) return known;
    const pool: Pool = { idle: [], waiting: [], ready: 0 };
    pools.set(key, pool);
    for (let count = 0; count < SIZE; count += 1) open.add(connectBackend(pool, to, startup));
    return pool;
  };
  const server = createServer((client) => {
    open.add(client);
    client.on("close", () => open.delete(client));
    client.once("data", (startup) => {
      client.on("data", (piece) => sent.push(piece));
      serve(client, poolFor(startup));
    });
  });
  const port = await portOf(server);
  return {
    port,
    sent: (text) => sent.filter((message) => message.includes(text)).length,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

function connectBackend(pool: Pool, to: number, startup: Buffer): Socket {
  const socket = connect(to, "127.0.0.1");
  const backend: Backend = { socket, pool, greeting: Buffer.alloc(0), client: undefined };
  let isGreeted = false;
  onMessages(socket, (message) => {
    if (isGreeted) backend.client?.write(message);
    else backend.greeting = Buffer.concat([backend.greeting, message]);
    if (message[0] !== READY_FOR_QUERY || message[5] !== OUTSIDE_TRANSACTION) return;
    if (isGreeted) return giveBack(backend);
    isGreeted = true;
    pool.ready += 1;
    pool.idle.push(backend);
    // Not before: with one connection alone each transaction would get the same.
    if (pool.ready === SIZE) for (const use of pool.waiting.splice(0)) request(pool, use);
  });
  socket.on("error", () => socket.destroy()).on("close", () => backend.client?.destroy());
  socket.write(startup);
  return socket;
}

function giveBack(backend: Backend): void {
  backend.client = undefined;
  const next = backend.pool.waiting.shift();
  if (next) next(backend);
  else backend.pool.idle.push(backend);
}

function request({ idle, waiting, ready }: Pool, use: (backend: Backend) => void): void {
  const free = ready < SIZE ? undefined : idle.shift();
  if (free) use(free);
  else waiting.push(use);
}

function serve(client: Socket, pool: Pool): void {
  let backend: Backend | undefined;
  /** Messages that wait for a connection. */
  let pending: Buffer[] = [];
  onMessages(client, (message) => {
    if (message[0] === TERMINATE) client.end();
    else if (backend?.client === client) backend.socket.write(message);
    else if (pending.push(message) === 1) {
      request(pool, (given) => {
        backend = given;
        given.client = client;
        given.socket.write(Buffer.concat(pending));
        pending = [];
      });
    }
  });
  request(pool, (given) => {
    client.write(given.greeting);
    giveBack(given);
  });
  client.on("error", () => client.destroy());
}

/** Hands on whole messages of the protocol: a letter, a length that counts itself, and the rest. */
function onMessages(socket: Socket, onMessage: (message: Buffer) => void): void {
  let pieces: Buffer[] = [];
  let size = 0;
  let needed = 5;
  socket.on("data", (piece) => {
    pieces.push(piece);
    size += piece.length;
    if (size < needed) return;
    let rest = Buffer.concat(pieces);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = 1 + rest.readInt32BE(1);
      onMessage(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    pieces = [rest];
    size = rest.length;
    needed = rest.length >= 5 ? 1 + rest.readInt32BE(1) : 5;
  });
}
