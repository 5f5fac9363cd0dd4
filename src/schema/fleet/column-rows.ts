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
import type { PlateColumn, RepeatedRow } from "../../plate-series/index.ts";
import type { ListReference, ReadOddRow } from "../../tables/index.ts";
import { pagesAmong } from "../../tables/index.ts";

/** A row that is not a car by itself, with the list that it belongs to, where that is known. */
type PlacedOddRow = OddRow & Pick<ReadOddRow, "filled">;

/** A row that is the number of a page; `car` where it was read as one. */
interface PageRow extends Pick<OddRow, "text" | "source"> {
  readonly car?: { readonly scope: Scope; readonly plateKey: PlateKey };
}

/** Collects the rows of one list file until all are read: what nearly all of them have filled is known then. */
export class ColumnRows implements PlateColumn {
  readonly list: string;
  readonly named: ReadonlySet<PlateKey>;
  usual = 0;
  entries: DesiredEntry[] = [];
  scopes: Scope[] = [];
  filled: number[] = [];
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
    this.entries.push(entry);
    this.scopes.push(scope);
    this.filled.push(filled);
  }

  takeOdd({ account = "", ...row }: ReadOddRow): void {
    const scope = this.#scope ?? (isAccountId(account) ? accountScope(account) : undefined);
    this.odd.push({ ...row, ...(scope && { scope }) });
  }

  /** Takes out the rows that are numbered pages, which are no part of the column, and gives them. */
  takePages(): readonly PageRow[] {
    const isAlone = (filled: number) => this.usual !== 0 && (filled & this.usual) === 0;
    const cars = this.entries.flatMap(({ licenseNumber: text, plateKey, source }, at) => {
      const scope = this.scopes[at];
      return scope && isAlone(this.filled[at] ?? 0) ? [{ text, source, car: { scope, plateKey }, at }] : [];
    });
    const odd = this.odd.filter(({ filled }) => isAlone(filled));
    const pages = pagesAmong<PageRow>([...cars, ...odd], ({ text }) => text);
    if (pages.size > 0) {
      const taken = new Set(cars.flatMap((one) => (pages.has(one) ? one.at : [])));
      const stays = (_: unknown, at: number) => !taken.has(at);
      this.entries = this.entries.filter(stays);
      this.scopes = this.scopes.filter(stays);
      this.filled = this.filled.filter(stays);
      this.odd = this.odd.filter((row) => !pages.has(row));
    }
    return [...pages];
  }
}
