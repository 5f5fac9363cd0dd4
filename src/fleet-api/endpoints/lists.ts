import type { z } from "zod";
import type { FleetCarRow } from "../../ports/index.ts";
import type { ClientContext } from "../client-context.ts";
import type { PagedList } from "./pages.ts";
import { paths, type Query } from "./paths.ts";
import {
  type billingAccountShape,
  type billingRecordShape,
  pageShapes,
  type parkingUserItemShape,
} from "./resources.ts";

// Far above any real list, and small enough that what is kept of the rows fits into the memory of a usual machine.
const MOST_USERS = 2_000_000;
const MOST_ACCOUNTS = 1_000_000;
const MOST_FLEET_CARS = 5_000_000;
/** Records are read one after the other and not kept. */
const MOST_RECORDS = 20_000_000;

/** One row of the users of an account (interface 2); ids are digits. */
export type ParkingUserItem = z.output<typeof parkingUserItemShape>;
/** One billing record (interface 2); ids are digits, amounts decimal texts. */
export type BillingRecord = z.output<typeof billingRecordShape>;
/** One billing account: its id, and whatever plain fields the server adds. */
export type BillingAccount = z.output<typeof billingAccountShape>;

/** Days, YYYY-MM-DD, both included; either end may be open (interface 4.6). */
export interface DayRange {
  readonly from?: string;
  readonly to?: string;
}

/** A list whose rows can be told apart. */
export interface Identified<Item> extends PagedList<Item> {
  /** The most rows that the list may be said to hold. */
  readonly mostRows: number;
  readonly idOf: (item: Item) => string;
}

/** A list that may come in one array. */
export interface Whole<Item> extends Identified<Item> {
  readonly arrayOrPage: z.ZodType<ArrayOrPage<Item>>;
}

/** What such a list turned out to be. */
export type ArrayOrPage<Item> = { readonly kind: "array"; readonly items: readonly Item[] } | { readonly kind: "page" };

/** Interface 4.4. */
export function userList(channel: ClientContext, baId: string): Identified<ParkingUserItem> {
  const page = pageShapes.parkingUsers;
  return {
    base: channel.baseUrl,
    path: paths.parkingUsers(baId),
    page,
    numbers: "exact",
    mostRows: MOST_USERS,
    idOf: (user) => user.id,
  };
}

/** Interface 4.6. */
export function recordList(channel: ClientContext, baId: string, range: DayRange): Identified<BillingRecord> {
  const { fromDateParam, toDateParam } = channel.settings;
  const from: Query = range.from === undefined ? [] : [[fromDateParam, range.from]];
  const to: Query = range.to === undefined ? [] : [[toDateParam, range.to]];
  return {
    base: channel.baseUrl,
    path: paths.billingRecords(baId),
    query: [...from, ...to],
    page: pageShapes.billingRecords,
    numbers: "exact",
    mostRows: MOST_RECORDS,
    idOf: (record) => `${record.infoId}/${record.infoRecordId}`,
  };
}

/** Interface 4.12. */
export function accountList(channel: ClientContext): Whole<BillingAccount> {
  return {
    base: channel.baseUrl,
    path: paths.billingAccounts,
    page: pageShapes.billingAccounts,
    arrayOrPage: pageShapes.billingAccountsOrPage,
    numbers: "exact",
    mostRows: MOST_ACCOUNTS,
    idOf: (account) => account.baId,
  };
}

/** Interface 4.11. */
export function fleetList(channel: ClientContext): Whole<FleetCarRow> {
  return {
    base: channel.partnerUrl,
    path: paths.fleetCars,
    page: pageShapes.fleetCars,
    arrayOrPage: pageShapes.fleetCarsOrPage,
    numbers: "plain",
    mostRows: MOST_FLEET_CARS,
    idOf: (car) => `${car.licenseNumber}/${car.createdDate}`,
  };
}
