/** V8 keeps at most twice as many entries in one `Map`. */
const MOST_IN_A_MAP = 2 ** 23;

/** A `Map` that only grows, and that may grow beyond what one `Map` holds. */
export class LargeMap<Key, Value> {
  readonly #parts: Map<Key, Value>[] = [];
  readonly #most: number;
  #size = 0;

  /** `most`: so many entries go into one `Map`. */
  constructor(most = MOST_IN_A_MAP) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  get(key: Key): Value | undefined {
    for (const part of this.#parts) {
      const value = part.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  has(key: Key): boolean {
    return this.#parts.some((part) => part.has(key));
  }

  /** Takes an entry whose key is new. */
  add(key: Key, value: Value): void {
    if (this.#size === this.#parts.length * this.#most) this.#parts.push(new Map());
    this.#parts.at(-1)?.set(key, value);
    this.#size += 1;
  }
}
