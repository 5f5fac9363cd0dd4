export { repositoryAround } from "../process/repository.ts";
export { type Copying, copyState } from "./copy-state.ts";
export { COMPACT_ABOVE_BYTES, snapshotOf } from "./journal/compaction.ts";
export { foldJournal, type StateView } from "./journal/fold.ts";
export { decodeJournal, encodeJournal } from "./journal/journal-file.ts";
export type { JournalRecord, StoredEntry } from "./journal/record.ts";
export { describeState } from "./journal/state-summary.ts";
export type { LockedState } from "./locked-state.ts";
export * from "./store.ts";
export type { Disk, OpenFile } from "./stores/disk.ts";
export { type Git, type GitLimits, gitIn } from "./stores/git/git-command.ts";
export type { StoreWorld } from "./stores/journal-store.ts";
export type { LockHolder, LockOwner } from "./stores/lock-holder.ts";
export type {
  DeleteTurn,
  ListOutcome,
  ListToPublish,
  PlanEnd,
  PlanOutcome,
  PlanToPublish,
} from "./stores/published-plans.ts";

export { StateError } from "./stores/state-error.ts";
export type { LockOptions } from "./take-lock.ts";
