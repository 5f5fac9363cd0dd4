import type { CarValues } from "../../allowlist/index.ts";
import { canonicalText } from "../format/canonical-text.ts";
import { CAR_KEYS } from "../values/car-fields.ts";
import type { Mapping, Pair, Scalar, Tree } from "../yaml/tree.ts";
import { styleOf } from "./add-car.ts";
import type { CarList } from "./car-list.ts";
import { endOfBracketed, endOfContent, endOfScalar, isBracketed, lineBreakAt, startOfLine } from "./extent.ts";
import { carInBrackets, pairText, plateText } from "./print-car.ts";
import { insertion, type Splice } from "./splice.ts";

/** Writes values of a car of a list, in place of those that it has. */
export function setValues(list: CarList, item: Tree, values: CarValues): Splice[] {
  if (item.kind === "scalar") return expand(list, item, values);
  if (item.kind !== "mapping") return [];
  return Object.entries(values).flatMap(([key, value]) => {
    const isThere = item.pairs.some((pair) => pair.key === key);
    return isThere ? replaceValue(list, item, key, value) : [insertPair(list, item, key, value)];
  });
}

// A plate alone becomes a mapping. Its quotes stay.
function expand(list: CarList, { at, text: plate }: Scalar, values: CarValues): Splice[] {
  const { text } = list;
  const isInBrackets = list.style !== "dashes";
  const end = endOfScalar(text, at, isInBrackets ? "brackets" : "line");
  const isQuoted = text[at] === '"' || text[at] === "'";
  const written = isQuoted ? text.slice(at, end) : plateText(plate, true);
  if (isInBrackets || styleOf(list) === "brackets") {
    return [{ from: at, to: end, text: carInBrackets(written, values) }];
  }
  const lineBreak = `${lineBreakAt(text, at)}${" ".repeat(at - startOfLine(text, at))}`;
  const lines = Object.entries(values).map(([key, value]) => `${lineBreak}${pairText(key, value, false)}`);
  return [{ from: at, to: end, text: `licenseNumber: ${written}` }, insertion(endOfContent(text, end), lines.join(""))];
}

function replaceValue({ text, style }: CarList, car: Mapping, key: string, written: string): Splice[] {
  const value = car.pairs.find((pair) => pair.key === key)?.value;
  if (value?.kind !== "scalar") return [];
  const isInBrackets = style !== "dashes" || text[car.at] === "{";
  const end = endOfScalar(text, value.at, isInBrackets ? "brackets" : "line");
  const quote = /["']/.test(text[value.at] ?? "") ? text[value.at] : "";
  return [
    {
      from: value.at,
      to: end,
      text: /^[\w-]+$/.test(written) ? `${quote}${written}${quote}` : canonicalText(written, { key, isInBrackets }),
    },
  ];
}

function insertPair({ text }: CarList, car: Mapping, key: string, value: string): Splice {
  const written = pairText(key, value, true);
  if (text[car.at] === "{")
    return insertion(endOfBracketed(text, precedingPair(car, key)?.value.at ?? car.at + 1), `, ${written}`);
  const before = precedingPair(car, key);
  const plate = car.pairs.find((pair) => pair.key === "licenseNumber");
  const neighbour = before && isOneLine(text, before) ? before : plate;
  const end = neighbour?.value.at ?? car.at;
  const column = car.at - startOfLine(text, car.at);
  return insertion(endOfContent(text, end), `${lineBreakAt(text, end)}${" ".repeat(column)}${written}`);
}

/** The pair after which `fmt` would write a key. */
function precedingPair({ pairs }: Mapping, key: string): Pair | undefined {
  const rank = (pair: Pair) => CAR_KEYS.indexOf(pair.key);
  const earlier = pairs.filter((pair) => rank(pair) < CAR_KEYS.indexOf(key));
  const [first, ...others] = earlier.length > 0 ? earlier : pairs;
  return others.reduce((best, pair) => (best && rank(pair) > rank(best) ? pair : best), first);
}

// What stands on several lines ends somewhere below.
function isOneLine(text: string, { keyAt, value }: Pair): boolean {
  const end = isBracketed(text, value.at) ? endOfBracketed(text, value.at) : endOfScalar(text, value.at, "line");
  return !text.slice(keyAt, end).includes("\n") && !"|>-".includes(text[value.at] ?? "");
}
