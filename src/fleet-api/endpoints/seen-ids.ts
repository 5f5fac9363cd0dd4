const SMALLEST = 1024;

/**
 * Remembers ids in 8 to 16 bytes each, whatever their length, so that a list of millions can be checked for rows that come
 * twice. Kept are fingerprints of 64 bits: among a million ids two share one by chance once in 37 million lists.
 */
export class SeenIds {
  #slots = new Uint32Array(2 * SMALLEST);
  #size = 0;

  /** Remembers an id; false when it was there already. */
  add(id: string): boolean {
    const [high, low] = fingerprint(id);
    if (!this.#put(high, low)) return false;
    this.#size += 1;
    if (this.#size * 4 > this.#slots.length) this.#grow();
    return true;
  }

  #put(high: number, low: number): boolean {
    const slots = this.#slots;
    // A slot is two words, so the number of slots is a power of two and the last one wraps to the first.
    for (let at = (low * 2) & (slots.length - 1); ; at = (at + 2) & (slots.length - 1)) {
      if (slots[at] === high && slots[at + 1] === low) return false;
      if (slots[at] !== 0) continue;
      slots[at] = high;
      slots[at + 1] = low;
      return true;
    }
  }

  #grow(): void {
    const full = this.#slots;
    this.#slots = new Uint32Array(2 * full.length);
    for (let at = 0; at < full.length; at += 2) {
      const high = full[at] ?? 0;
      if (high !== 0) this.#put(high, full[at + 1] ?? 0);
    }
  }
}

// Two multiplicative hashes, each finished with the other's bits. The first word is never 0, which marks a free slot.
function fingerprint(id: string): readonly [number, number] {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let at = 0; at < id.length; at += 1) {
    const unit = id.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x9e3779b1);
    two = Math.imul(two ^ unit, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(two ^ (two >>> 13), 0xc2b2ae35);
  two = Math.imul(two ^ (two >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return [one >>> 0 || 1, two >>> 0];
}
