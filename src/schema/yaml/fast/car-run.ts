import type { SlotKind } from "./car-shape.ts";

/** More than any plate of letters and digits has; a longer text is read as others are. */
const LONGEST_PLATE = 32;
const WORD = `[0-9A-Za-z]{1,${LONGEST_PLATE}}`;
/** In double quotes, in the middle of a plate: some exporters write every blank or accent so. */
const ESCAPE = String.raw`\\x[0-9A-Fa-f]{2}`;
/** So many cars `many` passes at once. */
export const CARS_A_LOOK = 64;

/**
 * Cars that differ in their plates alone, each of letters and digits with one escape at most, one right behind the other. To
 * compare them piece by piece is as fast once V8 has compiled that, which for a list of some thousands comes too late; a
 * pattern is compiled at once.
 */
export interface CarRun {
  /** From the dash of one to the dash of the next. */
  readonly one: RegExp;
  readonly many: RegExp;
  /** How far the plate is from the dash, and from the dash of the next car. */
  readonly before: number;
  readonly behind: number;
}

/** The run of cars with one open slot; undefined where other texts than words of a line or of quotes may stand there. */
export function carRunOf(literals: readonly string[], kinds: readonly SlotKind[], indent: number): CarRun | undefined {
  const [before = "", behind = "", ...others] = literals;
  const [kind] = kinds;
  const isWord = kind === "line" && behind.startsWith("\n");
  const isQuoted = (kind === "double" && behind.startsWith('"')) || (kind === "single" && behind.startsWith("'"));
  if (others.length > 0 || !(isWord || isQuoted)) return undefined;
  const next = behind + " ".repeat(indent);
  const plate = kind === "double" ? `${WORD}(?:${ESCAPE}${WORD})?` : WORD;
  const car = `${escaped(before)}${plate}${escaped(next)}(?=- )`;
  return {
    one: new RegExp(car, "uy"),
    many: new RegExp(`(?:${car}){${CARS_A_LOOK}}`, "uy"),
    before: before.length,
    behind: next.length,
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[^0-9A-Za-z \n]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
