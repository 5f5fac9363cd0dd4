import type { Cell, Row, RowSigns } from "../spreadsheet/cell.ts";
import { bareWord } from "./plate-words.ts";

const TOTAL =
  "grandtotal|subtotal|totals?|totale|totalt|totaal|gesamt|gesamte|gesamtsumme|gesamtanzahl|gesamtzahl|insgesamt|summe|zwischensumme|sum|summa|suma|" +
  "somme|sommetotale|totalg[eé]n[eé]ral|totale?generale|eindtotaal|subtotaal|ialt|talt|samlet|samletantal|razem|łącznie|ogółem|podsumowanie|sumakońcowa|" +
  "anzahl|antal|antall|aantal|nombre|numero|número|numéro|cantidad|quantità|quantité|conteggio|liczba|ilość|count|numberof|totalnumberof|yhteensä|lukumäärä|celkem|počet";
const OF = "der|de|di|des|of|van|av|af";
const THINGS =
  "fahrzeuge|fahrzeugen|autos|kfz|pkw|wagen|cars|vehicles|biler|køretøjer|kjøretøy|bilar|fordon|véhicules|voitures|voertuigen|wagens|auto|pojazdów|" +
  "pojazdy|samochodów|veicoli|autovetture|vehículos|coches|verträge|contracts|kontrakter|kennzeichen|plates|rows|zeilen|records|datensätze";
