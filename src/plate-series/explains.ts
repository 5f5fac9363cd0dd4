import type { PlateKey } from "../allowlist/index.ts";
import { isExponentOf, typedBefore } from "./text-shape.ts";

/** Shorter texts stand in too many plates. */
const SHORTEST = 4;
/** What is behind them is not compared: a cell may hold a megabyte. */
const LONGEST_LOOKED_AT = 64;
/** So many characters may differ. */
const MOST_CHANGES = 2;

/**
 * Whether the text of a row that is not a car may be what became of a car: it holds its plate or is a part of it, is what a spreadsheet
 * prints for it, or differs in two characters.
 */
export function explainer(whole: string): (plateKey: PlateKey) => boolean {
  const text = whole.slice(0, LONGEST_LOOKED_AT);
  const solid = text
    .normalize("NFC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  const typed = typedBefore(text);
  return (plateKey) =>
    typed.has(plateKey) ||
    isExponentOf(text, plateKey) ||
    (plateKey.length >= SHORTEST && solid.includes(plateKey)) ||
    (solid.length >= SHORTEST && (plateKey.includes(solid) || differsLittle(solid, plateKey)));
}

// Characters changed, missing, added, or exchanged with a neighbour; texts that begin and end alike are compared in their middle.
function differsLittle(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > MOST_CHANGES) return false;
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= right.length; to += 1) {
      const changed = (row[to - 1] ?? 0) + (left[at - 1] === right[to - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > MOST_CHANGES) return false;
    row = next;
  }
  return (row[right.length] ?? 0) <= MOST_CHANGES;
}
