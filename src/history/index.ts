export {
  type CurrencyTotal,
  CurrencyTotals,
  RecordNotes,
  recordNotesInWords,
  recordPagesIn,
  setAsideFailure,
} from "./billing-records.ts";
export type { FleetCommit, Part } from "./git/car-commits.ts";
export { fleetVersions } from "./git/commits.ts";
export { commitTimeOf } from "./git/committed-files.ts";
export { commitsToRead, readEditOrigins } from "./git/edit-origins.ts";
export { isListed, type ListedNow, type LiveCar, liveNow } from "./live-now.ts";
export type { HistoryPage, HistoryRecord, HistoryUser } from "./page.ts";
export {
  type AbsentPlace,
  absentPlaces,
  accountsToRead,
  type DesiredPlace,
  localHistory,
  serverHistory,
} from "./page.ts";
export { type JournalChanges, type JournalEvent, journalChanges } from "./timeline/journal.ts";
export { Timeline } from "./timeline/timeline.ts";
export type { TimelineGit } from "./timeline/written-cars.ts";
