import { createRandom, type SeededRandom } from "../../src/sandbox/model/random.ts";
import { CURRENCIES, type Currency } from "./money.ts";

/** What is audited: a month with the end of summer time, long gone, so that every test of it is the same on any day. */
export const RANGE = { from: "2024-10-01", to: "2024-10-31" } as const;
export const TIME_ZONE = "Europe/Copenhagen";
/** A Monday to Friday of that month. */
export const WEEKDAYS = [1, 2, 3, 4, 7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 21, 22, 23, 24, 25, 28, 29, 30, 31].map(
  (day) => `2024-10-${String(day).padStart(2, "0")}`,
);

export type TownMode = "global" | "billing-account";

/** How large a town is. */
export interface TownSize {
  readonly mode: TownMode;
  readonly accounts: number;
  /** Cars with which nothing is wrong. */
  readonly cars: number;
  /** Parking users of these cars. */
  readonly users: number;
  /** Billing records in all; the honest parkings fill up to this. */
  readonly records: number;
  readonly seed: number;
}

/** One billing record. Amounts are in the smallest unit of the currency. */
export interface TownRecord {
  readonly id: number;
  /** Absent: a fee that names no plate. */
  readonly plate?: string;
  readonly start: string;
  readonly end: string;
  readonly type: string;
  readonly place: number;
  readonly net: number;
  readonly vat: string;
  readonly gross: number;
  readonly currency: Currency;
  /** Empty: none. */
  readonly user: string;
  readonly costCenter: string;
  /** The id of its parking, and its subtype; those of its own unless given. */
  readonly parkingId?: number;
  readonly subType?: string;
  /** Where it was parked; in Denmark unless given. */
  readonly country?: string;
}

export interface TownUser {
  readonly id: string;
  readonly status: "ACTIVE" | "INACTIVE" | "CLOSED";
  readonly costCenter: string;
  readonly cars: string[];
}

export interface ListedCar {
  readonly plate: string;
  readonly features: readonly string[];
  readonly isCustomerCare: boolean;
}

/** A car as the fleet file writes it. */
export interface WantedCar {
  readonly plate: string;
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly features?: readonly string[];
  /** It stands in a CSV list beside the fleet file; with `hasGrace` in one with a grace of ten days. */
  readonly isInCsv?: boolean;
  readonly hasGrace?: boolean;
}

/** What `apply` did to a car on a day; `update`: the list had it already. */
export interface Applied {
  readonly day: string;
  readonly action: "add" | "update" | "delete";
}

/** How a car that has a history stood in an older version of the files; undefined: it was not there. */
export type Stood = Omit<WantedCar, "plate"> | undefined;

/** One list: of the town in global mode, else of an account. */
export interface TownList {
  readonly scope: string;
  readonly wanted: WantedCar[];
  readonly absent: { readonly plate: string; readonly since: string }[];
  readonly listed: ListedCar[];
}

export interface TownAccount {
  readonly id: string;
  readonly scope: string;
  readonly currency: Currency;
  readonly list: TownList;
  readonly users: TownUser[];
  /** The users of cars with which nothing is wrong. */
  readonly pool: TownUser[];
  records: TownRecord[];
}

/** How a record differs from a parking of an hour that its holder paid for. */
export interface Parking {
  readonly day?: string;
  /** A whole instant, in place of day and hour. */
  readonly start?: string;
  readonly hour?: number;
  readonly minutes?: number;
  readonly place?: number;
  readonly type?: string;
  readonly units?: number;
  readonly currency?: Currency;
  readonly user?: string;
  readonly costCenter?: string;
  readonly more?: Partial<TownRecord>;
}

const USUAL_DAY = "2024-10-08";
const USUAL_HOUR = 10;
const PLACES = 40;
const PLATE_DIGITS = 6;
const FIRST_ACCOUNT = 4700;

/** A fleet and its server, as far as an audit sees them. What its methods add is right unless told otherwise. */
export class Town {
  readonly size: TownSize;
  readonly random: SeededRandom;
  readonly accounts: TownAccount[] = [];
  /** Accounts of the server that no fleet file declares; the others are ignored by name. */
  readonly unmanaged: TownAccount[] = [];
  readonly ignored: string[] = [];
  /** Cars that `apply` put on lists that no fleet file declares now. */
  readonly putBefore: { readonly scope: string; readonly plate: string }[] = [];
  readonly lists: TownList[] = [];
  readonly fleet: string[] = [];
  /** Cars that stood otherwise in the first and the second version of the files; the third one is today's. */
  readonly past: { readonly list: TownList; readonly plate: string; readonly versions: readonly [Stood, Stood] }[] = [];
  /** What `apply` did to a car of a list, where it did not run after each version of the files. */
  readonly applied = new Map<string, readonly Applied[]>();
  /** When a list got a car, where that was not by `apply`; an instant. */
  readonly created = new Map<string, string>();
  readonly #drawn: string[] = [];
  #ids = 1000;

