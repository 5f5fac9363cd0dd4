import type { Tree } from "../yaml/tree.ts";
import type { CarList } from "./car-list.ts";
import {
  dashedItem,
  endOfBracketed,
  endOfScalar,
  isFirstOnLine,
  isRestIdle,
  nextLine,
  skipBlanks,
  startOfLine,
} from "./extent.ts";
import { insertion, type Splice } from "./splice.ts";

/** Removes a car from a list, with the comment on its line. Comments on lines of their own stay. */
export function removeCar(list: CarList, item: Tree): Splice[] {
  return list.style === "dashes" ? removeLines(list, item) : [removeBracketed(list, item)];
}

function removeLines({ text, keyAt, column, items }: CarList, { at }: Tree): Splice[] {
  const { start, end } = dashedItem(text, at, column);
  const lines = { from: start, to: end, text: "" };
  if (items.length > 1) return [lines];
  // A key needs a value: the list is empty now.
  const colon = skipBlanks(text, endOfScalar(text, keyAt, "line"));
  return [insertion(colon + 1, " []"), lines];
}

function removeBracketed({ text, at: open, items }: CarList, item: Tree): Splice {
  const end = endOfBracketed(text, item.at);
  const comma = skipBlanks(text, end);
  const after = text[comma] === "," ? comma + 1 : end;
  const only = items.length === 1;
  const close = endOfBracketed(text, open) - 1;
  if (only && `${text.slice(open + 1, item.at)}${text.slice(after, close)}`.trim() === "") {
    return { from: open + 1, to: close, text: "" };
  }
  if (isFirstOnLine(text, item.at) && isRestIdle(text, after)) {
    return { from: startOfLine(text, item.at), to: nextLine(text, after), text: "" };
  }
  const before = items[items.indexOf(item) - 1];
  const endBefore = before && endOfBracketed(text, before.at);
  const isLastOnLine = after === end || isRestIdle(text, after);
  if (isLastOnLine && endBefore !== undefined && /^\s*,[ \t]*$/.test(text.slice(endBefore, item.at))) {
    return { from: endBefore, to: end, text: "" };
  }
  return { from: item.at, to: afterBlanks(text, after), text: "" };
}

// A blank must stand before a comment.
function afterBlanks(text: string, from: number): number {
  const to = from + (/^[ \t]*/.exec(text.slice(from))?.[0].length ?? 0);
  return text[to] === "#" ? from : to;
}
