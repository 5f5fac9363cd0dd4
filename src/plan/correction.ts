import { latinLookalike, type PlateKey } from "../allowlist/index.ts";

/** Above this many plates on the smaller side a plan is no correction of typing errors, and pairs are not looked for. */
const MOST_PLATES_TO_PAIR = 5_000;

const CONFUSABLE = new Map([
  ["O", "0"],
  ["I", "1"],
  ["B", "8"],
]);

/**
 * Pairs added with deleted plates that one slip of the pen would explain: the same but for O/0, I/1, B/8 or letters of
 * another alphabet, or one character changed, missing or too many. Both directions are in the result. A plate that only
 * looks like another is paired rather than one that was mistyped; else the first in the given order.
 */
export function correctionPairs(
  added: readonly PlateKey[],
  deleted: readonly PlateKey[],
): ReadonlyMap<PlateKey, PlateKey> {
  const [few, many] = added.length <= deleted.length ? [added, deleted] : [deleted, added];
  const pairs = new Map<PlateKey, PlateKey>();
  if (few.length === 0 || few.length > MOST_PLATES_TO_PAIR) return pairs;
  const looks = indexOf(few, (plate) => [lookOf(plate)]);
  pair(pairs, many, (plate) => looks.get(lookOf(plate)));
  const slips = indexOf(few, slipsIndexed);
  pair(pairs, many, (plate) => firstFound(slips, slipsSought(plate)));
  return pairs;
}

function indexOf(
  plates: readonly PlateKey[],
  marksOf: (plate: PlateKey) => readonly string[],
): ReadonlyMap<string, PlateKey> {
  const index = new Map<string, PlateKey>();
  for (const plate of plates) for (const mark of marksOf(plate)) if (!index.has(mark)) index.set(mark, plate);
  return index;
}

function pair(
  pairs: Map<PlateKey, PlateKey>,
  plates: readonly PlateKey[],
  twinOf: (plate: PlateKey) => PlateKey | undefined,
): void {
  for (const plate of plates) {
    if (pairs.has(plate)) continue;
    const twin = twinOf(plate);
    if (twin === undefined) continue;
    pairs.set(plate, twin);
    if (!pairs.has(twin)) pairs.set(twin, plate);
  }
}

function firstFound(index: ReadonlyMap<string, PlateKey>, marks: readonly string[]): PlateKey | undefined {
  const found = marks.find((mark) => index.has(mark));
  return found === undefined ? undefined : index.get(found);
}

function lookOf(plate: string): string {
  return [...plate].map((c) => CONFUSABLE.get(latinLookalike(c)) ?? latinLookalike(c)).join("");
}

// Two plates that differ at one position share the rest around it; one that lacks a character is the other without it.
function slipsIndexed(plate: string): string[] {
  return [`whole ${plate}`, ...shortened(plate).flatMap((rest, at) => [`${at} ${rest}`, `short ${rest}`])];
}

function slipsSought(plate: string): string[] {
  return [...shortened(plate).flatMap((rest, at) => [`${at} ${rest}`, `whole ${rest}`]), `short ${plate}`];
}

function shortened(plate: string): string[] {
  return Array.from({ length: plate.length }, (_, at) => plate.slice(0, at) + plate.slice(at + 1));
}