const LABEL = new RegExp(`^(?:(?:${TOTAL})(?:${OF})?(?:${THINGS})?|(?:${THINGS})(?:${TOTAL})?)$`, "u");
const BEGINS_SO = new RegExp(`^\\s*(?:${TOTAL})(?!\\p{L})`, "iu");
/** No label has fewer; most plates have. */
const THREE_LETTERS = /^(?:\P{L}*\p{L}){3}/u;
/** A number, or an amount with its currency. A day is none. */
const AMOUNT = /^[-+]?[\p{Sc} ]*\d[\d.,'’\s]*(?:\p{Sc}|[A-Z]{3}|kr\.?|zł)?$/u;
const IS_DAY = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/;
/** Columns that a set of bits can name. */
const MOST_COLUMNS = 30;
/** A column that this many rows have filled is one of each car. */
const USUAL_SHARE = 0.9;
/** Sums of fewer rows are equal to anything. */
const FEWEST_SUMMED = 2;
/** Amounts are printed with two digits behind the point. */
const TOLERANCE = 0.006;

interface Sums {
  rows: number;
  readonly columns: number[];
}

/** Counts and adds up the rows of one list, so that its totals are known by what they say. */
export class RowTally {
  readonly #plateAt: number;
  readonly #filled: number[] = [];
  readonly #all: Sums = { rows: 0, columns: [] };
  /** Since the last totals. */
  #group: Sums = { rows: 0, columns: [] };
  #last: readonly Cell[] = [];

  constructor(plateAt: number) {
    this.#plateAt = plateAt;
  }

  take(row: Row): RowSigns {
    const { cells } = row;
    const counts = this.#countsIn(cells);
    const isTotals =
      counts !== undefined &&
      (counts.some((count) => count === this.#all.rows || count === this.#group.rows) || this.#isSum(cells));
    const filled = this.#add(cells, !isTotals);
    if (isTotals) this.#group = { rows: 0, columns: [] };
    this.#last = cells;
    return counts && counts.length > 0 ? { filled, isTotals, counts } : { filled, isTotals };
  }

  /** The columns that nearly all rows have filled; without that of plates. */
  get usual(): number {
    const fewest = USUAL_SHARE * this.#all.rows;
    const counts = this.#filled.slice(0, MOST_COLUMNS);
    return counts.reduce((bits, rows, at) => (rows >= fewest && at !== this.#plateAt ? bits | (1 << at) : bits), 0);
  }

  #add(cells: readonly Cell[], isCounted: boolean): number {
    let filled = 0;
    if (isCounted) {
      this.#all.rows += 1;
      this.#group.rows += 1;
    }
    for (let at = 0; at < cells.length; at += 1) {
      const cell = cells[at] ?? "";
      if (cell === "") continue;
      if (at < MOST_COLUMNS) filled |= 1 << at;
      if (!isCounted) continue;
      this.#filled[at] = (this.#filled[at] ?? 0) + 1;
      const amount = at === this.#plateAt ? undefined : amountIn(cell);
      if (amount === undefined) continue;
      this.#all.columns[at] = (this.#all.columns[at] ?? 0) + amount;
      this.#group.columns[at] = (this.#group.columns[at] ?? 0) + amount;
    }
    return filled;
  }

  // Undefined for a row that may be a car; else the numbers beside a label, if there is one.
  #countsIn(cells: readonly Cell[]): readonly number[] | undefined {
    const plate = cells[this.#plateAt] ?? "";
    const isOwnLabel = isLabel(plate);
    if (plate !== "" && !isOwnLabel && amountIn(plate) === undefined) return undefined;
    const others = cells.filter((cell, at) => at !== this.#plateAt && cell !== "");
    if (isOwnLabel && !others.every((cell) => isLabel(cell) || amountIn(cell) !== undefined)) return undefined;
    if (!isOwnLabel && !others.some(isLabel)) return plate === "" ? [] : undefined;
    return cells.flatMap((cell, at) => {
      const number = amountIn(cell) ?? (isLabel(cell) ? numberIn(cell) : undefined);
      const goesOn = number !== undefined && number - 1 === amountIn(this.#last[at] ?? "");
      return number === undefined || goesOn ? [] : [number];
    });
  }

  #isSum(cells: readonly Cell[]): boolean {
    return [this.#all, this.#group].some(({ rows, columns }) => {
      let sums = 0;
      for (const [at, cell] of cells.entries()) {
        const amount = at === this.#plateAt ? undefined : amountIn(cell);
        if (amount === undefined) continue;
        const sum = columns[at];
        if (amount === 0 || sum === undefined || Math.abs(amount - sum) > TOLERANCE) return false;
        sums += 1;
      }
      return sums > 0 && rows >= FEWEST_SUMMED;
    });
  }
}

function isLabel(cell: Cell): boolean {
  if (typeof cell !== "string" || !/\p{L}{2}/u.test(cell) || !THREE_LETTERS.test(cell)) return false;
  return (
    LABEL.test(bareWord(cell).replace(/\p{N}/gu, "")) || (/\p{Ll}/u.test(cell) && BEGINS_SO.test(cell.normalize("NFC")))
  );
}

function numberIn(cell: Cell): number | undefined {
  const [digits] = typeof cell === "string" ? (/\d+/.exec(cell) ?? []) : [];
  return digits === undefined ? undefined : Number(digits);
}

function amountIn(cell: Cell): number | undefined {
  if (typeof cell !== "string") return cell.kind === "number" ? Number(cell.stored) : undefined;
  const first = cell.charCodeAt(0);
  if (first > 0x39 && first < 0x80 && !/^[A-Z]{3} ?\d/.test(cell)) return undefined;
  if (!AMOUNT.test(cell) || IS_DAY.test(cell)) return undefined;
  const digits = cell.replace(/[^\d.,-]/g, "");
  const [, whole = digits, cents = ""] = /^(.*)[.,](\d{1,2})$/.exec(digits) ?? [];
  return Number(`${whole.replace(/[.,]/g, "")}.${cents === "" ? "0" : cents}`);
}

const PAGE = /\p{L}{4}|\p{Ll}/u;

/**
 * The numbered pages of a printed report among the rows that have nothing but one text: their numbers begin with 1 and go on
 * counting. A single one proves nothing.
 */
export function pagesAmong<Item>(rows: readonly Item[], textOf: (row: Item) => string): ReadonlySet<Item> {
  const groups = new Map<string, Item[]>();
  for (const row of rows) {
    const text = textOf(row);
    const number = numberIn(text);
    if (number === undefined || !PAGE.test(text)) continue;
    const kind = text.replace(/\d+/, "0");
    const group = groups.get(kind) ?? [];
    groups.set(kind, group);
    if (number === group.length + 1) group.push(row);
  }
  return new Set([...groups.values()].flatMap((group) => (group.length > 1 ? group : [])));
}
