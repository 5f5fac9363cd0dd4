import type { Cell, Row, RowSigns } from "../spreadsheet/cell.ts";
import { columnIndexes } from "./find-columns.ts";
import { findHeader, HEAD_ROWS, type Header, isHeaderAgain } from "./header.ts";
import { RowTally } from "./left-out.ts";
import type { ListReference } from "./list-shape.ts";
import { type RowChoice, rowChoice } from "./row-choice.ts";
import { StatusTally } from "./status-columns.ts";

/** What rows are looked at by once the header is known. */
interface RowLook {
  readonly header: Header;
  readonly tally: RowTally;
  readonly status: StatusTally;
  readonly choice: RowChoice;
}

/**
 * Keeps what is needed of the rows of a sheet: all cells of the first ones, of the others those of the columns that are read, column
 * by column. A million rows of twenty columns would take gigabytes.
 */
export class KeptRows implements Iterable<Row> {
  /** The first rows, with all of their cells. */
  readonly head: Row[] = [];
  /** How many cells are kept. */
  cells = 0;
  readonly #reference: ListReference;
  #look: RowLook | undefined;
  /** Of the rows behind the first ones: their lines, the columns with something in them, one bit each, and the cells of each column. */
  readonly #lines: number[] = [];
  readonly #filled: number[] = [];
  /** That of plates is the first one in a list without names. */
  readonly #columns = new Map<number, Cell[]>([[0, []]]);
  #last = 0;
  /** Those of them that have more to say, by their place among them. */
  readonly #others = new Map<number, Row>();

  constructor(reference: ListReference) {
    this.#reference = reference;
  }

  take(row: Row): void {
    if (this.head.length < HEAD_ROWS) {
      this.head.push(row);
      this.cells += row.cells.length;
      return;
    }
    this.#look ??= this.#findColumns();
    const { header } = this.#look;
    const width = header.names.length;
    // The names on a later page are known by all of their cells.
    if (isHeaderAgain(row, header)) this.#keep(row, 0, row);
    else {
      const signs = signsOf(row, this.#look);
      const hasMore = signs.isTotals || signs.counts !== undefined || row.cells.length > width;
      this.#keep(row, signs.filled, hasMore ? { ...row, cells: this.#pick(row, width), signs } : undefined);
    }
  }

  /** The columns that nearly all rows have filled, one bit each, where rows are kept without some of their cells. */
  get usual(): number | undefined {
    return this.#look?.tally.usual;
  }

  /** What the columns that nothing reads say of the cars, in the same case. */
  get status(): StatusTally | undefined {
    return this.#look?.status;
  }

  *[Symbol.iterator](): Iterator<Row> {
    yield* this.head;
    for (const [at, line] of this.#lines.entries()) {
      const signs = { filled: this.#filled[at] ?? 0, isTotals: false };
      yield this.#others.get(at) ?? { line, cells: this.#cellsAt(at), signs };
    }
  }

  #keep({ line, cells }: Row, filled: number, other: Row | undefined): void {
    if (other) this.#others.set(this.#lines.length, other);
    this.#lines.push(line);
    this.#filled.push(filled);
    for (const [at, kept] of this.#columns) kept.push(cells[at] ?? "");
    this.cells += other?.cells.length ?? Math.min(cells.length, this.#last + 1);
  }

  #cellsAt(place: number): readonly Cell[] {
    const cells: Cell[] = [];
    while (cells.length <= this.#last) cells.push(this.#columns.get(cells.length)?.[place] ?? "");
    return cells;
  }

  // A row that has more cells than the header keeps one of them, to be reported.
  #pick({ cells }: Row, width: number): readonly Cell[] {
    const last = cells.length > width ? Math.max(this.#last, width) : this.#last;
    return cells.slice(0, last + 1).map((cell, at) => (this.#columns.has(at) ? cell : ""));
  }

  #findColumns(): RowLook {
    const { header } = findHeader(this.head, this.#reference);
    const columns = columnIndexes(header, this.#reference);
    for (const at of columns.values()) this.#columns.set(at, []);
    this.#last = Math.max(...this.#columns.keys());
    const look = {
      header,
      tally: new RowTally(columns.get("column") ?? 0),
      status: new StatusTally(header, columns, this.#reference),
      choice: rowChoice(this.#reference, columns),
    };
    const above = header.rows.at(-1)?.line ?? 0;
    for (const [at, row] of this.head.entries())
      if (row.line > above && !isHeaderAgain(row, header)) this.head[at] = { ...row, signs: signsOf(row, look) };
    return look;
  }
}

function signsOf(row: Row, { tally, status, choice }: RowLook): RowSigns {
  const signs = tally.take(row);
  if (!signs.isTotals && !choice(row)) status.take(row);
  return signs;
}
