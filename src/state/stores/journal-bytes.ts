import { decodeJournal, encodeJournal, type JournalEnd } from "../journal/journal-file.ts";
import type { JournalRecord } from "../journal/record.ts";
import type { StoredJournal } from "./journal-store.ts";

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
