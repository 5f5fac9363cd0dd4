import type { FleetPart } from "../fleet/fleet-part.ts";
import { canonicalText } from "../format/canonical-text.ts";
import type { Path, Tree } from "../yaml/tree.ts";
import { type CarList, isInBrackets, pairAt, plateOf } from "./car-list.ts";
import {
  dashedItem,
  endOfBracketed,
  endOfContent,
  endOfScalar,
  isFirstOnLine,
  isRestIdle,
  lineBreakAt,
  skipBlanks,
  startOfLine,
} from "./extent.ts";
import { carInBrackets, carLines, plateText, type ValuesToWrite } from "./print-car.ts";
import { insertion, type Splice } from "./splice.ts";

/** Lists of at least so many cars in order are kept in order. */
const FEWEST_IN_ORDER = 3;

/** A car to be added. */
export interface NewCar extends ValuesToWrite {
  readonly licenseNumber: string;
}

/** Adds a car to a list: where its plate belongs when the list is in order, else at the end. */
export function addCar(list: CarList, car: NewCar): Splice[] {
  if (list.items.length === 0) return addFirst(list, car);
  const before = predecessorOf(car.licenseNumber, list.items);
  return list.style === "dashes" ? [addLine(list, before, car)] : addInBrackets(list, before, car);
}

/** Adds a list with one car to a file or account that has none. */
export function addList(part: FleetPart, path: Path, car: NewCar): Splice[] {
  const { text } = part.lines;
  const keyAt = pairAt(part.root, path, "carsFrom")?.keyAt;
  if (keyAt === undefined) return addListBelow(part, path, car);
  if (isInBrackets(part.root, path, text)) {
    return [insertion(keyAt, `cars: [${carInBrackets(plateText(car.licenseNumber, true), car)}], `)];
  }
  const lineBreak = lineBreakAt(text, keyAt);
  const indent = " ".repeat(keyAt - startOfLine(text, keyAt));
  return [insertion(keyAt, `cars:${linesBelow(car, indent, lineBreak)}${lineBreak}${indent}`)];
}

// An account whose cars are all in a list for several accounts has its id only.
function addListBelow(part: FleetPart, path: Path, car: NewCar): Splice[] {
  const { text } = part.lines;
  const pair = pairAt(part.root, path, "baId");
  if (!pair) return [];
  const end = endOfScalar(text, pair.value.at, "brackets");
  if (isInBrackets(part.root, path, text)) {
    return [insertion(end, `, cars: [${carInBrackets(plateText(car.licenseNumber, true), car)}]`)];
  }
  const lineBreak = lineBreakAt(text, end);
  const indent = " ".repeat(pair.keyAt - startOfLine(text, pair.keyAt));
  return [insertion(endOfContent(text, end), `${lineBreak}${indent}cars:${linesBelow(car, indent, lineBreak)}`)];
}

function linesBelow(car: NewCar, indent: string, lineBreak: string): string {
  const [first = "", ...others] = carLines(plateText(car.licenseNumber, false), car, "brackets");
  return `${lineBreak}${indent}  - ${[first, ...others.map((line) => `${indent}    ${line}`)].join(lineBreak)}`;
}

// An empty list directly below its key becomes one with a car a line.
function addFirst({ text, at, keyAt, style }: CarList, car: NewCar): Splice[] {
  const end = endOfBracketed(text, at);
  const isBlank = text.slice(at + 1, end - 1).trim() === "";
  if (style === "brackets" && isBlank && isRestIdle(text, end)) {
    const before = text.slice(0, at).trimEnd().length;
    const indent = " ".repeat(keyAt - startOfLine(text, keyAt));
    const below = insertion(endOfContent(text, end), linesBelow(car, indent, lineBreakAt(text, end)));
    return [{ from: before, to: end, text: "" }, below];
  }
  const inside = carInBrackets(plateText(car.licenseNumber, true), car);
  return [{ from: at + 1, to: isBlank ? end - 1 : at + 1, text: inside }];
}

/** The place in `items` of the car before the new one; -1 for none. */
function predecessorOf(licenseNumber: string, items: readonly Tree[]): number {
  const plates = items.map(plateOf);
  const isSorted = plates.every((plate, at) => at === 0 || (plates[at - 1] ?? "") < plate);
  if (!isSorted || plates.length < FEWEST_IN_ORDER) return plates.length - 1;
  const next = plates.findIndex((plate) => plate > licenseNumber);
  return next < 0 ? plates.length - 1 : next - 1;
}

function addLine(list: CarList, before: number, car: NewCar): Splice {
  const { text, items, column } = list;
  const model = items[Math.max(before, 0)];
  const at = model?.at ?? list.at;
  const item = dashedItem(text, at, column);
  const isOnDashLine = startOfLine(text, at) === item.start;
  const gap = isOnDashLine ? at - item.start - column - 1 : 1;
  const lineBreak = lineBreakAt(text, at);
  const [first = "", ...others] = carLines(writtenLike(model, car.licenseNumber, text, false), car, styleOf(list));
  const indent = " ".repeat(column + 1 + gap);
  const dash = `${" ".repeat(column)}-${" ".repeat(gap)}`;
  const lines = [`${dash}${first}`, ...others.map((line) => `${indent}${line}`)].join(lineBreak);
  if (before < 0) return insertion(item.start, `${lines}${lineBreak}`);
  const end = item.endOfComments;
  return text[end - 1] === "\n" ? insertion(end, `${lines}${lineBreak}`) : insertion(end, `${lineBreak}${lines}`);
}

function addInBrackets({ text, items }: CarList, before: number, car: NewCar): Splice[] {
  const model = items[Math.max(before, 0)];
  const at = model?.at ?? 0;
  const written = carInBrackets(writtenLike(model, car.licenseNumber, text, true), car);
  const isOwnLine = isFirstOnLine(text, at);
  const lineBreak = `${lineBreakAt(text, at)}${text.slice(startOfLine(text, at), at)}`;
  if (before < 0) return [insertion(at, isOwnLine ? `${written},${lineBreak}` : `${written}, `)];
  const end = endOfBracketed(text, at);
  const comma = skipBlanks(text, end);
  const hasComma = text[comma] === ",";
  const last = hasComma ? comma + 1 : end;
  if (!isOwnLine || !isRestIdle(text, last)) return [insertion(end, `, ${written}`)];
  const line = insertion(endOfContent(text, last), `${lineBreak}${written}${hasComma ? "," : ""}`);
  return hasComma ? [line] : [insertion(end, ","), line];
}

/** Cars with a key a line where the list has such; else in brackets. */
export function styleOf({ text, items }: CarList): "lines" | "brackets" {
  const last = items.findLast(({ kind }) => kind === "mapping");
  return last !== undefined && text[last.at] !== "{" ? "lines" : "brackets";
}

// In the quotes of the car before it, where that has quotes that it does not need.
function writtenLike(model: Tree | undefined, licenseNumber: string, text: string, isInBrackets: boolean): string {
  const own = plateText(licenseNumber, isInBrackets);
  if (model?.kind !== "scalar" || own.startsWith('"')) return own;
  const written = text.slice(model.at, endOfScalar(text, model.at, isInBrackets ? "brackets" : "line"));
  const quote = written.charAt(0);
  const isNeedless = canonicalText(model.text, { key: undefined, isInBrackets }) === model.text;
  return isNeedless && (quote === '"' || quote === "'") ? `${quote}${own}${quote}` : own;
}
