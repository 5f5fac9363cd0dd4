import type { BillingRecord } from "../fleet-api/index.ts";
import type { CurrencyTotal } from "./billing-records.ts";
import type { DesiredPlace } from "./desired-places.ts";
import type { FleetCommit, Part } from "./git/fleet-commits.ts";
import type { JournalEvent } from "./journal-events.ts";
import type { LiveCar } from "./live-now.ts";

/** A parking user who has the car. */
export interface HistoryUser {
  readonly account: string;
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly licenseNumber: string;
}

/** A billing record of the plate, and whose it is. */
export type HistoryRecord = BillingRecord & { readonly account: string };

/** One plate's life. */
export interface HistoryPage {
  readonly licenseNumber: string;
  readonly plateKey: string;
  readonly live: Part<LiveCar>;
  readonly desired: Part<DesiredPlace>;
  readonly commits: Part<FleetCommit>;
  readonly journal: Part<JournalEvent>;
  readonly billing: Part<HistoryRecord>;
  readonly totals: readonly CurrencyTotal[];
  readonly users: Part<HistoryUser>;
}
