import { decodeJournal, encodeJournal, encodeRecords } from "../journal/journal-file.ts";
import type { JournalRecord } from "../journal/record.ts";
import type { JournalEnd, StoredJournal } from "./journal-store.ts";

/** The end of a journal that holds nothing, not even a header. */
export const EMPTY: JournalEnd = { records: 0, bytes: 0 };

/** Reads a journal that a store keeps as bytes. */
export function storedJournal(bytes: Buffer = Buffer.alloc(0)): StoredJournal {
  return { ...decodeJournal(bytes), bytes: bytes.length };
}

/** The bytes that an append adds to such a journal, and its new end. The first append writes the header, too. */
export function encodeAppend(records: readonly JournalRecord[], after: JournalEnd): { bytes: Buffer; end: JournalEnd } {
  const bytes = after.bytes === 0 ? encodeJournal(records) : encodeRecords(records, after.records + 1);
  return { bytes, end: { records: after.records + records.length, bytes: after.bytes + bytes.length } };
}
