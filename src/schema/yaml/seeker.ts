/** Finds one character of a text from places that only move forward, and looks at each part of the text once. */
export class Seeker {
  readonly #text: string;
  readonly #character: string;
  #next = -1;

  constructor(text: string, character: string) {
    this.#text = text;
    this.#character = character;
  }

  /** Where the character stands first, at that offset or behind it; the text's end when it does not. */
  from(at: number): number {
    if (this.#next < at) {
      const found = this.#text.indexOf(this.#character, at);
      this.#next = found < 0 ? this.#text.length : found;
    }
    return this.#next;
  }
}
