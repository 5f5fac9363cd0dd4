export { type RecordNotes, recordNotesInWords, recordPagesIn, setAsideFailure } from "./billing-records.ts";
export { fleetVersions } from "./git/commits.ts";
export { commitTimeOf } from "./git/committed-files.ts";
export { commitsToRead, readEditOrigins } from "./git/edit-origins.ts";
export { isListed, liveNow } from "./live-now.ts";
export { accountsToRead, localHistory, serverHistory } from "./page.ts";
export { type JournalChanges, journalChanges } from "./timeline/journal.ts";
export { Timeline } from "./timeline/timeline.ts";
export type { TimelineGit } from "./timeline/written-cars.ts";
