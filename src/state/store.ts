import { isAbsolute, join } from "node:path";
import type { Clock, Memory, Random } from "../ports/index.ts";
import type { StateAddress } from "./address.ts";
import { foldJournal, type StateView } from "./journal/fold.ts";
import { decodeJournal, type JournalCondition } from "./journal/journal-file.ts";
import { readJournal } from "./journal/read-journal.ts";
import type { JournalRecord } from "./journal/record.ts";
import { drawHolder, isGone, type LockHolder, type Owner } from "./lock/lock-holder.ts";
import { type LockedState, lockedState } from "./locked-state.ts";
import type { Disk } from "./stores/file/disk.ts";
import { openFileStore } from "./stores/file/file-store.ts";
import { createNodeDisk } from "./stores/file/node-disk.ts";
import { gitIn } from "./stores/git/git-command.ts";
import { openGitStore } from "./stores/git/git-store.ts";
import type { JournalStore } from "./stores/journal-store.ts";

/** What a store needs from the world. */
export interface StoreWorld {
  /** Relative paths start here; the git repository is the one around it. */
  readonly cwd: string;
  readonly clock: Clock;
  /** Draws lock ids, which must never repeat: in earnest it has to be unpredictable. */
  readonly random: Random;
  readonly owner: Owner;
  /** Whether a process of this host runs; true when that cannot be told. */
  readonly isAlive: (pid: number) => boolean;
  /** Environment variables; git is given a chosen few. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The real disk when absent. */
  readonly disk?: Disk;
}

export interface LockOptions {
  /** Milliseconds to wait for another run to end; 0 tries once. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
  /** Called once for each holder that is waited for. */
  readonly onWait?: (holder: LockHolder) => void;
}

export type Locking =
  | { readonly kind: "held"; readonly state: LockedState }
  | { readonly kind: "locked"; readonly holder: LockHolder };

/** What a journal holds, whatever its condition. */
export interface Inspection {
  readonly bytes: number;
  readonly condition: JournalCondition;
  /** Those before the first bad line. */
  readonly records: readonly JournalRecord[];
  readonly holder: LockHolder | undefined;
}

/** The state at one address. Every method rejects with a `StateError` when the place cannot be read or written. */
export interface Store {
  /** For messages: `.platectl/state.jsonl`. */
  readonly name: string;
  /** Whether other machines use it: the lock of a run that died is then freed by hand only. */
  readonly isShared: boolean;
  /** What is known of a target. Needs no lock and creates nothing; rejects on a damaged journal. */
  memory(view: StateView): Promise<Memory>;
  /** Takes the lock, waiting for it if need be; rejects with the signal's reason when aborted. */
  lock(view: StateView, options: LockOptions): Promise<Locking>;
  /** Removes another run's lock. Takes its id, so that a newer lock is never removed by mistake. */
  unlock(id: string): Promise<"unlocked" | "no-such-lock">;
  inspect(): Promise<Inspection>;
  /** Every record there is, archives first. */
  history(): Promise<readonly JournalRecord[]>;
}

/** Opens the state at an address. Touches nothing until a method is called. */
export function openStore(address: StateAddress, world: StoreWorld): Store {
  const place = openPlace(address, world);
  return {
    name: place.name,
    isShared: place.isShared,
    memory: async (view) => foldJournal((await readJournal(place)).records, view),
    async lock(view, options) {
      const taken = await takeOrWait(place, world, options);
      if (taken.kind === "locked") return taken;
      return { kind: "held", state: await lockedState(place, taken.holder, view, world.clock) };
    },
    async unlock(id) {
      if ((await place.readHolder())?.id !== id) return "no-such-lock";
      return (await place.release(id, drawHolder(world.owner, world.clock, world.random)))
        ? "unlocked"
        : "no-such-lock";
    },
    async inspect() {
      const bytes = await place.read();
      const { records, condition } = decodeJournal(bytes);
      return { bytes: bytes.length, condition, records, holder: await place.readHolder() };
    },
    async history() {
      const archives = await place.readArchives();
      const older = archives.flatMap((bytes) => decodeJournal(bytes).records);
      return [...older, ...(await readJournal(place)).records];
    },
  };
}

function openPlace(address: StateAddress, world: StoreWorld): JournalStore {
  switch (address.kind) {
    case "file": {
      const path = isAbsolute(address.path) ? address.path : join(world.cwd, address.path);
      return openFileStore(world.disk ?? createNodeDisk(), path, address.path, world.isAlive);
    }
    case "git": {
      const name = `git:${address.branch}${address.remote === undefined ? "" : `@${address.remote}`}`;
      return openGitStore(gitIn(world.cwd, world.env), name, address.branch, address.remote);
    }
  }
}

/** The longest pause between two looks at a taken lock, in shortest ones. Drawn anew each time, so that waiters spread. */
const PAUSE_SPREAD = 5;

type Taking = { readonly kind: "taken"; readonly holder: LockHolder } | Extract<Locking, { kind: "locked" }>;

async function takeOrWait(place: JournalStore, world: StoreWorld, options: LockOptions): Promise<Taking> {
  const { clock, random, owner, isAlive } = world;
  const deadline = clock.monotonic() + options.timeout;
  let waitedFor: string | undefined;
  for (;;) {
    options.signal?.throwIfAborted();
    const holder = await place.readHolder();
    if (!holder) {
      const mine = drawHolder(owner, clock, random);
      if (await place.acquire(mine)) return { kind: "taken", holder: mine };
    } else if (!place.isShared && isGone(holder, owner.host, isAlive)) {
      if (await place.release(holder.id, drawHolder(owner, clock, random))) continue;
    }
    if (holder && clock.monotonic() >= deadline) return { kind: "locked", holder };
    if (holder && holder.id !== waitedFor) options.onWait?.(holder);
    waitedFor = holder?.id ?? waitedFor;
    await clock.sleep(place.pause * (1 + random() * (PAUSE_SPREAD - 1)), options.signal);
  }
}
