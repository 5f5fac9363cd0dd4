export { type CurrencyTotal, CurrencyTotals, recordsIn } from "./billing-records.ts";
export type { FleetCommit } from "./fleet-commits.ts";
export type { JournalEvent } from "./journal-events.ts";
export { type LocalSources, localHistory } from "./local-history.ts";
export type { BilledRecord, DesiredPlace, HistoryPage, Holder } from "./page.ts";
export type { Part } from "./part.ts";
export { type ServerHistory, type ServerSources, serverHistory } from "./server-history.ts";
