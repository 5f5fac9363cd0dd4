import { accountScope, compareScopes, type Mode, type Scope } from "../../allowlist/index.ts";
import type { SandboxBehaviour } from "./behaviour.ts";
import { LaggingList } from "./car-list.ts";
import {
  type SandboxAccount,
  type SandboxCar,
  type SandboxData,
  type SandboxFleetCar,
  type SandboxRecord,
  type SandboxUser,
  type StartingData,
  sandboxDataSchema,
} from "./data.ts";

/** A billing account as the sandbox serves it; its cars are the list of its scope. */
export interface AccountState {
  readonly baId: string;
  readonly name: string;
  closed: boolean;
  /** By id, in the order of creation. */
  readonly users: Map<string, SandboxUser>;
  /** Ordered by startDate. */
  billing: readonly SandboxRecord[];
}

/** What shapes the lists themselves and so holds from the start: their orders, and how late reads follow writes. */
export type ListShape = Pick<SandboxBehaviour, "listOrder" | "replicaLag">;

/** All that the server knows. No clock, no HTTP, no files: instants are given, in milliseconds since the epoch. */
export class SandboxModel {
  readonly mode: Mode;
  readonly fleet: readonly SandboxFleetCar[];
  readonly #lists = new Map<Scope, LaggingList>();
  /** Billing accounts by id, in ascending order. */
  readonly accounts: ReadonlyMap<string, AccountState>;

  constructor(mode: Mode, { listOrder, replicaLag }: ListShape, { cars, fleet, accounts }: SandboxData) {
    this.mode = mode;
    this.fleet = fleet;
    this.#lists.set("global", new LaggingList(listOrder, replicaLag, cars));
    const sorted = [...accounts].sort(byAccountId);
    for (const { baId, cars: own } of sorted)
      this.#lists.set(accountScope(baId), new LaggingList("sorted", replicaLag, own));
    this.accounts = new Map(sorted.map((account) => [account.baId, accountState(account)]));
  }

  /** The list of a scope; throws when there is no such account. */
  list(scope: Scope): LaggingList {
    const list = this.#lists.get(scope);
    if (!list) throw new RangeError(`the sandbox has no list ${scope}`);
    return list;
  }

  /** The rows on a scope's list, late reads aside. */
  cars(scope: Scope): readonly SandboxCar[] {
    return [...this.list(scope).written];
  }

  /** The plates on a scope's list, late reads aside. */
  plates(scope: Scope): readonly string[] {
    return this.cars(scope).map((car) => car.licenseNumber);
  }

  /** Adds or replaces cars behind the back of any client; readers see them at once, or after the replica's lag from `now`. */
  putCars(scope: Scope, cars: NonNullable<StartingData["cars"]>, now = 0): void {
    for (const car of sandboxDataSchema.parse({ cars }).cars) this.list(scope).write((list) => list.put(car), now);
  }

  /** Takes cars away behind the back of any client. */
  removeCars(scope: Scope, licenseNumbers: readonly string[], now = 0): void {
    for (const licenseNumber of licenseNumbers) this.list(scope).write((list) => list.remove(licenseNumber), now);
  }

  /** Replaces the billing records of an account. */
  setBilling(baId: string, billing: NonNullable<StartingData["accounts"]>[number]["billing"]): void {
    for (const account of sandboxDataSchema.parse({ accounts: [{ baId, billing }] }).accounts)
      this.#account(baId).billing = accountState(account).billing;
  }

  /** Closes a billing account to the client, or opens it. */
  setClosed(baId: string, closed: boolean): void {
    this.#account(baId).closed = closed;
  }

  #account(baId: string): AccountState {
    const account = this.accounts.get(baId);
    if (!account) throw new RangeError(`the sandbox has no billing account ${baId}`);
    return account;
  }

  /** Everything, as for a data file. */
  snapshot(): SandboxData {
    return {
      cars: [...this.cars("global")],
      fleet: [...this.fleet],
      accounts: [...this.accounts.values()].map((account) => ({
        ...account,
        cars: [...this.cars(accountScope(account.baId))],
        users: [...account.users.values()],
        billing: [...account.billing],
      })),
    };
  }
}

function accountState({ cars: _, ...account }: SandboxAccount): AccountState {
  return {
    ...account,
    users: new Map(account.users.map((user) => [user.id, { ...user, cars: [...user.cars] }])),
    billing: [...account.billing].sort((a, b) => (a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : 0)),
  };
}

function byAccountId(left: SandboxAccount, right: SandboxAccount): number {
  return compareScopes(accountScope(left.baId), accountScope(right.baId));
}
