import type { CarValues } from "../../allowlist/index.ts";
import type { FleetPart } from "../fleet/fleet-part.ts";
import { canonicalText, FLEET_ORDER, orderBelow } from "../format/canonical-text.ts";
import { CAR_KEYS, isCarField } from "../values/car-fields.ts";
import { columnOf, type Mapping, nodeAt, type Pair, type Path, type Scalar, type Tree } from "../yaml/tree.ts";
import {
  addItems,
  endOfContent,
  insertion,
  isBracketed,
  isInBrackets,
  isRestIdle,
  lineBreakAt,
  listAt,
  removeItem,
  type Splice,
  type WrittenList,
} from "./written-list.ts";

/** Lists of at least this many cars in order are kept in order. */
const FEWEST_IN_ORDER = 3;

/** A car to be added. */
export interface NewCar extends ValuesToWrite {
  readonly licenseNumber: string;
}

/** Adds a car to what has the list, the file or an account: where its plate belongs when the list is in order, else at the end. */
export function addCar(part: FleetPart, path: Path, car: NewCar): Splice[] {
  const { text } = part.lines;
  const list = listAt(part.root, path, "cars", text);
  return [...(list ? addToList(list, car) : addList(part, path, car)), ...adjustCounts(part, path, 1)];
}

/** Removes a car. */
export function removeCar(part: FleetPart, path: Path, list: WrittenList, item: Tree): Splice[] {
  return [...removeItem(list, item), ...adjustCounts(part, path, -1)];
}

/** Writes values of a car of a list, in place of those that it has. */
export function setValues(list: WrittenList, item: Tree, values: CarValues): Splice[] {
  const { text } = list;
  if (item.kind === "scalar") return expand(list, item, values);
  if (item.kind !== "mapping") return [];
  const isBracketed = list.style !== "dashes" || text[item.at] === "{";
  return Object.entries(values).flatMap(([key, value]) => {
    const old = item.pairs.find((pair) => pair.key === key)?.value;
    if (old?.kind === "scalar") return [setScalar(text, old, value)];
    const written = pairText(key, value, true);
    return addPair(text, item, CAR_KEYS, { key, inBrackets: written, lines: [written] }, isBracketed);
  });
}

/** The index behind which a plate belongs in a list that is in order; that of the last plate in others; -1 is before the first. */
export function indexBefore(licenseNumber: string, plates: readonly string[]): number {
  const isSorted = plates.every((plate, at) => at === 0 || (plates[at - 1] ?? "") < plate);
  const next = isSorted && plates.length >= FEWEST_IN_ORDER ? plates.findIndex((plate) => plate > licenseNumber) : -1;
  return (next < 0 ? plates.length : next) - 1;
}

function addToList(list: WrittenList, car: NewCar): Splice[] {
  const { text, items } = list;
  if (items.length === 0) return addFirst(list, car);
  const index = indexBefore(car.licenseNumber, items.map(plateOf));
  const plate = writtenLike(items[Math.max(index, 0)], car.licenseNumber, text, list.style !== "dashes");
  return addItems(list, index, [
    { inBrackets: carInBrackets(plate, car), lines: carLines(plate, car, hasLines(list) ? "lines" : "brackets") },
  ]);
}

// An empty list directly below its key becomes one with a car a line.
function addFirst({ text, at, end, keyAt, style }: WrittenList, car: NewCar): Splice[] {
  const isBlank = text.slice(at + 1, end - 1).trim() === "";
  if (style === "brackets" && isBlank && isRestIdle(text, end)) {
    const before = text.slice(0, at).trimEnd().length;
    const lineBreak = `${lineBreakAt(text, end)}${" ".repeat(columnOf(text, keyAt))}`;
    const below = insertion(
      endOfContent(text, end),
      itemBelow(car)
        .map((line) => `${lineBreak}${line}`)
        .join(""),
    );
    return [{ from: before, to: end, text: "" }, below];
  }
  const inside = carInBrackets(plateText(car.licenseNumber, true), car);
  return [{ from: at + 1, to: isBlank ? end - 1 : at + 1, text: inside }];
}

// An account whose cars are all in lists has a list of its own now.
function addList({ root, lines: { text } }: FleetPart, path: Path, car: NewCar): Splice[] {
  const holder = nodeAt(root, path);
  if (holder?.kind !== "mapping") return [];
  const inBrackets = `cars: [${carInBrackets(plateText(car.licenseNumber, true), car)}]`;
  const { keys } = path.length === 0 ? FLEET_ORDER : orderBelow(FLEET_ORDER, "accounts");
  const pair = { key: "cars", inBrackets, lines: ["cars:", ...itemBelow(car)] };
  return addPair(text, holder, keys, pair, isInBrackets(root, path, text));
}

/** The lines of a car in a list below its key. */
function itemBelow(car: NewCar): readonly string[] {
  const [first = "", ...others] = carLines(plateText(car.licenseNumber, false), car, "brackets");
  return [`  - ${first}`, ...others.map((line) => `    ${line}`)];
}

/** Corrects `count` of a file and of an account whose number of cars changes. */
function adjustCounts({ root, lines: { text } }: FleetPart, path: Path, by: number): Splice[] {
  const holders = path.length === 0 ? [path] : [path, []];
  return holders.flatMap((holder) => {
    const count = nodeAt(root, [...holder, "count"]);
    if (count?.kind !== "scalar") return [];
    return [setScalar(text, count, String(Number(count.text) + by))];
  });
}

