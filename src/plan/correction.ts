import { latinLookalike, type PlateKey } from "../allowlist/index.ts";

/** Above this many plates on the smaller side a plan is no correction of typing errors, and pairs are not looked for. */
export const MOST_PLATES_TO_PAIR = 50_000;

const CONFUSABLE = new Map([
  ["O", "0"],
  ["I", "1"],
  ["B", "8"],
]);

/**
 * Pairs added with deleted plates that one slip of the pen would explain: the same but for O/0, I/1, B/8 or letters of
 * another alphabet, or one character changed, missing or too many. Both directions are in the result.
 */
export function correctionPairs(
  added: readonly PlateKey[],
  deleted: readonly PlateKey[],
): ReadonlyMap<PlateKey, PlateKey> {
  const [few, many] = added.length <= deleted.length ? [added, deleted] : [deleted, added];
  const pairs = new Map<PlateKey, PlateKey>();
  if (few.length === 0 || few.length > MOST_PLATES_TO_PAIR) return pairs;
  const index = new Map<string, PlateKey>();
  for (const plateKey of few) {
    for (const mark of [...looksOf(plateKey), ...slipsIndexed(plateKey)])
      if (!index.has(mark)) index.set(mark, plateKey);
  }
  for (const plateKey of many) {
    const twin = firstFound(index, [...looksOf(plateKey), ...slipsSought(plateKey)]);
    if (twin === undefined) continue;
    pairs.set(plateKey, twin);
    if (!pairs.has(twin)) pairs.set(twin, plateKey);
  }
  return pairs;
}

function firstFound(index: ReadonlyMap<string, PlateKey>, marks: readonly string[]): PlateKey | undefined {
  const found = marks.find((mark) => index.has(mark));
  return found === undefined ? undefined : index.get(found);
}

function looksOf(plate: string): readonly string[] {
  const look = [...plate].map((c) => CONFUSABLE.get(latinLookalike(c)) ?? latinLookalike(c)).join("");
  return [`look ${look}`];
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
