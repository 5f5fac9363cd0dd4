import { type DesiredScope, isValidOn } from "./desired-state.ts";
import type { PlateKey } from "./plate.ts";
import type { Scope } from "./scope.ts";
import { PlateTable, withRoomFor } from "./table/plate-table.ts";

const FEWEST_ROWS = 16;

/** The cars of many lists with the first list that wants each: a few bytes a car, for the lists themselves are let go. */
export class WantedElsewhere extends PlateTable<Scope> {
  readonly #scopes: readonly Scope[];
  #listOf: Int32Array = new Int32Array(FEWEST_ROWS);

  /** Cars of these lists that are valid on that day, YYYY-MM-DD. */
  constructor(lists: readonly DesiredScope[], day: string) {
    super();
    this.#scopes = lists.map(({ scope }) => scope);
    lists.forEach(({ entries }, number) => {
      for (const entry of entries.values()) if (isValidOn(entry, day)) this.#add(entry.plateKey, number);
    });
  }

  protected override entryAt(row: number): Scope {
    const scope = this.#scopes[this.#listOf[row] ?? 0];
    if (scope === undefined) throw new RangeError(`row ${row} is of no list`);
    return scope;
  }

  #add(plateKey: PlateKey, number: number): void {
    const before = this.size;
    const row = this.index.enterKey(plateKey);
    if (row < before) return;
    this.#listOf = withRoomFor(row + 1, this.#listOf);
    this.#listOf[row] = number;
  }
}
