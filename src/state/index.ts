export { COMPACT_ABOVE_BYTES, snapshotOf } from "./journal/compaction.ts";
export { foldJournal, type StateView } from "./journal/fold.ts";
export {
  decodeJournal,
  encodeJournal,
  encodeRecords,
  type JournalCondition,
} from "./journal/journal-file.ts";
export type { Pruning } from "./journal/pruning.ts";
export type { JournalRecord, StoredEntry } from "./journal/record.ts";
export { describeState, type RunSummary, type ScopeSummary, type StateSummary } from "./journal/state-summary.ts";
export type { LockHolder, LockOwner } from "./lock/lock-holder.ts";
export type { LockedState } from "./locked-state.ts";
export { StateError } from "./state-error.ts";
export * from "./store.ts";
export type { Disk, OpenFile } from "./stores/file/disk.ts";
export { type Git, gitIn } from "./stores/git/git-command.ts";
export { repositoryAround } from "./stores/git/git-repository.ts";
export { DEFAULT_STATE_ADDRESS, parseStateAddress, type StateAddress } from "./stores/index.ts";
export type { StoreWorld } from "./stores/journal-store.ts";
