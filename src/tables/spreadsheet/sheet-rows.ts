import { type Cell, MAX_COLUMNS, type TakeRow } from "./cell.ts";
import { dayOfSerial } from "./date-format.ts";
import type { ShownDate } from "./number-format.ts";
import type { Attributes, XmlHandler } from "./plain-xml.ts";
import { damaged, UnreadableWorkbook } from "./workbook-failure.ts";
import { TextCollector } from "./workbook-parts.ts";

/** The most rows of a sheet, as in Excel. */
const MAX_ROWS = 1_048_576;
/** The most cells of a sheet, up to the last filled one of each row: a row that is filled in its last column alone costs as many as a full one. */
const MAX_CELLS = 20_000_000;

/** Dates of one style that are kept: those of many years. */
const MOST_DATES = 10_000;

/** A cell as Excel writes nearly all of them: `<c r="B17" s="1" t="s"><v>12</v></c>`. */
const CELL = /<c r="([A-Z]{1,3})[1-9]\d*"(?: s="(\d+)")?(?: t="([a-z]+)")?><v>([^<&]*)<\/v><\/c>/y;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?$/i;
const ISO_DAY = /^(\d{4}-\d{2}-\d{2})(?:T|$)/;
/** A time of a zone, whose day depends on the reader's: it is read as a text, which says so. */
const HAS_OFFSET = /T.*(?:Z|[+-]\d\d:?\d\d)$/i;

/** What cells refer to. */
export interface CellContext {
  readonly texts: readonly string[];
  readonly dateStyles: readonly (ShownDate | undefined)[];
  readonly countsFrom1904: boolean;
}

/** Makes rows out of the XML of a sheet. */
export class SheetRows implements XmlHandler {
  readonly #context: CellContext;
  readonly #take: TakeRow;
  readonly #collector = new TextCollector();
  #isInData = false;
  #isInRow = false;
  #line = 0;
  #isHidden = false;
  #cells: Cell[] = [];
  #column = -1;
  #type = "n";
  #style = 0;
  #isInCell = false;
  #hasFormula = false;
  #allCells = 0;
  /** Cells with a date by style and number: a column of days has few different ones. */
  readonly #dates = new Map<number, Map<string, Cell>>();

  readonly usual = { pattern: CELL, take: (cell: RegExpExecArray) => this.#takeCell(cell) };

  /** How many rows were taken, and how many of them Excel does not show. */
  rows = 0;
  hiddenRows = 0;

  constructor(context: CellContext, take: TakeRow) {
    this.#context = context;
    this.#take = take;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#isInCell) {
      if (name === "f") this.#hasFormula = true;
      this.#collector.open(name);
    } else if (this.#isInRow && name === "c")
      this.#startCell(attributes.get("r"), attributes.get("s"), attributes.get("t"));
    else if (this.#isInData && name === "row") this.#startRow(attributes);
    else if (name === "sheetData") this.#isInData = true;
  }

  close(name: string): void {
    if (this.#isInCell && name === "c") this.#endCell();
    else if (this.#isInCell) this.#collector.close(name);
    else if (this.#isInRow && name === "row") this.#endRow();
    // Drawings and controls behind the cells have elements of the same names.
    else if (name === "sheetData") this.#isInData = false;
  }

  text(text: string): void {
    if (this.#isInCell) this.#collector.add(text);
  }

  #startRow(attributes: Attributes): void {
    const [r, hidden] = [attributes.get("r"), attributes.get("hidden")];
    const line = r === undefined ? this.#line + 1 : Number(r);
    // Programs disagree on what a row that comes twice or too early means.
    if (!(line > this.#line && line <= MAX_ROWS && Number.isInteger(line)))
      throw damaged(`row ${this.#line + 1} is out of order`);
    this.#line = line;
    this.#isHidden = hidden === "1" || hidden === "true";
    this.#cells = [];
    this.#column = -1;
    this.#isInRow = true;
  }

  #takeCell([, letters, style, type, value = ""]: RegExpExecArray): boolean {
    if (!this.#isInRow || this.#isInCell) return false;
    this.#startCell(letters, style, type);
    this.#collector.set(value);
    this.#endCell();
    return true;
  }

  #startCell(r: string | undefined, style = "0", type = "n"): void {
    const column = r === undefined ? this.#column + 1 : columnOf(r);
    if (!(column > this.#column && column < MAX_COLUMNS)) throw damaged(`a cell of row ${this.#line} is out of order`);
    this.#column = column;
    this.#type = type;
    this.#style = Number(style);
    this.#isInCell = true;
    this.#hasFormula = false;
    this.#collector.clear();
  }

  #endCell(): void {
    this.#isInCell = false;
    const cell = this.#cell(this.#collector.text.trim());
    if (cell === "") return;
    this.#allCells += this.#column + 1 - this.#cells.length;
    if (this.#allCells > MAX_CELLS)
      throw new UnreadableWorkbook({ kind: "too-large", detail: `the sheet has more than ${MAX_CELLS} cells` });
    while (this.#cells.length < this.#column) this.#cells.push("");
    this.#cells.push(cell);
  }

  #endRow(): void {
    this.#isInRow = false;
    if (this.#cells.length === 0) return;
    this.rows += 1;
    if (this.#isHidden) this.hiddenRows += 1;
    this.#take({ line: this.#line, cells: this.#cells });
  }

  #cell(text: string): Cell {
    if (text === "") return this.#hasFormula && this.#type !== "str" ? { kind: "uncalculated" } : "";
    switch (this.#type) {
      case "s":
        return this.#sharedText(text);
      case "str":
      case "inlineStr":
        return text;
      case "b":
        return { kind: "boolean", value: text === "1" || text === "true" };
      case "e":
        return { kind: "error", name: text };
      case "d": {
        const day = ISO_DAY.exec(text)?.[1];
        if (day === undefined) throw this.#badCell();
        return HAS_OFFSET.test(text) ? text : { kind: "date", day };
      }
      default:
        return this.#number(text);
    }
  }

  #number(stored: string): Cell {
    const { dateStyles, countsFrom1904 } = this.#context;
    const shows = dateStyles[this.#style];
    const known = shows && this.#dates.get(this.#style)?.get(stored);
    if (known) return known;
    if (!NUMBER.test(stored)) throw this.#badCell();
    const day = shows && dayOfSerial(Number(stored), countsFrom1904);
    if (day === undefined) return { kind: "number", stored, ...(countsFrom1904 && { countsFrom1904: true }) };
    const cell: Cell = { kind: "date", day, ...(shows !== undefined && shows !== "day" && { shows }) };
    const dates = this.#dates.get(this.#style) ?? new Map<string, Cell>();
    this.#dates.set(this.#style, dates);
    if (dates.size < MOST_DATES) dates.set(stored, cell);
    return cell;
  }

  #sharedText(index: string): string {
    const text = /^\d+$/.test(index) ? this.#context.texts[Number(index)] : undefined;
    if (text === undefined) throw this.#badCell();
    return text.trim();
  }

  #badCell() {
    return damaged(`a cell of row ${this.#line} holds what its type does not allow`);
  }
}

/** The column of a reference such as `B17`, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  let at = 0;
  for (; at < reference.length && at < 4; at += 1) {
    const letter = reference.charCodeAt(at) - 0x40;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}
