import type { Pair, Scalar, Tree } from "../tree.ts";
import type { CarShape, Slot, SlotKind } from "./car-shape.ts";
import { textOfSlot } from "./slot-text.ts";

/** A place in any car of a template: so far behind the car's dash, or behind the end of one of its open slots. */
interface Anchor {
  /** -1 for the dash. */
  readonly slot: number;
  readonly distance: number;
}

interface VaryingScalar {
  readonly at: Anchor;
  /** The open slot that holds its text, or the text that all cars have. */
  readonly slot: number | undefined;
  readonly text: string;
}

interface VaryingPair {
  readonly key: string;
  readonly keyAt: Anchor;
  readonly value: VaryingScalar | { readonly at: Anchor; readonly items: readonly VaryingScalar[] };
}

/** A car's text with open slots, from its dash to the start of the next line. */
export interface CarTemplate {
  /** What stands before each open slot, and behind the last one. */
  readonly literals: readonly string[];
  readonly kinds: readonly SlotKind[];
  /** Which of the open slots holds the plate. */
  readonly plateSlot: number;
  readonly isScalar: boolean;
  readonly nodeAt: Anchor;
  readonly varying: readonly VaryingPair[];
}

/** What a template is made of: a car, with the slots that are known to differ from car to car. */
export interface Sample {
  readonly car: Tree;
  readonly dash: number;
  readonly written: string;
  readonly plate: Scalar;
  readonly shape: CarShape;
}

/** Where the open slots of a car end, of which the template speaks. */
export interface MatchedCar {
  readonly text: string;
  readonly dash: number;
  readonly kinds: readonly SlotKind[];
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Makes a template that leaves those slots open, by their numbers in the shape. */
export function templateOf(sample: Sample, open: ReadonlySet<number>): CarTemplate {
  const { car, written, shape } = sample;
  const slots = shape.slots.filter((_, at) => open.has(at));
  const literals = slots.map(({ from }, at) => written.slice(slots[at - 1]?.to ?? 0, from));
  const plate = slotOf(sample.plate, sample, slots);
  return {
    literals: [...literals, written.slice(slots.at(-1)?.to ?? 0)],
    kinds: slots.map(({ kind }) => kind),
    plateSlot: plate ?? 0,
    isScalar: car.kind === "scalar",
    nodeAt: anchorOf(car.at, sample, slots),
    varying: car.kind === "mapping" ? car.pairs.flatMap((pair) => varyingPair(pair, sample, slots)) : [],
  };
}

/** The number of the slot where a scalar of the sample stands. */
export function slotOf({ at }: Scalar, { dash }: Pick<Sample, "dash">, slots: readonly Slot[]): number | undefined {
  const found = slots.findIndex(({ kind, from }) => {
    return kind !== "comment" && from === at - dash + (kind === "double" || kind === "single" ? 1 : 0);
  });
  return found < 0 ? undefined : found;
}

function varyingPair({ key, keyAt, value }: Pair, sample: Sample, slots: readonly Slot[]): VaryingPair[] {
  if (key === "licenseNumber") return [];
  const scalarOf = (scalar: Tree): VaryingScalar => ({
    at: anchorOf(scalar.at, sample, slots),
    slot: scalar.kind === "scalar" ? slotOf(scalar, sample, slots) : undefined,
    text: scalar.kind === "scalar" ? scalar.text : "",
  });
  const place = { key, keyAt: anchorOf(keyAt, sample, slots) };
  if (value.kind !== "list") {
    const scalar = scalarOf(value);
    return scalar.slot === undefined ? [] : [{ ...place, value: scalar }];
  }
  const items = value.items.map(scalarOf);
  if (items.every(({ slot }) => slot === undefined)) return [];
  return [{ ...place, value: { at: anchorOf(value.at, sample, slots), items } }];
}

function anchorOf(at: number, { dash }: Pick<Sample, "dash">, slots: readonly Slot[]): Anchor {
  const slot = slots.findLastIndex(({ to }) => to <= at - dash);
  return { slot, distance: at - dash - (slots[slot]?.to ?? 0) };
}

/** Where something stands in a car that the template matched. */
export function offsetIn({ dash, ends }: MatchedCar, { slot, distance }: Anchor): number {
  return (slot < 0 ? dash : (ends[slot] ?? 0)) + distance;
}

/** What stands in one of a matched car's slots says. */
export function textInSlot({ text, kinds, starts, ends }: MatchedCar, slot: number): string {
  return textOfSlot(text, starts[slot] ?? 0, ends[slot] ?? 0, kinds[slot]);
}

/** The pairs of a matched car that are its own. */
export function varyingPairs(car: MatchedCar, { varying }: CarTemplate): readonly Pair[] {
  return varying.map(({ key, keyAt, value }) => ({ key, keyAt: offsetIn(car, keyAt), value: valueIn(car, value) }));
}

function valueIn(car: MatchedCar, value: VaryingPair["value"]): Tree {
  if (!("items" in value)) return scalarIn(car, value);
  return { kind: "list", items: value.items.map((item) => scalarIn(car, item)), at: offsetIn(car, value.at) };
}

function scalarIn(car: MatchedCar, { at, slot, text }: VaryingScalar): Scalar {
  return { kind: "scalar", text: slot === undefined ? text : textInSlot(car, slot), at: offsetIn(car, at) };
}
