import type { CountrySeries } from "./series-table.ts";

/** Characters beyond this code stand in no series: it ends the Cyrillic block. */
const CHARACTERS = 0x500;

/** One form of a series, of one length. A plate fits when each position holds one of its characters and each group one of its texts. */
export interface Form {
  readonly length: number;
  /** For each position, a table by character code: 1 for the characters that may stand there. */
  readonly positions: readonly Uint8Array[];
  readonly groups: readonly { readonly at: number; readonly length: number; readonly texts: ReadonlySet<string> }[];
  /** Bits of the positions that only a digit fits, and of those that no digit fits; the first position is bit 0. */
  readonly digitsOnly: number;
  readonly digitsNever: number;
}

interface Element {
  readonly texts?: readonly string[];
  readonly characters?: string;
  readonly least: number;
  readonly most: number;
}

type Symbols = Pick<CountrySeries, "letters" | "codes">;
type Piece = string | readonly string[];

const DIGITS = "0-9";
const ELEMENT = /([LDAC0-9]|\[[^\]]+\]|\([^)]+\))(\?|\{\d+(?:,\d+)?\})?/y;
const LONGEST = /<=(\d+)$/;

/**
 * The forms of a pattern such as `LLD{5}`, one for each length and choice. `L` is a letter of the country, `D` a digit, `A`
 * either, `C` a code of one of its districts; a digit stands for itself, `[A-F]` for one of its characters, `(CC|CD)` for one
 * of its texts; `{2}`, `{1,3}` and `?` repeat what stands before them; `<=7` at the end limits the length of the whole.
 */
export function formsOf(pattern: string, country: Symbols): readonly Form[] {
  const longest = Number(LONGEST.exec(pattern)?.[1] ?? 16);
  const elements = elementsOf(pattern.replace(LONGEST, ""), country);
  let sequences: Piece[][] = [[]];
  for (const element of elements) {
    sequences = sequences.flatMap((before) => repetitions(element).map((more) => [...before, ...more]));
  }
  return sequences.map(formOf).filter(({ length }) => length <= longest);
}

function elementsOf(pattern: string, country: Symbols): Element[] {
  const elements: Element[] = [];
  ELEMENT.lastIndex = 0;
  for (let at = 0; at < pattern.length; at = ELEMENT.lastIndex) {
    ELEMENT.lastIndex = at;
    const match = ELEMENT.exec(pattern);
    if (!match) throw new Error(`pattern ${pattern} cannot be read from position ${at}`);
    elements.push({ ...symbolOf(match[1] ?? "", country), ...timesOf(match[2]) });
  }
  return elements;
}

function symbolOf(symbol: string, { letters, codes }: Symbols): Pick<Element, "texts" | "characters"> {
  if (symbol.startsWith("(")) return { texts: symbol.slice(1, -1).split("|") };
  if (symbol.startsWith("[")) return { characters: symbol.slice(1, -1) };
  if (symbol === "C") return { texts: codes };
  if (symbol === "L") return { characters: letters };
  if (symbol === "D") return { characters: DIGITS };
  return { characters: symbol === "A" ? DIGITS + letters : symbol };
}

function timesOf(quantifier = "{1}"): Pick<Element, "least" | "most"> {
  if (quantifier === "?") return { least: 0, most: 1 };
  const [least = 1, most = least] = quantifier.slice(1, -1).split(",").map(Number);
  return { least, most };
}

function repetitions({ texts = [], characters, least, most }: Element): Piece[][] {
  const counts = Array.from({ length: most - least + 1 }, (_, more) => least + more);
  if (characters !== undefined) return counts.map((count) => Array<Piece>(count).fill(characters));
  const lengths = [...new Set(texts.map(({ length }) => length))];
  const once = lengths.map((length) => texts.filter((text) => text.length === length));
  return counts.flatMap((count): Piece[][] => (count === 0 ? [[]] : once.map((same) => [same])));
}

function formOf(pieces: readonly Piece[]): Form {
  const positions: Uint8Array[] = [];
  const groups: { at: number; length: number; texts: ReadonlySet<string> }[] = [];
  for (const piece of pieces) {
    if (typeof piece === "string") {
      positions.push(tableOf(piece));
      continue;
    }
    const length = piece[0]?.length ?? 0;
    if (length > 1) groups.push({ at: positions.length, length, texts: new Set(piece) });
    for (let at = 0; at < length; at++) positions.push(tableOf(piece.map((text) => text.charAt(at)).join("")));
  }
  return {
    length: positions.length,
    positions,
    groups,
    digitsOnly: maskOf(positions, (table) => !hasLetter(table)),
    digitsNever: maskOf(positions, (table) => !hasDigit(table)),
  };
}

const tables = new Map<string, Uint8Array>();

function tableOf(characters: string): Uint8Array {
  const known = tables.get(characters);
  if (known) return known;
  const table = new Uint8Array(CHARACTERS);
  for (const [, from = "", to = from] of characters.matchAll(/(.)(?:-(.))?/gu)) {
    table.fill(1, from.charCodeAt(0), to.charCodeAt(0) + 1);
  }
  tables.set(characters, table);
  return table;
}

function maskOf(positions: readonly Uint8Array[], test: (table: Uint8Array) => boolean): number {
  return positions.reduce((mask, table, at) => (test(table) ? mask | (1 << at) : mask), 0);
}

function hasDigit(table: Uint8Array): boolean {
  return table.subarray(0x30, 0x3a).includes(1);
}

function hasLetter(table: Uint8Array): boolean {
  return table.subarray(0x3a).includes(1);
}
