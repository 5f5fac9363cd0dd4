/** Finds one character of a text from offsets that only increase, and reads each part of the text once. */
export class Seeker {
  readonly #text: string;
  readonly #character: string;
  #next = -1;

  constructor(text: string, character: string) {
    this.#text = text;
    this.#character = character;
  }

  /** The first offset of the character, from `at` on; the text's end when there is none. */
  from(at: number): number {
    if (this.#next < at) {
      const found = this.#text.indexOf(this.#character, at);
      this.#next = found < 0 ? this.#text.length : found;
    }
    return this.#next;
  }
}
