import type { Scope } from "../allowlist/index.ts";

/** Which page of a list, and how long; `number` counts from 0 (interface 4, Pagination). */
export interface PageRequest {
  readonly number: number;
  readonly size: number;
}

/** One page as the server gave it. The echo of the request has been checked, the totals have not. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly number: number;
  readonly size: number;
  readonly totalElements: number;
  readonly totalPages: number;
}

/** One row of a car list (interface 2, Global allowlist car; an account's rows carry no features). */
export interface CarRow {
  readonly licenseNumber: string;
  readonly features: readonly string[];
  readonly addedByCustomerCare: boolean;
}

/** One fleet car (interface 4.11). */
export interface FleetCarRow {
  readonly licenseNumber: string;
  readonly createdDate: string;
}

/** What reading live needs from the interface. Every method rejects with an `InterfaceError`. */
export interface ListReader {
  /** One page of a scope's cars; `not-offered` when the server answers 404, 405 or 501 for that list. */
  carPage(scope: Scope, page: PageRequest): Promise<Page<CarRow> | "not-offered">;
  /** Whether a billing account is known to the server and open to these credentials. */
  accountExists(baId: string): Promise<boolean>;
  fleetCars(): Promise<readonly FleetCarRow[]>;
}

/** What finding accounts needs from the interface. */
export interface AccountReader {
  /** The billing accounts that the server names (interface 4.12). Rejects with an `InterfaceError`. */
  billingAccounts(): Promise<readonly { readonly baId: string }[]>;
}

/** A parking user and the cars that they hold (interface 2, ParkingUser). */
export interface HolderRow {
  readonly id: string;
  readonly cars: readonly { readonly licenseNumber: string }[];
}

/** What finding the holders of cars needs from the interface. Both fail with an `InterfaceError`. */
export interface UserReader {
  /** Every parking user of an account (interface 4.4). */
  parkingUsers(baId: string): AsyncIterable<{ readonly id: string }>;
  /** A parking user with their cars (interface 4.2). */
  parkingUser(baId: string, puId: string): Promise<HolderRow>;
}
