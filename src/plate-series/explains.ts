import type { PlateKey } from "../allowlist/index.ts";
import { isExponentOf, typedBefore } from "./text-shape.ts";

/** Shorter texts are in too many plates. */
const SHORTEST = 4;
/** What is behind them is not compared: a cell may hold a megabyte. */
const LONGEST_LOOKED_AT = 64;
/** This many characters may differ, and in a short text one: in a fleet many short plates are alike. */
const MOST_CHANGES = 2;
const SHORT = 6;
/** Letters and digits of the code of a character, more than one of which is hardly in a plate. */
const LONGEST_CODE = 8;

/**
 * Finds the cars of which the text of a row may be what is left: it holds their plate, or is what a spreadsheet prints for it. Only if
 * there are none, those of which it is a part, or from which it differs in few characters.
 */
export function explainer(whole: string): (plates: Iterable<PlateKey>) => readonly PlateKey[] {
  const text = whole.slice(0, LONGEST_LOOKED_AT);
  const solid = text
    .normalize("NFC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  const typed = typedBefore(text);
  return (plates) => {
    const [sure, near]: [PlateKey[], PlateKey[]] = [[], []];
    for (const plate of plates) {
      const isIn = plate.length >= SHORTEST && solid.includes(plate);
      if (isIn || typed.has(plate) || isExponentOf(text, plate)) sure.push(plate);
      else if (isLeftOf(plate, solid)) near.push(plate);
    }
    return sure.length > 0 ? sure : near;
  };
}

// A part of it, or its letters alone; otherwise decoded; or mistyped.
function isLeftOf(plate: PlateKey, solid: string): boolean {
  if (solid.length >= SHORTEST && (plate.includes(solid) || differsLittle(solid, plate))) return true;
  if (solid.length > 1 && plate.replace(/\d/g, "") === solid) return true;
  const [first = "", ...others] = plate.split(/[^A-Z0-9]+/);
  const last = others.at(-1) ?? "";
  if (first.length + last.length < SHORTEST - 1 || solid.length > plate.length + LONGEST_CODE) return false;
  return others.length > 0 && solid.startsWith(first) && solid.endsWith(last);
}

// Characters changed, missing, added, or exchanged with a neighbour.
function differsLittle(left: string, right: string): boolean {
  const most = left.length < SHORT ? 1 : MOST_CHANGES;
  if (Math.abs(left.length - right.length) > most) return false;
  let above: readonly number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= right.length; to += 1) {
      const changed = (row[to - 1] ?? 0) + (left[at - 1] === right[to - 1] ? 0 : 1);
      const isExchanged = left[at - 1] === right[to - 2] && left[at - 2] === right[to - 1];
      const exchanged = isExchanged ? (above[to - 2] ?? most) + 1 : changed;
      next.push(Math.min(changed, exchanged, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > most) return false;
    above = row;
    row = next;
  }
  return (row[right.length] ?? 0) <= most;
}
