import {
  accountScope,
  type DesiredEntry,
  isAccountId,
  type PlateColumn,
  type PlateKey,
  type PlateRules,
  plateKeyOf,
  type RepeatedRow,
  type Scope,
  type Source,
} from "../../allowlist/index.ts";
import type { ListReference, ReadOddRow } from "../../tables/index.ts";
import { pagesAmong } from "../../tables/index.ts";

interface TakenRow {
  readonly source: Source;
  readonly text: string;
  readonly filled: number;
  readonly entry: DesiredEntry;
  readonly scope: Scope;
}

/** A row that is the number of a page, and the car that it was taken for. */
export interface NumberedPage {
  readonly source: Source;
  readonly entry?: DesiredEntry;
  readonly scope?: Scope;
}

/** Collects the rows of one list file until all are read: what nearly all of them have filled is known then. */
export class ColumnRows {
  /** The columns that nearly all rows have filled, one bit each. */
  usual = 0;
  readonly #rows: TakenRow[] = [];
  readonly #odd: ReadOddRow[] = [];
  readonly #repeated: RepeatedRow[] = [];

  take(entry: DesiredEntry, scope: Scope, filled: number): void {
    this.#rows.push({ source: entry.source, text: entry.licenseNumber, entry, scope, filled });
  }

  takeRepeated(row: RepeatedRow): void {
    this.#repeated.push(row);
  }

  takeOdd(row: ReadOddRow): void {
    this.#odd.push(row);
  }

  /** The rows that are numbered pages, which are no part of the column. `list`: the one list of all rows; undefined where rows name accounts. */
  finish(
    { file, plates = [] }: ListReference,
    list: Scope | undefined,
    rules: PlateRules,
  ): { readonly column: PlateColumn; readonly pages: readonly NumberedPage[] } {
    const isAlone = ({ filled }: { readonly filled: number }) => this.usual !== 0 && (filled & this.usual) === 0;
    const pages = pagesAmong<TakenRow | ReadOddRow>([...this.#rows, ...this.#odd].filter(isAlone));
    const column = {
      list: file,
      named: new Set<PlateKey>(plates.flatMap((plate) => plateKeyOf(plate, rules) ?? [])),
      rows: this.#rows.flatMap((row) => {
        if (pages.has(row)) return [];
        const { entry, scope } = row;
        return [isAlone(row) ? { isAlone: true, entry, scope } : { entry, scope }];
      }),
      repeated: this.#repeated,
      odd: this.#odd.flatMap((row) => {
        if (pages.has(row)) return [];
        const { source, text, words, hasPlate, account = "" } = row;
        const scope = list ?? (isAccountId(account) ? accountScope(account) : undefined);
        return [{ source, text, words, ...(hasPlate && { hasPlate }), ...(scope && { scope }) }];
      }),
    };
    return {
      column,
      pages: [...pages].map((one) => ("entry" in one ? one : { source: one.source })),
    };
  }
}
