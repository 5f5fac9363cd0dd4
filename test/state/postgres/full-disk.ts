import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, closeSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type Server, startPostgres } from "./server.ts";

/** A server whose disk may be full. */
export interface FillableServer extends Server {
  /** Fills the disk, for a state in that schema; `free` makes room again. */
  fill(schema: string): Promise<void>;
  free(schema: string): Promise<void>;
}

const SIZE = "120m";
/** A process that runs the program again and again keeps the connections of each run for 10 s. */
const MANY = ["max_connections=300"];
/** Lines that a disk still takes that only seems to be full. */
const LINES_LEFT = 10;
const PIECE = 65_536;

/**
 * Starts a server with its data on a small file system, where this user may mount one (root on Linux). Elsewhere the
 * server answers as if its disk was full, in the middle of what a run writes.
 */
export async function startFillable(): Promise<FillableServer> {
  let isMounted = false;
  const server = await startPostgres(MANY, {}, (data) => {
    const { uid, gid } = statSync(data);
    isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "tmpfs", data]).status === 0;
    if (!isMounted) return;
    chownSync(data, uid, gid);
    chmodSync(data, 0o700);
  });
  if (!isMounted) return { ...server, ...answersOf(server) };
  const ballast = join(server.data, "ballast");
  return {
    ...server,
    fill: () => Promise.resolve(fillWith(ballast)),
    free: () => Promise.resolve(rmSync(ballast)),
    async close() {
      await server.stop("orderly");
      spawnSync("umount", [server.data]);
      await server.close();
    },
  };
}

function fillWith(path: string): void {
  const file = openSync(path, "w");
  try {
    for (;;) writeSync(file, Buffer.alloc(PIECE));
  } catch {
    // The disk is full.
  } finally {
    closeSync(file);
  }
}

function answersOf(server: Server): Pick<FillableServer, "fill" | "free"> {
  return {
    async fill(schema) {
      await server.sql(`create function ${schema}.full_disk() returns trigger language plpgsql as
        'begin raise exception ''No space left on device'' using errcode = ''disk_full''; end'`);
      const [last] = await server.sql(`select max(n)::int as n from ${schema}.record`);
      await server.sql(`create trigger full_disk before insert on ${schema}.record for each row
        when (new.n > ${Number(last?.["n"]) + LINES_LEFT}) execute function ${schema}.full_disk()`);
    },
    async free(schema) {
      await server.sql(`drop function ${schema}.full_disk cascade`);
    },
  };
}
