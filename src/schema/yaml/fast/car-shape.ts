import { endOfLine, endOfQuoted, type Place } from "../tokenizer.ts";
import type { Scalar, Tree } from "../tree.ts";

/** A car with more places where others may differ is read value by value. */
const MOST_SLOTS = 32;

/** How what stands in a slot ends: like text without quotes, at its quote, or with the line. */
export type SlotKind = Place | "double" | "single" | "comment";

/** A place of a car's text where another car of the same shape may have another text. Offsets count from the car's dash. */
export interface Slot {
  readonly kind: SlotKind;
  readonly from: number;
  readonly to: number;
}

/** A car's text as slots, and what stands around them: keys, blanks, punctuation. */
export interface CarShape {
  readonly slots: readonly Slot[];
  /** The same for all cars of one shape. */
  readonly name: string;
}

/** The shape of a car that stands in `text` from `dash` to `end`; undefined where a slot does not hold its value as it is. */
export function shapeOf(car: Tree, text: string, dash: number, end: number): CarShape | undefined {
  const written = text.slice(dash, end);
  const values: Slot[] = [];
  for (const { scalar, place } of scalarsIn(car, text)) {
    const slot = slotOf(scalar, place, written, dash);
    if (!slot) return undefined;
    values.push(slot);
  }
  const slots = withComments(values, written);
  return slots.length > MOST_SLOTS ? undefined : { slots, name: nameOf(slots, written) };
}

function* scalarsIn(car: Tree, text: string): Generator<{ scalar: Scalar | undefined; place: Place }, undefined> {
  const place = placeIn(car, text);
  if (car.kind === "scalar") yield { scalar: car, place };
  if (car.kind !== "mapping") return;
  for (const { value } of car.pairs) {
    if (value.kind !== "list") yield { scalar: value.kind === "scalar" ? value : undefined, place };
    else {
      const inner = text[value.at] === "[" ? "brackets" : place;
      for (const item of value.items) yield { scalar: item.kind === "scalar" ? item : undefined, place: inner };
    }
  }
}

function placeIn(car: Tree, text: string): Place {
  return car.kind === "mapping" && text[car.at] === "{" ? "brackets" : "line";
}

function slotOf(scalar: Scalar | undefined, place: Place, written: string, dash: number): Slot | undefined {
  if (!scalar) return undefined;
  const first = written[scalar.at - dash];
  const isQuoted = first === '"' || first === "'";
  const at = scalar.at - dash;
  const end = isQuoted ? endOfQuoted(written, at, "line") : at + scalar.text.length;
  if (end === undefined || (!isQuoted && !written.startsWith(scalar.text, at))) return undefined;
  if (!isQuoted) return { kind: place, from: at, to: end };
  return { kind: first === '"' ? "double" : "single", from: at + 1, to: end - 1 };
}

function withComments(values: readonly Slot[], written: string): Slot[] {
  const slots: Slot[] = [];
  let at = 0;
  for (const value of [...values, undefined]) {
    const end = value?.from ?? written.length;
    for (let hash = written.indexOf("#", at); hash >= 0 && hash < end; hash = written.indexOf("#", at)) {
      at = endOfLine(written, hash);
      slots.push({ kind: "comment", from: hash + 1, to: at });
    }
    if (value) slots.push(value);
    at = value?.to ?? at;
  }
  return slots;
}

function nameOf(slots: readonly Slot[], written: string): string {
  let at = 0;
  let name = "";
  for (const { kind, from, to } of slots) {
    name += `${written.slice(at, from)}\n<${kind}>`;
    at = to;
  }
  return name + written.slice(at);
}
