import {
  decodeJournal,
  encodeJournal,
  JOURNAL_VERSION,
  type JournalCondition,
  type JournalEnd,
  type JournalReading,
} from "../journal/journal-file.ts";
import type { JournalRecord } from "../journal/record.ts";
import type { JournalStore, Lists, LockClaim, StoredJournal } from "./journal-store.ts";
import { StateError } from "./state-error.ts";

/** Reads a journal that a store keeps as bytes. */
export async function storedJournal(bytes: Buffer = Buffer.alloc(0)): Promise<StoredJournal> {
  return { ...decodeJournal(bytes), bytes: bytes.length };
}

/** The bytes that an append adds to such a journal, and its new end. The first append writes the header, too. */
export async function encodeAppend(
  records: readonly JournalRecord[],
  after: JournalEnd,
): Promise<{ readonly bytes: Buffer; readonly end: JournalEnd }> {
  const bytes = encodeJournal(records, after);
  return { bytes, end: { records: after.records + records.length, bytes: after.bytes + bytes.length } };
}

/** Reads a journal that can be relied on: sound, or with an end that never became durable. Rejects on any other. */
export async function readJournal(store: JournalStore, claim?: LockClaim, lists?: Lists): Promise<JournalReading> {
  const reading = await store.read(claim, lists);
  const failure = conditionFailure(reading.condition, store.name);
  if (failure) throw failure;
  return reading;
}

function conditionFailure(condition: JournalCondition, name: string): StateError | undefined {
  switch (condition.kind) {
    case "sound":
    case "torn":
      return undefined;
    case "damaged":
      return new StateError(
        "damaged",
        `The state ${name} is damaged: line ${condition.lines.join(", ")} is not as it was written, and not the end of a write that was cut off. ` +
          "Nothing was sent. Restore the file from a copy; `platectl state show --help` names the page that says how to go on without one.",
      );
    case "other-version":
      return new StateError(
        "not-ours",
        `The state ${name} has format version ${condition.version}; this platectl reads version ${JOURNAL_VERSION}. ` +
          `Use ${condition.version > JOURNAL_VERSION ? "a newer" : "an older"} platectl.`,
      );
    case "not-a-journal":
      return new StateError("not-ours", `${name} is not a state of platectl. Name another state with --state.`);
  }
}
