/** How many places are named; more of them help no one. */
const MOST_NAMED = 3;

/** What is wrong with an answer: the first places are named, and all are counted, so that a million of them take no memory. */
export class Flaws {
  readonly #path: PropertyKey[] = [];
  readonly #named: string[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** From here on, places are below that key; until `leave`. */
  enter(key: PropertyKey): void {
    this.#path.push(key);
  }

  leave(): void {
    this.#path.pop();
  }

  /** Notes a value that is missing, or is not what it should be. */
  add(what: string, input: unknown): void {
    this.say(input === undefined ? "is missing" : `is not ${what}`);
  }

  /** Notes, in words that follow the name of the place, what is wrong there. */
  say(message: string): void {
    this.#count += 1;
    if (this.#named.length < MOST_NAMED) this.#named.push(`${this.#place()} ${message}`);
  }

  /** All of it as a clause; `whole` names the value itself. */
  describe(whole = "the body"): string {
    const shown = this.#named.map((one) => (one.startsWith(" ") ? `${whole}${one}` : one)).join(", ");
    const more = this.#count - this.#named.length;
    return shown + (more > 0 ? `, and ${more} more` : "");
  }

  #place(): string {
    return this.#path
      .map((key, at) => (typeof key === "number" ? `[${key}]` : `${at > 0 ? "." : ""}${String(key)}`))
      .join("");
  }
}

/** Reads a value; undefined where it is not what it should be, which is noted. */
export type Read<Value> = (input: unknown, flaws: Flaws) => Value | undefined;

/** Reads the elements of a list, of which the first has that index, and keeps them as long as none of the list was wrong. */
export function readElements<Item>(
  inputs: readonly unknown[],
  read: Read<Item>,
  { flaws, kept, first = 0 }: { readonly flaws: Flaws; readonly kept: Item[]; readonly first?: number },
): void {
  for (let at = 0; at < inputs.length; at += 1) {
    flaws.enter(first + at);
    const item = read(inputs[at], flaws);
    flaws.leave();
    if (item !== undefined && flaws.count === 0) kept.push(item);
  }
}
