import { MAX_PLATE_LENGTH, type PlateKey, type PlateRules, readPlate } from "../../allowlist/index.ts";

/** Digits and all letters that plates have, full-width ones too. */
const WORD = /[0-9A-Za-z\u00c0-\u1fff\uff10-\uff5a]+/g;
/** What may stand between the words of one plate. */
const SEPARATORS = /^[ .\u00b7-]{0,3}$/;
const SYMBOL = /^[~:+_/]$/;

/** A plate in a line, and what the line says of that car. */
export interface PlateItem {
  readonly plateKey: PlateKey;
  /** Its mapping in braces, its plate in a list in brackets, or the whole line. */
  readonly item: string;
}

/** Those of the plates that stand in a line, in any spelling, as a word or as several ones. Takes linear time. */
export function platesInLine(line: string, plates: ReadonlySet<PlateKey>, rules: PlateRules): PlateItem[] {
  const words = [...line.matchAll(WORD)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    key: keyOf(word, rules),
  }));
  const found: PlateItem[] = [];
  for (const [at, first] of words.entries()) {
    let key = "";
    for (let last = at; last < words.length; last += 1) {
      const word = words[last];
      const before = last === at ? undefined : words[last - 1];
      if (!word) break;
      const gap = before ? line.slice(before.to, word.from) : "";
      const isSymbol = SYMBOL.test(gap);
      if (!isSymbol && !SEPARATORS.test(gap)) break;
      key += isSymbol ? gap + word.key : word.key;
      if (key.length > MAX_PLATE_LENGTH) break;
      if (isOneOf(plates, key)) found.push({ plateKey: key, item: itemAt(line, first.from, word.to) });
    }
  }
  return found;
}

// Other cars may share the line.
function itemAt(line: string, from: number, to: number): string {
  const [open, close] = [line.lastIndexOf("{", from), line.indexOf("}", to)];
  if (open >= 0 && close >= 0 && line.lastIndexOf("}", from) < open) return line.slice(open, close + 1);
  return line.includes("[") ? line.slice(from, to) : line.trim();
}

function isOneOf(plates: ReadonlySet<string>, key: string): key is PlateKey {
  return plates.has(key);
}

function keyOf(word: string, rules: PlateRules): string {
  if (/^[0-9A-Za-z]+$/.test(word)) return word.toUpperCase();
  const reading = readPlate(word, rules);
  return reading.kind === "plate" ? reading.plateKey : word;
}
