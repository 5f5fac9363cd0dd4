import type { ListOrder } from "./behaviour.ts";
import { SandboxList } from "./car-list.ts";
import type { SandboxCar } from "./data.ts";

interface PendingChange {
  /** When the change shows, milliseconds since the epoch. */
  readonly due: number;
  readonly apply: (list: SandboxList) => void;
}

/** A list that is written at once and read from a copy that follows `lag` milliseconds later, as a read replica does. */
export class LaggingList {
  readonly #written: SandboxList;
  readonly #read: SandboxList;
  readonly #lag: number;
  #pending: PendingChange[] = [];

  constructor(order: ListOrder, lag: number, cars: readonly SandboxCar[]) {
    this.#lag = lag;
    this.#written = new SandboxList(order, cars);
    this.#read = lag === 0 ? this.#written : new SandboxList(order, cars);
  }

  /** The list as writes see it. */
  get written(): SandboxList {
    return this.#written;
  }

  /** The list as readers see it at that instant (milliseconds since the epoch). */
  readAt(now: number): SandboxList {
    while (this.#pending[0] !== undefined && this.#pending[0].due <= now) this.#pending.shift()?.apply(this.#read);
    return this.#read;
  }

  put(car: SandboxCar, now: number): void {
    this.#write((list) => list.put(car), now);
  }

  remove(licenseNumber: string, now: number): void {
    this.#write((list) => list.remove(licenseNumber), now);
  }

  clear(now: number): void {
    this.#write((list) => list.clear(), now);
  }

  #write(change: (list: SandboxList) => void, now: number): void {
    change(this.#written);
    if (this.#read !== this.#written) this.#pending.push({ due: now + this.#lag, apply: change });
  }
}
