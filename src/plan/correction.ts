import { type PlateKey, plateLook } from "../allowlist/index.ts";
import { nearPlates } from "./near-plates.ts";

/** A plan of more plates than this, both sides together, does not correct typing errors: pairs are not searched for. */
const MOST_PLATES_TO_PAIR = 20_000;

/**
 * Gives every added and every deleted plate the one on the other side that one typing error would explain: the same
 * but for O/0, I/1, B/8 or letters of another alphabet, or one character changed, missing or too many. A plate that looks
 * the same is chosen before one that was mistyped; else the first in the given order.
 */
export function correctionPairs(
  added: readonly PlateKey[],
  deleted: readonly PlateKey[],
): ReadonlyMap<PlateKey, PlateKey> {
  const pairs = new Map<PlateKey, PlateKey>();
  if (added.length === 0 || deleted.length === 0 || added.length + deleted.length > MOST_PLATES_TO_PAIR) return pairs;
  const near = nearPlates(added, deleted);
  pairWith(near.right, near.left, pairs);
  pairWith(near.left, near.right, pairs);
  return pairs;
}

function pairWith(twins: readonly PlateKey[], plates: readonly PlateKey[], pairs: Map<PlateKey, PlateKey>): void {
  const looks = indexOf(twins, (plate) => [plateLook(plate)]);
  const slips = indexOf(twins, slipsIndexed);
  for (const plate of plates) {
    const twin = looks.get(plateLook(plate)) ?? firstFound(slips, slipsSought(plate));
    if (twin !== undefined) pairs.set(plate, twin);
  }
}

function indexOf(
  plates: readonly PlateKey[],
  marksOf: (plate: PlateKey) => readonly string[],
): ReadonlyMap<string, PlateKey> {
  const index = new Map<string, PlateKey>();
  for (const plate of plates) for (const mark of marksOf(plate)) if (!index.has(mark)) index.set(mark, plate);
  return index;
}

function firstFound(index: ReadonlyMap<string, PlateKey>, marks: readonly string[]): PlateKey | undefined {
  const found = marks.find((mark) => index.has(mark));
  return found === undefined ? undefined : index.get(found);
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
