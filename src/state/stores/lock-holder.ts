import { z } from "zod";
import type { Clock, Random } from "../../run/ports/index.ts";

/** Who runs: as it will be in the lock, for others to read. */
export interface LockOwner {
  readonly user: string;
  /** The machine, and where the system has several process spaces, the space: equal hosts see each other's processes. */
  readonly host: string;
  readonly pid: number;
  /** What the user typed; no secret is ever an argument. */
  readonly command: string;
  /** Where people can look at the run, in CI. */
  readonly url?: string;
}

/** Who holds the lock. `id` is drawn for each lock; the lock is only ever removed by that id. */
export interface LockHolder extends LockOwner {
  readonly id: string;
  /** When it was taken, UTC. */
  readonly at: string;
  /** When its holder last showed that it lives, UTC, and after how many seconds without such a sign others may take it. */
  readonly seen?: string;
  readonly lease?: number;
}

/** The longest text that is kept of a command line, in characters. */
const LONGEST_COMMAND = 500;
const ID_DIGITS = 12;

const lockSchema = z.object({ id: z.string().regex(/^[0-9a-f]{12}$/) });

const holderSchema = z.strictObject({
  ...lockSchema.shape,
  user: z.string(),
  host: z.string(),
  pid: z.number().int().positive(),
  command: z.string(),
  url: z.string().exactOptional(),
  at: z.iso.datetime(),
  seen: z.iso.datetime().exactOptional(),
  lease: z.number().int().positive().exactOptional(),
}) satisfies z.ZodType<LockHolder>;

/** A new holder, with a new id. */
export function drawHolder(owner: LockOwner, clock: Clock, random: Random): LockHolder {
  const digits = Array.from({ length: ID_DIGITS }, () => Math.floor(random() * 16).toString(16));
  return {
    id: digits.join(""),
    user: owner.user,
    host: owner.host,
    pid: owner.pid,
    command: owner.command.slice(0, LONGEST_COMMAND),
    ...(owner.url !== undefined && { url: owner.url }),
    at: new Date(clock.now()).toISOString(),
  };
}

/** The content of a lock file. */
export function encodeHolder(holder: LockHolder): Buffer {
  return Buffer.from(`${JSON.stringify(holder)}\n`);
}

/** Reads a lock; undefined when it is none. One with other facts than ours is still a lock, of an unknown kind. */
export function decodeHolder(bytes: Buffer): LockHolder | undefined {
  try {
    const facts: unknown = JSON.parse(bytes.toString("utf8"));
    const holder = holderSchema.safeParse(facts, { jitless: true }).data;
    if (holder) return holder;
    const id = lockSchema.safeParse(facts, { jitless: true }).data?.id;
    return id === undefined ? undefined : unknownHolder(id);
  } catch {
    return undefined;
  }
}

/** The holder of a lock that says otherwise who holds it than this platectl does, as another version may. */
export function unknownHolder(id: string): LockHolder {
  return {
    id,
    user: "a holder of an unknown kind",
    host: "an-unknown-machine",
    pid: 0,
    command: "an unknown command",
    at: "an unknown time",
  };
}

/**
 * Whether a holder elsewhere has shown no sign of life for as long as its lease says. A holder on this host that runs is
 * never taken for dead, however long it was stopped; nor is one without a lease.
 */
export function isExpired({ host, seen, lease }: LockHolder, { host: own, at: now }: LockHolder): boolean {
  if (host === own || seen === undefined || lease === undefined) return false;
  return Date.parse(now) - Date.parse(seen) > lease * 1000;
}

/** Whether the holder is certainly gone. Only the same host can tell; a holder elsewhere is never taken for dead. */
export function isGone(holder: LockHolder, host: string, isAlive: (pid: number) => boolean): boolean {
  return holder.host === host && !isAlive(holder.pid);
}
