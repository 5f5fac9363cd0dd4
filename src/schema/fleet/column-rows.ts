import {
  accountScope,
  type DesiredEntry,
  isAccountId,
  type OddRow,
  type PlateKey,
  type PlateRules,
  plateKeyOf,
  type Scope,
} from "../../allowlist/index.ts";
import type { CandidateRow, PlateColumn, RepeatedRow } from "../../plate-series/index.ts";
import type { ListReference, ReadOddRow } from "../../tables/index.ts";
import { pagesAmong } from "../../tables/index.ts";

/** A row that is not a car by itself, with the list that it belongs to, where that is known. */
type PlacedOddRow = OddRow & Pick<ReadOddRow, "filled">;

/** Collects the rows of one list file until all are read: what nearly all of them have filled is known then. */
export class ColumnRows implements PlateColumn {
  readonly list: string;
  readonly named: ReadonlySet<PlateKey>;
  usual = 0;
  rows: CandidateRow[] = [];
  odd: PlacedOddRow[] = [];
  readonly repeated: RepeatedRow[] = [];
  readonly #scope: Scope | undefined;

  /** `scope`: the one list of all rows; undefined where rows name accounts. */
  constructor({ file, plates = [] }: ListReference, scope: Scope | undefined, rules: PlateRules) {
    this.list = file;
    this.named = new Set(plates.flatMap((plate) => plateKeyOf(plate, rules) ?? []));
    this.#scope = scope;
  }

  take(entry: DesiredEntry, scope: Scope, filled: number): void {
    this.rows.push({ entry, scope, filled });
  }

  takeOdd({ account = "", ...row }: ReadOddRow): void {
    const scope = this.#scope ?? (isAccountId(account) ? accountScope(account) : undefined);
    this.odd.push({ ...row, ...(scope && { scope }) });
  }

  /** Takes out the rows that are numbered pages, which are no part of the column, and gives them. */
  takePages(): readonly (CandidateRow | PlacedOddRow)[] {
    const isAlone = ({ filled }: Pick<CandidateRow, "filled">) => this.usual !== 0 && (filled & this.usual) === 0;
    const textOf = (row: CandidateRow | PlacedOddRow) => ("entry" in row ? row.entry.licenseNumber : row.text);
    const pages = pagesAmong([...this.rows.filter(isAlone), ...this.odd.filter(isAlone)], textOf);
    if (pages.size > 0) {
      this.rows = this.rows.filter((row) => !pages.has(row));
      this.odd = this.odd.filter((row) => !pages.has(row));
    }
    return [...pages];
  }
}
