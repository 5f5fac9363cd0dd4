import type { PlateKey } from "../allowlist/index.ts";

/** Compares texts by code unit, never by locale: the same plan on every machine. */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** For fewer, nothing is gained. */
const FEWEST_TO_PACK = 64;
/** Bits of the whole numbers that a double holds, and of a character in them. */
const EXACT_BITS = 53;
const CHARACTER_BITS = 6;

/** A copy ordered by plate key; rows of one car by their spelling. */
export function sortByPlate<Keyed extends { readonly plateKey: PlateKey }>(
  items: readonly Keyed[],
  spelling: (item: Keyed) => string,
): Keyed[] {
  const compare = (left: Keyed, right: Keyed) =>
    byCodeUnit(left.plateKey, right.plateKey) || byCodeUnit(spelling(left), spelling(right));
  if (items.length < FEWEST_TO_PACK) return [...items].sort(compare);
  const { sorted, alike } = sortedByPrefix(items);
  for (const [from, to] of alike)
    for (const [at, item] of sorted.slice(from, to).sort(compare).entries()) sorted[from + at] = item;
  return sorted;
}

// To compare texts pair by pair takes ten times as long as to sort numbers: the first characters of each key, and behind
// them the item's place. `alike`: from where to where keys begin alike, and are in no order yet.
function sortedByPrefix<Keyed extends { readonly plateKey: PlateKey }>(items: readonly Keyed[]) {
  const places = 2 ** Math.ceil(Math.log2(items.length));
  const characters = Math.floor((EXACT_BITS - Math.log2(places)) / CHARACTER_BITS);
  const packed = new Float64Array(items.length);
  for (const [at, { plateKey }] of items.entries()) packed[at] = prefixOf(plateKey, characters) * places + at;
  packed.sort();
  const sorted: Keyed[] = [];
  const alike: (readonly [number, number])[] = [];
  let first = 0;
  for (const [at, number] of packed.entries()) {
    const item = items[number % places];
    if (item) sorted.push(item);
    if (Math.floor(number / places) === Math.floor((packed[at + 1] ?? -1) / places)) continue;
    if (at > first) alike.push([first, at + 1]);
    first = at + 1;
  }
  return { sorted, alike };
}

/** A number that grows with the first characters of a text, as far as they fit. */
function prefixOf(text: string, characters: number): number {
  let prefix = 0;
  for (let at = 0; at < characters; at += 1)
    prefix = prefix * 64 + (at < text.length ? rankOf(text.charCodeAt(at)) : 0);
  return prefix;
}

/** 1 to 63, never less for a later character: digits and capital letters apart, all others in groups. */
function rankOf(code: number): number {
  if (code < 0x30) return 1;
  if (code <= 0x39) return code - 0x30 + 2;
  if (code < 0x41) return 12;
  return code <= 0x5a ? code - 0x41 + 13 : 39;
}
