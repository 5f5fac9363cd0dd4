import {
  type DesiredEntry,
  type DesiredScope,
  type PlateKey,
  PlateTable,
  type Scope,
  withRoomFor,
} from "../allowlist/index.ts";

const FEWEST_ROWS = 16;

/** A desired car with the list that it belongs on. */
export interface ScopedEntry {
  readonly scope: Scope;
  readonly entry: DesiredEntry;
}

/** The lists on which each plate is wanted, a number a plate: for millions of cars, an object each would not fit. */
export class OwnerTable extends PlateTable<readonly ScopedEntry[]> {
  readonly #lists: readonly DesiredScope[];
  /** For each row the number of the first list. */
  #first: Int32Array = new Int32Array(FEWEST_ROWS);
  /** Of the few plates that several lists want, the numbers of the others. */
  readonly #others = new Map<number, number[]>();
  #filled = 0;

  constructor(lists: readonly DesiredScope[]) {
    super();
    this.#lists = lists;
    this.index.reserve(lists.reduce((sum, { entries }) => sum + entries.size, 0));
    lists.forEach(({ entries }, number) => {
      for (const plateKey of entries.keys()) this.#add(plateKey, number);
    });
  }

  protected override entryAt(row: number): readonly ScopedEntry[] {
    const plateKey = this.index.keyAt(row);
    return [this.#first[row] ?? 0, ...(this.#others.get(row) ?? [])].flatMap((number) => {
      const list = this.#lists[number];
      const entry = list?.entries.get(plateKey);
      return list && entry ? [{ scope: list.scope, entry }] : [];
    });
  }

  #add(plateKey: PlateKey, number: number): void {
    const row = this.index.enterKey(plateKey);
    if (row < this.#filled) {
      const others = this.#others.get(row);
      if (others) others.push(number);
      else this.#others.set(row, [number]);
      return;
    }
    this.#filled += 1;
    this.#first = withRoomFor(this.#filled, this.#first);
    this.#first[row] = number;
  }
}
