export * from "./address.ts";
export { COMPACT_ABOVE_BYTES, snapshotOf } from "./compaction.ts";
export type { Disk, OpenFile } from "./disk.ts";
export { foldJournal, type StateView } from "./fold.ts";
export { type Git, gitIn } from "./git-command.ts";
export { repositoryAround } from "./git-repository.ts";
export type { HeldState } from "./held-state.ts";
export {
  decodeJournal,
  encodeJournal,
  encodeRecords,
  type JournalCondition,
} from "./journal-file.ts";
export type { LockHolder, Owner } from "./lock-holder.ts";
export type { Pruning } from "./pruning.ts";
export type { JournalRecord, StoredEntry } from "./record.ts";
export { StateError } from "./state-error.ts";
export { describeState, type RunSummary, type ScopeSummary, type StateSummary } from "./state-summary.ts";
export * from "./store.ts";
