import type { BillingRecord } from "../fleet-api/index.ts";
import type { CurrencyTotal } from "./billing-records.ts";
import type { FleetCommit } from "./fleet-commits.ts";
import type { JournalEvent } from "./journal-events.ts";
import type { Part } from "./part.ts";

/** Where the fleet files have the plate now. */
export interface DesiredPlace {
  readonly scope: string;
  readonly licenseNumber: string;
  readonly source: string;
}

/** A parking user who has the car. */
export interface Holder {
  readonly account: string;
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly licenseNumber: string;
}

/** A billing record of the plate, and whose it is. */
export type BilledRecord = BillingRecord & { readonly account: string };

/** One plate's life. */
export interface HistoryPage {
  readonly licenseNumber: string;
  readonly plateKey: string;
  readonly desired: Part<DesiredPlace>;
  readonly commits: Part<FleetCommit>;
  readonly journal: Part<JournalEvent>;
  readonly billing: Part<BilledRecord>;
  readonly totals: readonly CurrencyTotal[];
  readonly users: Part<Holder>;
}
