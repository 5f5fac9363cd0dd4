import type { PlateKey } from "../plate.ts";
import { PlateIndex } from "./plate-index.ts";

/** The numbers, moved to where at least that many have room when they lack it. */
export function withRoomFor(length: number, numbers: Int32Array): Int32Array {
  if (length <= numbers.length) return numbers;
  const larger = new Int32Array(Math.max(length, numbers.length * 2));
  larger.set(numbers);
  return larger;
}

/**
 * Entries by plate in the order in which they came, for lists too long to keep an object per entry: what an entry says is
 * packed into a few numbers, and the object is created each time it is asked for.
 */
export abstract class PlateTable<Entry> implements ReadonlyMap<PlateKey, Entry> {
  protected readonly index = new PlateIndex();

  /** The entry of a row; rows count from 0 in the order in which plates were entered into the index. */
  protected abstract entryAt(row: number): Entry;

  get size(): number {
    return this.index.size;
  }

  get(plateKey: PlateKey): Entry | undefined {
    const row = this.index.rowOf(plateKey);
    return row === undefined ? undefined : this.entryAt(row);
  }

  has(plateKey: PlateKey): boolean {
    return this.index.rowOf(plateKey) !== undefined;
  }

  /** The entries of rows from one number up to another, excluded, whose plates the other table lacks. */
  missingIn(other: PlateTable<Entry>, from: number, to: number): Entry[] {
    return this.index.rowsMissingIn(other.index, from, Math.min(to, this.size)).map((row) => this.entryAt(row));
  }

  forEach(visit: (entry: Entry, plateKey: PlateKey, table: ReadonlyMap<PlateKey, Entry>) => void): void {
    for (const [plateKey, entry] of this) visit(entry, plateKey, this);
  }

  /** Calls `visit` for the entries of rows, the second number excluded. */
  visitRows(from: number, to: number, visit: (entry: Entry) => void): void {
    const end = Math.min(to, this.size);
    for (let row = from; row < end; row += 1) visit(this.entryAt(row));
  }

  *keys(): Generator<PlateKey, undefined> {
    for (let row = 0; row < this.size; row += 1) yield this.index.keyAt(row);
  }

  *values(): Generator<Entry, undefined> {
    for (let row = 0; row < this.size; row += 1) yield this.entryAt(row);
  }

  *entries(): Generator<[PlateKey, Entry], undefined> {
    for (let row = 0; row < this.size; row += 1) yield [this.index.keyAt(row), this.entryAt(row)];
  }

  [Symbol.iterator](): Generator<[PlateKey, Entry], undefined> {
    return this.entries();
  }
}
