import type { PlateKey } from "../allowlist/index.ts";
import { eachInSteps, ITEMS_A_STEP, type Steps, sortInSteps, takeSteps } from "../runtime/steps.ts";

/** Compares texts by code unit, never by locale: the same plan on every machine. */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** For fewer, nothing is gained. */
const FEWEST_TO_PACK = 64;
/** Bits of the whole numbers that a double holds, and of a character in them. */
const EXACT_BITS = 53;
const CHARACTER_BITS = 6;
const CHARACTER_KINDS = 2 ** CHARACTER_BITS;

interface Keyed {
  readonly plateKey: PlateKey;
}

/** A copy ordered by plate key; rows of one car by their spelling. */
export function sortByPlate<Item extends Keyed>(items: readonly Item[], spelling: (item: Item) => string): Item[] {
  return takeSteps(sortByPlateSteps(items, spelling));
}

/** The same in steps. */
export function* sortByPlateSteps<Item extends Keyed>(
  items: readonly Item[],
  spelling: (item: Item) => string,
): Steps<Item[]> {
  const compare = (left: Item, right: Item) =>
    byCodeUnit(left.plateKey, right.plateKey) || byCodeUnit(spelling(left), spelling(right));
  if (items.length < FEWEST_TO_PACK) return [...items].sort(compare);
  const { sorted, alike } = yield* sortedByPrefix(items);
  let worked = 0;
  for (const [from, to] of alike) {
    const some = sorted.slice(from, to);
    const ordered = some.length > ITEMS_A_STEP ? yield* sortInSteps(some, compare) : some.sort(compare);
    for (const [at, item] of ordered.entries()) sorted[from + at] = item;
    worked += some.length;
    if (worked < ITEMS_A_STEP) continue;
    worked = 0;
    yield;
  }
  return sorted;
}

// To compare texts pair by pair takes ten times as long as to sort numbers: the first characters of each key, and behind
// them the item's place. `alike`: from where to where keys begin alike, and are in no order yet.
function* sortedByPrefix<Item extends Keyed>(items: readonly Item[]) {
  const places = 2 ** Math.ceil(Math.log2(items.length));
  const characters = Math.floor((EXACT_BITS - Math.log2(places)) / CHARACTER_BITS);
  const packed = new Float64Array(items.length);
  let at = 0;
  yield* eachInSteps(items, ({ plateKey }) => {
    packed[at] = prefixOf(plateKey, characters) * places + at;
    at += 1;
  });
  packed.sort();
  const sorted: Item[] = [];
  const alike: (readonly [number, number])[] = [];
  let first = 0;
  const take = (number: number): void => {
    // The operator for remainders takes a hundred times as long for numbers of this size.
    const prefix = Math.floor(number / places);
    const item = items[number - prefix * places];
    if (item) sorted.push(item);
    const next = packed[sorted.length] ?? -1;
    if (prefix === Math.floor(next / places)) return;
    if (sorted.length - 1 > first) alike.push([first, sorted.length]);
    first = sorted.length;
  };
  for (let from = 0; from < packed.length; from += ITEMS_A_STEP) {
    packed.subarray(from, from + ITEMS_A_STEP).forEach(take);
    if (from + ITEMS_A_STEP <= packed.length) yield;
  }
  return { sorted, alike };
}

/** A number that grows with the first characters of a text, as far as they fit and up to one that others share a rank with. */
function prefixOf(text: string, characters: number): number {
  let prefix = 0;
  let at = 0;
  for (let isAlone = true; at < characters && at < text.length && isAlone; at += 1) {
    const code = text.charCodeAt(at);
    const isDigit = code >= 0x30 && code <= 0x39;
    const isLetter = code >= 0x41 && code <= 0x5a;
    isAlone = isDigit || isLetter;
    prefix = prefix * CHARACTER_KINDS + (isDigit ? code - 0x2e : isLetter ? code - 0x34 : rankOf(code));
  }
  return prefix * CHARACTER_KINDS ** (characters - at);
}

// Those before the digits, between digits and letters, and behind the letters.
function rankOf(code: number): number {
  return code < 0x30 ? 1 : code < 0x41 ? 12 : 39;
}
