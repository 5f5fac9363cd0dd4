import { truncate } from "../../allowlist/index.ts";
import { processWorld } from "../../process/this-process.ts";
import { visible } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import type { Journal, Memory } from "../../run/ports/index.ts";
import {
  type LockedState,
  type LockHolder,
  type LockOptions,
  openStore,
  type StateView,
  type Store,
  type StoreWorld,
} from "../../state/index.ts";
import type { StateInput } from "../definitions/shared.ts";
import { readStateAddress } from "../process/environment.ts";
import { CommandFailure } from "../process/failure.ts";
import { limitWork } from "../process/limits.ts";
import { environment, processOwner } from "../process/process-info.ts";

/** Longest text of a lock's field that is shown whole, in characters: all who may write to the state can write them. */
const LONGEST_FIELD = 100;
const LONGEST_LINK = 250;

/** The state that options and environment name. Reads and writes nothing until it is used. */
export function stateStore({ state }: StateInput): Store {
  return openStore(readStateAddress(state, environment()), storeWorld());
}

/** What stores need of this process. */
export function storeWorld(): StoreWorld {
  return { ...processWorld(), env: environment(), owner: processOwner() };
}

/** Locks the state. Throws a `CommandFailure` (8) when another run holds it; `ending` is what did not happen. */
export async function lockState(
  store: Store,
  view: StateView,
  options: LockOptions,
  ending = "Nothing was changed.",
): Promise<LockedState> {
  const locking = await store.lock(view, options);
  if (locking.kind === "held") return locking.state;
  throw new CommandFailure(EXIT.locked, `${lockedMessage(locking.holder, store)}\n${ending}`);
}

/** Works on the state under its lock; a signal aborts `stop`. Throws a `CommandFailure` (8) when it is held. */
export async function withJournal<Result>(
  { store, view }: { readonly store: Store; readonly view: StateView },
  work: (memory: Memory, append: Journal["append"], stop: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limits = limitWork();
  try {
    const state = await lockState(store, view, { timeout: 0 });
    try {
      return await work(state.memory(), (entries) => state.append(entries), limits.stop);
    } finally {
      await state.release();
    }
  } finally {
    limits.release();
  }
}

/** Who holds the state, and the command that frees it when that run has ended. One line. */
export function lockedMessage(holder: LockHolder, { name, isShared }: Pick<Store, "name" | "isShared">): string {
  const { user, pid, command, at, id, seen, lease, url } = holder;
  const [who, where, what] = [user, machineOf(holder), command].map((text) => visible(truncate(text, LONGEST_FIELD)));
  const link = url === undefined ? "" : ` (${visible(truncate(url, LONGEST_LINK))})`;
  const byHand = isShared ? "A lock on a git remote is never taken over automatically. " : "";
  const byItself =
    lease === undefined || seen === undefined
      ? ""
      : `If that machine shows no sign of life for ${lease} s (the last was at ${seen}), a run elsewhere takes the lock. `;
  return (
    `${visible(name)} is locked by ${who} on ${where} (process ${pid}, ${what}) since ${at}${link}. ` +
    `Wait for that run to end, or raise --lock-timeout. ${byHand}${byItself}If it has certainly ended: platectl state unlock ${visible(truncate(id, LONGEST_FIELD))}`
  );
}

/** The computer that a lock's holder runs on. What follows its name in a lock tells its processes apart, not its people. */
export function machineOf({ host }: LockHolder): string {
  const [machine = ""] = host.split(" ", 1);
  return machine;
}
