import { truncate, visible } from "../render/escape/visible.ts";
import type { LockHolder, Store } from "../state/index.ts";

/** Longest text of a lock's field that is shown whole, in characters: whoever may write to the state writes them. */
const LONGEST_FIELD = 100;

/** Who holds the state, and the command that frees it when that run is gone. One line. */
export function lockedMessage(holder: LockHolder, { name, isShared }: Pick<Store, "name" | "isShared">): string {
  const { user, host, pid, command, at, id } = holder;
  // What follows a host's name tells its processes apart, not its people.
  const [machine = ""] = host.split(" ", 1);
  const [who, where, what] = [user, machine, command].map((text) => visible(truncate(text, LONGEST_FIELD)));
  const byHand = isShared ? "No run takes over a lock on a git remote by itself. " : "";
  return (
    `${visible(name)} is locked by ${who} on ${where} (process ${pid}, ${what}) since ${at}. ` +
    `Wait for that run to end, or raise --lock-timeout. ${byHand}If it is certainly gone: platectl state unlock ${id}`
  );
}
