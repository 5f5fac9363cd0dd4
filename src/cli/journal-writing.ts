import { EXIT } from "../exit-code.ts";
import type { JournalEntry, Memory } from "../ports/index.ts";
import { CommandFailure } from "./failure.ts";
import { lockedMessage } from "./locked-message.ts";
import type { RunContext } from "./run-context.ts";

/** Makes entries durable. */
export type Append = (entries: readonly JournalEntry[]) => Promise<void>;

/** Works on the state under its lock, and gives the lock back. Throws a `CommandFailure` (8) when another run holds it. */
export async function withJournal<Result>(
  { store, view }: Pick<RunContext, "store" | "view">,
  work: (memory: Memory, append: Append) => Promise<Result>,
): Promise<Result> {
  const locking = await store.lock(view, { timeout: 0 });
  if (locking.kind === "locked")
    throw new CommandFailure(EXIT.locked, `${lockedMessage(locking.holder, store)}\nNothing was changed.`);
  try {
    return await work(locking.state.memory(), (entries) => locking.state.append(entries));
  } finally {
    await locking.state.release();
  }
}
