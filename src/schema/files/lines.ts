import type { Source } from "../../allowlist/index.ts";

/** Turns offsets of one text into places; those of a sheet are the numbers of its rows. */
export class Lines {
  readonly file: string;
  readonly text: string;
  /** The cell that a row of a sheet is named by. */
  readonly #cellOn: ((line: number) => string) | undefined;
  /** Where lines begin, as far as needed so far: most long lists are read once, from start to end. */
  readonly #starts = [0];
  #isWhole = false;

  constructor(file: string, text: string, cellOn?: (line: number) => string) {
    this.file = file;
    this.text = text;
    this.#cellOn = cellOn;
  }

  sourceAt(offset: number): Source {
    const { file } = this;
    const row = Math.max(1, offset);
    if (this.#cellOn) return { file, line: row, column: 1, cell: this.#cellOn(row) };
    const line = this.#lineAt(offset);
    return { file, line, column: offset - (this.#starts[line - 1] ?? 0) + 1 };
  }

  /** The line of an offset, from 1. */
  #lineAt(offset: number): number {
    this.#readPast(offset);
    let high = this.#starts.length - 1;
    // Most are asked for from start to end: then it is the last line but one that was looked at.
    let low = (this.#starts[high - 1] ?? 0) <= offset ? Math.max(0, high - 1) : 0;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  #readPast(offset: number): void {
    let start = this.#starts.at(-1) ?? 0;
    while (!this.#isWhole && start <= offset) {
      start = this.text.indexOf("\n", start) + 1;
      this.#isWhole = start === 0;
      if (!this.#isWhole) this.#starts.push(start);
    }
  }
}
