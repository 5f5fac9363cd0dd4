export {
  type CurrencyTotal,
  CurrencyTotals,
  RecordNotes,
  recordNotesInWords,
  recordPagesIn,
  recordsIn,
  setAsideFailure,
} from "./billing-records.ts";
export { commitTimeOf } from "./git/committed-files.ts";
export { readEditOrigins } from "./git/edit-origins.ts";
export type { FleetCommit, Part } from "./git/fleet-commits.ts";
export { fleetVersions } from "./git/git-source.ts";
export type { JournalEvent } from "./journal-events.ts";
export { isListed, type ListedNow, type LiveCar, liveNow } from "./live-now.ts";
export type { HistoryPage, HistoryRecord, HistoryUser } from "./page.ts";
export {
  type AbsentPlace,
  absentPlaces,
  type DesiredPlace,
  localHistory,
  type ServerHistory,
  serverHistory,
} from "./page.ts";
export { type JournalChanges, journalChanges } from "./timeline/journal-changes.ts";
export { Timeline, type TimelineGit } from "./timeline/timeline.ts";
