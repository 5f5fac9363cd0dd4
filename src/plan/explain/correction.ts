import { type PlateKey, plateLook } from "../../allowlist/index.ts";
import type { Change } from "../model/plan.ts";

/** A plan of more plates than this, both sides together, does not correct typing errors: pairs are not searched for. */
const MOST_PLATES_TO_PAIR = 20_000;

/** As many bits for each mark that few plates are taken for near ones by chance. */
const BITS_A_MARK = 128;
const FEWEST_BITS = 1 << 10;

/** Whether pairs are searched for among these numbers of plates. */
function mayHavePairs(added: number, deleted: number): boolean {
  return added > 0 && deleted > 0 && added + deleted <= MOST_PLATES_TO_PAIR;
}

/**
 * Gives every added and every deleted plate the one on the other side that one typing error would explain: the same
 * but for O/0, I/1, B/8 or letters of another alphabet, or one character changed, missing or too many, or two neighbours
 * exchanged. A plate that looks the same is chosen before one that was mistyped; else the first in the given order.
 */
export function correctionPairs(
  added: readonly PlateKey[],
  deleted: readonly PlateKey[],
): ReadonlyMap<PlateKey, PlateKey> {
  const pairs = new Map<PlateKey, PlateKey>();
  if (!mayHavePairs(added.length, deleted.length)) return pairs;
  const near = nearPlates(added, deleted);
  pairWith(near.right, near.left, pairs);
  pairWith(near.left, near.right, pairs);
  return pairs;
}

/** The other side's spelling for every plate that one typing error would explain. */
export function correctionTwins(adds: readonly Change[], deletes: readonly Change[]): ReadonlyMap<PlateKey, string> {
  if (!mayHavePairs(adds.length, deletes.length)) return new Map();
  const keyOf = ({ plateKey }: Change) => plateKey;
  const pairs = correctionPairs(adds.map(keyOf), deletes.map(keyOf));
  const spellings = new Map([...adds, ...deletes].map(({ plateKey, licenseNumber }) => [plateKey, licenseNumber]));
  return new Map([...pairs].map(([plateKey, twin]) => [plateKey, spellings.get(twin) ?? twin]));
}

function pairWith(twins: readonly PlateKey[], plates: readonly PlateKey[], pairs: Map<PlateKey, PlateKey>): void {
  const looks = indexOf(twins, looksOf);
  const slips = indexOf(twins, slipsIndexed);
  for (const plate of plates) {
    const twin = firstFound(looks, looksOf(plate)) ?? firstFound(slips, slipsSought(plate));
    if (twin !== undefined) pairs.set(plate, twin);
  }
}

/** How the letters are written that many systems do not know. */
const IN_TWO: Readonly<Record<string, string>> = { Ä: "AE", Ö: "OE", Ü: "UE", Å: "AA", Æ: "AE", Ø: "OE" };

/** What a plate looks like, and what it looks like in a system without letters beyond ASCII. */
export function looksOf(plate: string): readonly string[] {
  const inTwo = plate.replace(/[ÄÖÜÅÆØ]/g, (letter) => IN_TWO[letter] ?? letter);
  return inTwo === plate ? [plateLook(plate)] : [plateLook(plate), plateLook(inTwo)];
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
  const slips = shortened(plate).flatMap((rest, at) => [`${at} ${rest}`, `whole ${rest}`]);
  return [...slips, `short ${plate}`, ...exchanged(plate).map((other) => `whole ${other}`)];
}

function exchanged(plate: string): string[] {
  return Array.from(
    { length: plate.length - 1 },
    (_, at) => plate.slice(0, at) + plate.charAt(at + 1) + plate.charAt(at) + plate.slice(at + 2),
  );
}

function shortened(plate: string): string[] {
  return Array.from({ length: plate.length }, (_, at) => plate.slice(0, at) + plate.slice(at + 1));
}

// Those plates of two lists that may be one typing error from a plate of the other one, or look like it, in their order.
// None of them is left out, and few others remain: comparing exactly costs many times as much for each plate.
function nearPlates(
  left: readonly PlateKey[],
  right: readonly PlateKey[],
): { readonly left: readonly PlateKey[]; readonly right: readonly PlateKey[] } {
  const [leftMarks, rightMarks] = [left.map(nearMarksOf), right.map(nearMarksOf)];
  const [inLeft, inRight] = [filterOf(leftMarks), filterOf(rightMarks)];
  return {
    left: left.filter((_, at) => leftMarks[at]?.some(inRight)),
    right: right.filter((_, at) => rightMarks[at]?.some(inLeft)),
  };
}

/** Whether a mark is among those given; in rare cases also for one that is not. */
function filterOf(marks: readonly (readonly number[])[]): (mark: number) => boolean {
  const count = marks.reduce((sum, own) => sum + own.length, 0);
  let bits = FEWEST_BITS;
  while (bits < count * BITS_A_MARK) bits *= 2;
  const words = new Uint32Array(bits / 32);
  const wordOf = (mark: number) => (mark & (bits - 1)) >>> 5;
  for (const own of marks)
    for (const mark of own) words[wordOf(mark)] = (words[wordOf(mark)] ?? 0) | (1 << (mark & 31));
  return (mark) => ((words[wordOf(mark)] ?? 0) & (1 << (mark & 31))) !== 0;
}

/** Numbers for a plate, its look, what is left of it without one of its characters, and with two exchanged: plates that are near share one. */
function nearMarksOf(plate: PlateKey): number[] {
  const marks = [hashOf(plate, -1), ...looksOf(plate).map((look) => hashOf(look, -1))];
  for (let without = 0; without < plate.length; without += 1) marks.push(hashOf(plate, without));
  for (const other of exchanged(plate)) marks.push(hashOf(other, -1));
  return marks;
}

function hashOf(text: string, without: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    if (at !== without) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash ^ (hash >>> 15);
}