  constructor(size: TownSize) {
    this.size = size;
    this.random = createRandom(`town ${size.seed}`);
    for (let at = 0; at < size.accounts; at += 1) {
      const account = this.openAccount(this.accounts.length);
      for (let user = 0; user < Math.ceil(size.users / size.accounts); user += 1) account.pool.push(this.user(account));
      this.accounts.push(account);
    }
  }

  /** An account of the server with a list of its own, or the global one. */
  openAccount(number: number): TownAccount {
    const id = String(FIRST_ACCOUNT + number);
    const scope = `account:${id}`;
    const isGlobal = this.size.mode === "global";
    const known = isGlobal ? this.lists[0] : undefined;
    const list = known ?? { scope: isGlobal ? "global" : scope, wanted: [], absent: [], listed: [] };
    if (!known && number < this.size.accounts) this.lists.push(list);
    const currency = CURRENCIES[number % CURRENCIES.length] ?? { code: "DKK", digits: 2 };
    return { id, scope, currency, list, users: [], pool: [], records: [] };
  }

  /** A plate that is in no use yet, and that looks like no other. */
  plate(prefix = "CD"): string {
    const digits = this.#drawn.length.toString(6).padStart(PLATE_DIGITS, "0");
    const plate = digits.replace(/./g, (digit) => String(Number(digit) + 2));
    this.#drawn.push(plate);
    return prefix + plate;
  }

  /** How many plates were drawn; their digits alone are given by `drawnSince`. */
  drawn(): number {
    return this.#drawn.length;
  }

  drawnSince(first: number): readonly string[] {
    return this.#drawn.slice(first);
  }

  user(account: TownAccount, more: Partial<TownUser> = {}): TownUser {
    const id = this.id();
    const user = { id: String(id), status: "ACTIVE" as const, costCenter: `Team ${id % 7}`, cars: [], ...more };
    account.users.push(user);
    return user;
  }

  /** A user of the account with which nothing is wrong. */
  someone(account: TownAccount): TownUser {
    return this.random.pick(account.pool);
  }

  list(account: TownAccount, plate: string, more: Partial<ListedCar> = {}): void {
    account.list.listed.push({ plate, features: [], isCustomerCare: false, ...more });
  }

  /** Says how a car stood in the first and the second version of the files. */
  was({ list }: Pick<TownAccount, "list">, plate: string, ...versions: readonly [Stood, Stood]): void {
    this.past.push({ list, plate, versions });
  }

  /** The account after that one. */
  next(account: TownAccount): TownAccount {
    return this.accounts[(this.accounts.indexOf(account) + 1) % this.accounts.length] ?? account;
  }

  /** A car that is wanted, listed, used and held as it should be; `without` leaves some of that out. */
  car(
    account: TownAccount,
    { plate = this.plate(), without = [], ...more }: Partial<WantedCar> & { readonly without?: readonly Part[] } = {},
  ): string {
    const has = (part: Part) => !without.includes(part);
    if (has("wanted")) account.list.wanted.push({ plate, ...more });
    if (has("listed")) this.list(account, plate, { features: more.features ?? [] });
    if (has("fleet")) this.fleet.push(plate);
    if (has("holder")) this.someone(account).cars.push(plate);
    if (has("parking")) this.park(account, plate);
    return plate;
  }

  /** A parking that nobody in particular paid for: right by itself, whoever holds the car. */
  park(account: TownAccount, plate: string | undefined, parking: Parking = {}): TownRecord {
    const { day = USUAL_DAY, hour = USUAL_HOUR, minutes = 60, units = 4 * (10 + this.random.below(200)) } = parking;
    const start = parking.start ?? `${day}T${String(hour).padStart(2, "0")}:00:00Z`;
    const end = parking.more?.end ?? `${new Date(Date.parse(start) + minutes * 60_000).toISOString().slice(0, 19)}Z`;
    const record: TownRecord = {
      id: this.id(),
      ...(plate !== undefined && { plate }),
      start,
      end,
      type: parking.type ?? "PARKING",
      place: parking.place ?? this.random.below(PLACES),
      net: units,
      vat: "25",
      gross: (units / 4) * 5,
      currency: parking.currency ?? account.currency,
      user: parking.user ?? "",
      costCenter: parking.costCenter ?? "7",
      ...parking.more,
    };
    account.records.push(record);
    return record;
  }

  id(): number {
    this.#ids += 1;
    return this.#ids;
  }
}

/** What a car can be without. */
export type Part = "wanted" | "listed" | "fleet" | "holder" | "parking";
