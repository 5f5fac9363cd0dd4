/** Numbers that look random and follow from the seed alone. */
export type SeededRandom = ReturnType<typeof createRandom>;

/** A stream of numbers for a seed; different texts give unrelated streams. */
export function createRandom(seed: string) {
  let state = hashText(seed);
  /** From 0 up to, not including, 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    return mix(state) / 0x1_0000_0000;
  };
  /** An integer from 0 up to, not including, `limit`. */
  const below = (limit: number): number => Math.floor(next() * limit);
  /** One of the items; throws on an empty list. */
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new RangeError("cannot pick from an empty list");
    return item;
  };
  /** True with that probability. */
  const chance = (probability: number): boolean => next() < probability;
  return { next, below, pick, chance } as const;
}

/** 32 hex digits that follow from a text; an identifier, not a digest for security. */
export function hexOf(text: string): string {
  return [0, 1, 2, 3].map((part) => hashText(`${part}:${text}`).toString(16).padStart(8, "0")).join("");
}

// mulberry32's finaliser: one 32-bit number in, a well mixed one out.
function mix(value: number): number {
  let t = Math.imul(value ^ (value >>> 15), value | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return (t ^ (t >>> 14)) >>> 0;
}

// FNV-1a over UTF-16 units.
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mix(hash);
}
