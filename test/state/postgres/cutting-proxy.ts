import { connect as connectTo, createServer } from "node:net";
import { portOf } from "../../processes.ts";

/** Something in front of a server that cuts a connection. */
export interface CuttingProxy {
  readonly port: number;
  /** Whether it came to that. */
  wasCut(): boolean;
  /** Nothing more comes through the connections that there are, and none of them ends: as when a machine loses its power. */
  silence(): void;
  close(): Promise<void>;
}

/**
 * A proxy that cuts the connection on which the client sends its piece number `at`, counted over all connections: "before"
 * the server gets it, or "after" the server has answered it, when the client does not get the answer. `isForGood`: all other
 * connections are cut as well, and no more are accepted.
 */
export async function cuttingProxy(
  to: number,
  at: number,
  moment: "before" | "after",
  isForGood = false,
): Promise<CuttingProxy> {
  let pieces = 0;
  let wasCut = false;
  const open = new Set<() => void>();
  let silenced: ReadonlySet<() => void> = new Set();
  const server = createServer((client) => {
    const upstream = connectTo(to, "127.0.0.1");
    let isMuted = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    if (wasCut && isForGood) return end();
    open.add(end);
    client.on("error", end).on("close", end);
    upstream.on("error", end).on("close", end);
    client.on("data", (piece) => {
      if (wasCut && isForGood) return end();
      if (silenced.has(end)) return undefined;
      pieces += 1;
      if (pieces === at) {
        wasCut = true;
        if (moment === "before") return end();
        isMuted = true;
      }
      return upstream.write(piece);
    });
    upstream.on("data", (piece) => {
      if (silenced.has(end)) return undefined;
      return isMuted ? end() : client.write(piece);
    });
  });
  const port = await portOf(server);
  return {
    port,
    wasCut: () => wasCut,
    silence() {
      silenced = new Set(open);
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const end of open) end();
      await closed;
    },
  };
}
