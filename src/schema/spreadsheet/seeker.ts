/** Finds one word or character of a text from offsets that only increase, and reads each part of the text once. */
export class Seeker {
  readonly #text: string;
  readonly #word: string;
  #next = -1;

  constructor(text: string, word: string) {
    this.#text = text;
    this.#word = word;
  }

  /** Its first offset, from `at` on; the text's end when there is none. */
  from(at: number): number {
    if (this.#next < at) {
      const found = this.#text.indexOf(this.#word, at);
      this.#next = found < 0 ? this.#text.length : found;
    }
    return this.#next;
  }
}
