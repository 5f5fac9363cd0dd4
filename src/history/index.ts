export { type CurrencyTotal, CurrencyTotals, RecordNotes, recordsIn } from "./billing-records.ts";
export { commitTimeOf } from "./commit-time.ts";
export type { FleetCommit, Part } from "./fleet-commits.ts";
export { departuresInGit, type GitDeparture, type GitPlace } from "./git-departures.ts";
export type { JournalEvent } from "./journal-events.ts";
export { type LocalSources, localHistory } from "./local-history.ts";
export type { DesiredPlace, HistoryPage, HistoryRecord, HistoryUser } from "./page.ts";
export { recordNotesInWords, setAsideFailure } from "./record-notes.ts";
export { type ServerHistory, type ServerSources, serverHistory } from "./server-history.ts";
