import type { ListOrder } from "./behaviour.ts";
import type { SandboxCar } from "./data.ts";
import { createRandom } from "./random.ts";

// Rows stand in chunks so that a write costs one chunk, not the whole list, and a page costs a walk over chunk lengths.
const CHUNK_ROWS = 1024;

interface Chunk {
  rows: SandboxCar[];
}

interface Place {
  readonly car: SandboxCar;
  readonly chunk: Chunk;
}

/** The cars of one list, each licenseNumber once, in a fixed order; made for lists of a million cars. */
export class SandboxList {
  readonly #sorted: boolean;
  readonly #order: ListOrder;
  readonly #places = new Map<string, Place>();
  #chunks: Chunk[] = [{ rows: [] }];

  constructor(order: ListOrder, cars: Iterable<SandboxCar>) {
    this.#order = order;
    this.#sorted = order === "sorted";
    const rows = [...cars];
    if (this.#sorted) rows.sort((a, b) => (a.licenseNumber < b.licenseNumber ? -1 : 1));
    for (const car of rows) this.put(car);
  }

  get size(): number {
    return this.#places.size;
  }

  /** The row with exactly this text, if any. */
  get(licenseNumber: string): SandboxCar | undefined {
    return this.#places.get(licenseNumber)?.car;
  }

  /** Adds the row, or replaces the one of the same licenseNumber where it stands. */
  put(car: SandboxCar): void {
    const place = this.#places.get(car.licenseNumber);
    const chunk = place?.chunk ?? this.#chunkFor(car.licenseNumber);
    if (place) chunk.rows[chunk.rows.indexOf(place.car)] = car;
    else if (this.#sorted) chunk.rows.splice(rowIndex(chunk, car.licenseNumber), 0, car);
    else chunk.rows.push(car);
    this.#places.set(car.licenseNumber, { car, chunk });
    if (chunk.rows.length > 2 * CHUNK_ROWS) this.#split(chunk);
  }

  /** Takes the row away; false when there is none. */
  remove(licenseNumber: string): boolean {
    const place = this.#places.get(licenseNumber);
    if (!place) return false;
    this.#places.delete(licenseNumber);
    place.chunk.rows.splice(place.chunk.rows.indexOf(place.car), 1);
    if (place.chunk.rows.length === 0 && this.#chunks.length > 1) {
      this.#chunks = this.#chunks.filter((chunk) => chunk !== place.chunk);
    }
    return true;
  }

  clear(): void {
    this.#places.clear();
    this.#chunks = [{ rows: [] }];
  }

  /** `count` rows from `offset` in the list's order; `request` numbers the order that an unstable list takes. */
  slice(offset: number, count: number, request = 0): SandboxCar[] {
    const end = Math.min(offset + count, this.size);
    if (offset >= end) return [];
    switch (this.#order) {
      case "inserted":
      case "sorted":
        return this.#range(offset, end);
      case "newest-first":
        return this.#range(this.size - end, this.size - offset).reverse();
      case "unstable":
        return this.#shuffled(offset, end, request);
    }
  }

  /** Every row, oldest first (by licenseNumber in a sorted list). */
  *[Symbol.iterator](): Generator<SandboxCar> {
    for (const chunk of this.#chunks) yield* chunk.rows;
  }

  #chunkFor(licenseNumber: string): Chunk {
    const from = this.#sorted
      ? firstIndex(this.#chunks.length, (at) => (this.#chunks[at]?.rows[0]?.licenseNumber ?? "") > licenseNumber) - 1
      : this.#chunks.length - 1;
    const chunk = this.#chunks[Math.max(from, 0)];
    if (!chunk) throw new Error("a car list has at least one chunk");
    return chunk;
  }

  #split(chunk: Chunk): void {
    const second: Chunk = { rows: chunk.rows.splice(CHUNK_ROWS) };
    for (const car of second.rows) this.#places.set(car.licenseNumber, { car, chunk: second });
    this.#chunks.splice(this.#chunks.indexOf(chunk) + 1, 0, second);
  }

  #range(from: number, to: number): SandboxCar[] {
    const rows: SandboxCar[] = [];
    let start = 0;
    for (const chunk of this.#chunks) {
      if (start >= to) break;
      const end = start + chunk.rows.length;
      if (end > from) rows.push(...chunk.rows.slice(Math.max(from - start, 0), to - start));
      start = end;
    }
    return rows;
  }

  // A stride coprime to the size visits every row once, so each request sees a whole list in an order of its own.
  #shuffled(from: number, to: number, request: number): SandboxCar[] {
    const random = createRandom(`order:${request}`);
    const start = random.below(this.size);
    let stride = 1 + random.below(this.size);
    while (greatestCommonDivisor(stride, this.size) !== 1) stride += 1;
    const positions = Array.from({ length: to - from }, (_, at) => (start + (from + at) * stride) % this.size);
    return positions.flatMap((position) => this.#range(position, position + 1));
  }
}

function rowIndex(chunk: Chunk, licenseNumber: string): number {
  return firstIndex(chunk.rows.length, (at) => (chunk.rows[at]?.licenseNumber ?? "") > licenseNumber);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** The first index below `length` for which `holds`, or `length`; `holds` must be false up to some index and true after. */
export function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
