import type { SandboxBehaviour } from "./behaviour.ts";
import type { SandboxCar } from "./data.ts";
import { createRandom } from "./random.ts";

/** The cars of one list, each licenseNumber once, in a fixed order. */
export class SandboxList {
  readonly #order: SandboxBehaviour["listOrder"];
  readonly #cars: Map<string, SandboxCar>;
  /** The rows in order since the last write, once somebody asked for them. */
  #rows: readonly SandboxCar[] | undefined;

  constructor(order: SandboxBehaviour["listOrder"], cars: Iterable<SandboxCar>) {
    this.#order = order;
    this.#cars = new Map(Array.from(cars, (car) => [car.licenseNumber, car]));
  }

  get size(): number {
    return this.#cars.size;
  }

  /** The row with exactly this text, if any. */
  get(licenseNumber: string): SandboxCar | undefined {
    return this.#cars.get(licenseNumber);
  }

  /** Adds the row, or replaces the one of the same licenseNumber in its place. */
  put(car: SandboxCar): void {
    this.#cars.set(car.licenseNumber, car);
    this.#rows = undefined;
  }

  /** Takes the row away. */
  remove(licenseNumber: string): void {
    this.#cars.delete(licenseNumber);
    this.#rows = undefined;
  }

  clear(): void {
    this.#cars.clear();
    this.#rows = undefined;
  }

  /** `count` rows from `offset` in the list's order; `request` numbers the order that an unstable list takes. */
  slice(offset: number, count: number, request = 0): readonly SandboxCar[] {
    const rows = this.#inOrder();
    const end = Math.min(offset + count, rows.length);
    if (offset >= end) return [];
    switch (this.#order) {
      case "inserted":
      case "sorted":
        return rows.slice(offset, end);
      case "newest-first":
        return rows.slice(rows.length - end, rows.length - offset).reverse();
      case "unstable":
        return shuffled(rows, request).slice(offset, end);
    }
  }

  /** Every row, oldest first (by licenseNumber in a sorted list). */
  [Symbol.iterator](): Iterator<SandboxCar> {
    return this.#inOrder()[Symbol.iterator]();
  }

  #inOrder(): readonly SandboxCar[] {
    if (this.#rows) return this.#rows;
    const rows = [...this.#cars.values()];
    if (this.#order === "sorted") rows.sort((a, b) => (a.licenseNumber < b.licenseNumber ? -1 : 1));
    this.#rows = rows;
    return rows;
  }
}

// A stride coprime to the size visits every row once, so each request sees a whole list in an order of its own.
function shuffled(rows: readonly SandboxCar[], request: number): readonly SandboxCar[] {
  const random = createRandom(`order:${request}`);
  const start = random.below(rows.length);
  let stride = 1 + random.below(rows.length);
  while (greatestCommonDivisor(stride, rows.length) !== 1) stride += 1;
  return rows.flatMap((_, at) => rows[(start + at * stride) % rows.length] ?? []);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

interface PendingChange {
  /** When the change shows, milliseconds since the epoch. */
  readonly due: number;
  readonly apply: (list: SandboxList) => void;
}

/** A list that is written at once and read from a copy that follows `lag` milliseconds later, as a read replica does. */
export class LaggingList {
  /** The list as writes see it. */
  readonly written: SandboxList;
  readonly #read: SandboxList;
  readonly #lag: number;
  #pending: PendingChange[] = [];

  constructor(order: SandboxBehaviour["listOrder"], lag: number, cars: readonly SandboxCar[]) {
    this.#lag = lag;
    this.written = new SandboxList(order, cars);
    this.#read = lag === 0 ? this.written : new SandboxList(order, cars);
  }

  /** The list as readers see it at that instant (milliseconds since the epoch). */
  readAt(now: number): SandboxList {
    while (this.#pending[0] !== undefined && this.#pending[0].due <= now) this.#pending.shift()?.apply(this.#read);
    return this.#read;
  }

  /** Changes the list: readers see it `lag` milliseconds after `now`. */
  write(change: (list: SandboxList) => void, now: number): void {
    change(this.written);
    if (this.#read !== this.written) this.#pending.push({ due: now + this.#lag, apply: change });
  }
}
