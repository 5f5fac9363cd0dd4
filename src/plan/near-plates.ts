import { type PlateKey, plateLook } from "../allowlist/index.ts";

/** So many bits for each mark that few plates are taken for near ones by chance. */
const BITS_A_MARK = 128;
const FEWEST_BITS = 1 << 10;

/**
 * Those plates of two lists that may be one typing error from a plate of the other one, or look like it, in their order.
 * None of them is left out, and few others remain: comparing exactly costs many times as much for each plate.
 */
export function nearPlates(
  left: readonly PlateKey[],
  right: readonly PlateKey[],
): { readonly left: readonly PlateKey[]; readonly right: readonly PlateKey[] } {
  const [leftMarks, rightMarks] = [left.map(marksOf), right.map(marksOf)];
  const [inLeft, inRight] = [filterOf(leftMarks), filterOf(rightMarks)];
  return {
    left: left.filter((_, at) => leftMarks[at]?.some(inRight)),
    right: right.filter((_, at) => rightMarks[at]?.some(inLeft)),
  };
}

/** Whether a mark is among those given; now and then for one that is not. */
function filterOf(marks: readonly (readonly number[])[]): (mark: number) => boolean {
  let bits = FEWEST_BITS;
  while (bits < marks.length * BITS_A_MARK) bits *= 2;
  const words = new Uint32Array(bits / 32);
  const wordOf = (mark: number) => (mark & (bits - 1)) >>> 5;
  for (const own of marks)
    for (const mark of own) words[wordOf(mark)] = (words[wordOf(mark)] ?? 0) | (1 << (mark & 31));
  return (mark) => ((words[wordOf(mark)] ?? 0) & (1 << (mark & 31))) !== 0;
}

/** Numbers for a plate, its look, and what is left of it without one of its characters: plates that are near share one. */
function marksOf(plate: PlateKey): number[] {
  const marks = [hashOf(plate, -1), hashOf(plateLook(plate), -1)];
  for (let without = 0; without < plate.length; without += 1) marks.push(hashOf(plate, without));
  return marks;
}

function hashOf(text: string, without: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    if (at !== without) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash ^ (hash >>> 15);
}