// A plate alone becomes a mapping. Its quotes stay.
function expand(list: WrittenList, { at, end, text: plate }: Scalar, values: CarValues): Splice[] {
  const { text } = list;
  const isBracketed = list.style !== "dashes";
  const written = /["']/.test(text.charAt(at)) ? text.slice(at, end) : plateText(plate, true);
  if (isBracketed || !hasLines(list)) return [{ from: at, to: end, text: carInBrackets(written, values) }];
  const lineBreak = `${lineBreakAt(text, at)}${" ".repeat(columnOf(text, at))}`;
  const lines = Object.entries(values).map(([key, value]) => `${lineBreak}${pairText(key, value, false)}`);
  return [{ from: at, to: end, text: `licenseNumber: ${written}` }, insertion(endOfContent(text, end), lines.join(""))];
}

/** Whether the cars of a list that are more than plates have a line for each key. */
function hasLines({ text, items }: WrittenList): boolean {
  const last = items.findLast(({ kind }) => kind === "mapping");
  return last !== undefined && text[last.at] !== "{";
}

function plateOf(item: Tree): string {
  if (item.kind === "scalar") return item.text;
  const value = item.kind === "mapping" ? item.pairs.find(({ key }) => key === "licenseNumber")?.value : undefined;
  return value?.kind === "scalar" ? value.text : "";
}

// In the quotes of the car before it, where that has quotes that it does not need.
function writtenLike(model: Tree | undefined, licenseNumber: string, text: string, isBracketed: boolean): string {
  const own = plateText(licenseNumber, isBracketed);
  if (model?.kind !== "scalar" || own.startsWith('"')) return own;
  const quote = /["']/.exec(text.charAt(model.at))?.[0] ?? "";
  const isNeedless = canonicalText(model.text, { key: undefined, isInBrackets: isBracketed }) === model.text;
  return isNeedless ? `${quote}${own}${quote}` : own;
}

/** What is to be written about a car beside its plate. */
interface ValuesToWrite extends CarValues {
  readonly features?: readonly string[];
}

/** The longest car that is written in brackets on one line. */
const LONGEST_LINE = 120;

/** `12:30` as it is written after a key, or as an item. */
function plateText(licenseNumber: string, isInBrackets: boolean): string {
  return canonicalText(licenseNumber, { key: "licenseNumber", isInBrackets });
}

/** `key: value`, as `fmt` writes it. */
function pairText(key: string, value: string, isInBrackets: boolean): string {
  return `${key}: ${canonicalText(value, { key, isInBrackets })}`;
}

/** A car on one line: its plate, or a mapping in brackets. `plate` is as it is to be written. */
function carInBrackets(plate: string, values: ValuesToWrite): string {
  const pairs = pairsOf(values, true);
  return pairs.length === 0 ? plate : `{ ${[`licenseNumber: ${plate}`, ...pairs].join(", ")} }`;
}

/** A car as an item of a list with dashes: lines without their indentation. Long ones stand in one line for each key. */
function carLines(plate: string, values: ValuesToWrite, style: "lines" | "brackets"): string[] {
  const inBrackets = carInBrackets(plate, values);
  const pairs = pairsOf(values, false);
  const isOneLine = pairs.length === 0 || (style === "brackets" && inBrackets.length <= LONGEST_LINE);
  return isOneLine ? [inBrackets] : [`licenseNumber: ${plate}`, ...pairs];
}

function pairsOf(values: ValuesToWrite, isInBrackets: boolean): string[] {
  return CAR_KEYS.flatMap((key) => {
    if (key === "features") return values.features ? [featuresText(values.features)] : [];
    const text = isCarField(key) ? values[key] : undefined;
    return text === undefined ? [] : [pairText(key, text, isInBrackets)];
  });
}

function featuresText(features: readonly string[]): string {
  const names = features.map((name) => canonicalText(name, { key: "features", isInBrackets: true }));
  return `features: [${names.join(", ")}]`;
}

/** Writes another value in the quotes, if any, of the present one. `value` needs none. */
function setScalar(text: string, { at, end }: Scalar, value: string): Splice {
  const quote = /["']/.exec(text.charAt(at))?.[0] ?? "";
  return { from: at, to: end, text: `${quote}${value}${quote}` };
}

/**
 * Adds a pair to a mapping behind the nearest one that is before it in `order`. `lines` are for a mapping outside of brackets,
 * without its indentation. No change where no pair is found behind which it can stand.
 */
function addPair(
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
  if (isInBrackets) return [insertion(value.end, `, ${inBrackets}`)];
  const lineBreak = `${lineBreakAt(text, value.at)}${" ".repeat(columnOf(text, mapping.at))}`;
  return [insertion(endOfContent(text, value.at), lines.map((line) => `${lineBreak}${line}`).join(""))];
}

// What stands on several lines ends somewhere below.
function isOneLine(text: string, { keyAt, value }: Pair): boolean {
  const isPlain = value.kind === "scalar" ? !"|>".includes(text.charAt(value.at)) : isBracketed(text, value.at);
  return isPlain && !text.slice(keyAt, value.end).includes("\n");
}
