import { columnOf } from "../yaml/text-lines.ts";
import type { Mapping, Pair, Scalar } from "../yaml/tree.ts";
import { endOfContent, endOfNode, insertion, isBracketed, lineBreakAt, type Splice } from "./text.ts";

/** Writes another value in the quotes, if any, of the present one. `value` needs none. */
export function setScalar(text: string, { at }: Scalar, value: string, isInBrackets: boolean): Splice {
  const quote = /["']/.exec(text.charAt(at))?.[0] ?? "";
  return { from: at, to: endOfNode(text, at, isInBrackets), text: `${quote}${value}${quote}` };
}

/**
 * Adds a pair to a mapping behind the nearest one that is before it in `order`. `lines` are for a mapping outside of brackets,
 * without its indentation. No change where no pair is found behind which it can stand.
 */
export function addPair(
  text: string,
  mapping: Mapping,
  order: readonly string[],
  { key, inBrackets, lines }: { readonly key: string; readonly inBrackets: string; readonly lines: readonly string[] },
  isInBrackets: boolean,
): Splice[] {
  const rankOf = (pair: Pair) => order.indexOf(pair.key);
  const usable = mapping.pairs.filter((pair) => isInBrackets || isOneLine(text, pair));
  const earlier = usable.filter((pair) => rankOf(pair) < order.indexOf(key));
  const [first, ...others] = earlier.length > 0 ? earlier : usable;
  if (!first) return [];
  const { value } = others.reduce((best, pair) => (rankOf(pair) > rankOf(best) ? pair : best), first);
  if (isInBrackets) return [insertion(endOfNode(text, value.at, true), `, ${inBrackets}`)];
  const lineBreak = `${lineBreakAt(text, value.at)}${" ".repeat(columnOf(text, mapping.at))}`;
  return [insertion(endOfContent(text, value.at), lines.map((line) => `${lineBreak}${line}`).join(""))];
}

// What stands on several lines ends somewhere below.
function isOneLine(text: string, { keyAt, value }: Pair): boolean {
  const isPlain = value.kind === "scalar" ? !"|>".includes(text.charAt(value.at)) : isBracketed(text, value.at);
  return isPlain && !text.slice(keyAt, endOfNode(text, value.at, false)).includes("\n");
}
