import { createHash } from "node:crypto";
import { EMPTY } from "./journal/journal-file.ts";
import type { JournalRecord } from "./journal/record.ts";
import { openJournal, type StateAddress } from "./store.ts";
import type { JournalStore, StoreWorld } from "./stores/journal-store.ts";
import type { LockHolder } from "./stores/lock-holder.ts";
import { StateError } from "./stores/state-error.ts";
import { readJournal } from "./stores/stored-journal.ts";
import { startBeats, takeOrWait } from "./take-lock.ts";

/** How a copy ended. */
export type Copying =
  | {
      readonly kind: "copied";
      readonly from: string;
      readonly to: string;
      readonly records: number;
      readonly archives: number;
    }
  /** A run holds one of the two states. */
  | { readonly kind: "locked"; readonly name: string; readonly isShared: boolean; readonly holder: LockHolder }
  | { readonly kind: "same" | "not-empty"; readonly name: string };

/**
 * Copies a state with its archives to a place that holds none, under the locks of both, reads it back and compares. Rejects with
 * a `StateError` when one of them cannot be read or written, or when the copy is not what was copied.
 */
export async function copyState(from: StateAddress, to: StateAddress, world: StoreWorld): Promise<Copying> {
  const [source, target] = [openJournal(from, world), openJournal(to, world)];
  if (source.name === target.name) return { kind: "same", name: source.name };
  return whileLocked(source, world, () =>
    whileLocked(target, world, async (lock) => {
      if (!(await isEmpty(target))) return { kind: "not-empty", name: target.name };
      const parts = await partsOf(source);
      let end = EMPTY;
      for (const [at, part] of parts.entries()) {
        if (at > 0) end = await target.replace(lock, part, end);
        else if (part.length > 0) end = await target.append(lock, part, end);
      }
      if (digestOf(await partsOf(target)) !== digestOf(parts)) throw differs(target.name);
      const records = parts.reduce((sum, part) => sum + part.length, 0);
      return { kind: "copied", from: source.name, to: target.name, records, archives: parts.length - 1 };
    }),
  );
}

async function whileLocked(
  journal: JournalStore,
  world: StoreWorld,
  work: (lockId: string) => Promise<Copying>,
): Promise<Copying> {
  const { name, isShared } = journal;
  const { kind, holder } = await takeOrWait(journal, "all", world, { timeout: 0 });
  if (kind === "locked") return { kind, name, isShared, holder };
  const endBeats = startBeats(journal, holder.id, world);
  try {
    return await work(holder.id);
  } finally {
    endBeats();
    await journal.release(holder.id, holder);
  }
}

async function isEmpty(journal: JournalStore): Promise<boolean> {
  const { bytes } = await journal.read();
  return bytes === 0 && (await journal.readArchives()).length === 0;
}

/** The archives that hold something, oldest first, and then the journal. */
async function partsOf(journal: JournalStore): Promise<readonly (readonly JournalRecord[])[]> {
  const archives = (await journal.readArchives()).filter((archive) => archive.length > 0);
  return [...archives, (await readJournal(journal)).records];
}

// A store may cut records where it likes, so that entries are compared.
function digestOf(parts: readonly (readonly JournalRecord[])[]): string {
  const hash = createHash("sha256");
  for (const part of parts) {
    for (const { at, target, entries } of part)
      for (const entry of entries) hash.update(`${JSON.stringify([at, target, entry])}\n`);
    hash.update("\n");
  }
  return hash.digest("hex");
}

function differs(name: string): StateError {
  return new StateError(
    "damaged",
    `The copy in ${name} is not what was copied. Remove it, and copy again; the state that was copied is as it was.`,
  );
}
