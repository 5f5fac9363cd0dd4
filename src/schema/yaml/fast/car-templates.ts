import type { Mapping, Pair, Scalar, TemplateMatch, Tree } from "../tree.ts";
import { LONGEST_SCALAR } from "../yaml-document.ts";
import { type CarShape, shapeOf } from "./car-shape.ts";
import {
  type CarTemplate,
  type MatchedCar,
  offsetIn,
  type Sample,
  slotOf,
  templateOf,
  textInSlot,
  varyingPairs,
} from "./car-template.ts";
import { LineCursor } from "./line-cursor.ts";
import { readPlainItem } from "./plain-node.ts";
import { columnAt, endOfSlot, isAt, NONE, startOfContent } from "./slot-text.ts";

/** How many shapes are remembered; lists that programs write have one for each set of keys. */
const MOST_TEMPLATES = 16;
/** Where ever new shapes come, learning each costs more than it saves. */
const MOST_LESSONS = 2000;

const MOST_OPEN_SLOTS = 32;
/** With the quotes that may stand around it. */
const LONGEST_SLOT = LONGEST_SCALAR - 2;

/** A shape with the texts of its first car, and which slots were seen to differ. */
interface Known {
  readonly sample: Sample;
  readonly open: Set<number>;
  template: CarTemplate;
}

/**
 * Reads the plain cars of one text whose dashes stand in one column. A car that has the shape of an earlier one is known by
 * comparing what stands around its values, which takes a tenth of the time of reading it.
 */
export class CarTemplates {
  readonly text: string;
  readonly #indent: number;
  /** What every car's line begins with. */
  readonly #lineStart: string;
  /** The one that matched last comes first. */
  readonly #known: Known[] = [];
  #lessons = 0;
  /** The open slots of the car that matched last. */
  readonly #starts = new Int32Array(MOST_OPEN_SLOTS);
  readonly #ends = new Int32Array(MOST_OPEN_SLOTS);
  /** Where the dash behind it stands, if a car follows at once. */
  #nextDash = NONE;

  constructor(text: string, indent: number) {
    this.text = text;
    this.#indent = indent;
    this.#lineStart = `${" ".repeat(indent)}- `;
  }

  /** Passes a car from its dash to the start of the next line; false when it is not plain. */
  skip(cursor: LineCursor): boolean {
    const dash = cursor.at;
    return this.#match(cursor) !== undefined || this.#learn(cursor, dash) !== undefined;
  }

  /** Reads a car as `skip` passes it. */
  read(cursor: LineCursor): Tree | undefined {
    const dash = cursor.at;
    const template = this.#match(cursor);
    return template ? this.#carOf(template, dash) : this.#learn(cursor, dash);
  }

  /**
   * Passes cars from the dash of the first to that of another one, each of a known shape and followed by the next, as long
   * as that one begins before `limit`; gives their number. What stands behind them is known then, so that nothing is looked
   * at twice.
   */
  skipRun(cursor: LineCursor, limit = this.text.length, visit?: (car: Tree) => void): number {
    for (let cars = 0; ; cars += 1) {
      const dash = cursor.at;
      const template = this.#match(cursor);
      if (!template || this.#nextDash === NONE || this.#nextDash >= limit) {
        cursor.at = dash;
        return cars;
      }
      cursor.at = this.#nextDash;
      visit?.(this.#carOf(template, dash));
    }
  }

  #carOf(template: CarTemplate, dash: number): Tree {
    const car = { text: this.text, dash, kinds: template.kinds, starts: this.#starts, ends: this.#ends };
    const plateAt = this.#starts[template.plateSlot] ?? 0;
    const licenseNumber = textInSlot(car, template.plateSlot);
    const at = offsetIn(car, template.nodeAt);
    if (template.isScalar) return { kind: "scalar", text: licenseNumber, at };
    const match = { template, licenseNumber, plateAt, varying: varyingPairs(car, template) };
    return new TemplatedCar(car, this.#indent, at, match);
  }

  #match(cursor: LineCursor): CarTemplate | undefined {
    const known = this.#known;
    for (let at = 0; at < known.length; at += 1) {
      const one = known[at];
      const end = one ? this.#endOfMatch(one.template, cursor.at) : NONE;
      if (!one || end === NONE || this.#goesOn(end)) continue;
      if (at > 0) {
        known.splice(at, 1);
        known.unshift(one);
      }
      cursor.at = end;
      return one.template;
    }
    return undefined;
  }

  #endOfMatch({ literals, kinds }: CarTemplate, dash: number): number {
    const text = this.text;
    let at = dash;
    for (let slot = 0; slot < kinds.length; slot += 1) {
      const literal = literals[slot] ?? "";
      if (!isAt(text, literal, at)) return NONE;
      at += literal.length;
      const end = endOfSlot(text, at, kinds[slot] ?? "comment");
      if (end === NONE || end - at > LONGEST_SLOT) return NONE;
      this.#starts[slot] = at;
      this.#ends[slot] = end;
      at = end;
    }
    const last = literals[kinds.length] ?? "";
    return isAt(text, last, at) ? at + last.length : NONE;
  }

  /** Whether the next line with content is indented deeper, so that the car goes on there. Remembers the dash that follows. */
  #goesOn(end: number): boolean {
    const text = this.text;
    this.#nextDash = end + this.#indent;
    if (isAt(text, this.#lineStart, end)) return false;
    const start = startOfContent(text, end);
    this.#nextDash = isAt(text, this.#lineStart, start) ? start + this.#indent : NONE;
    return this.#nextDash === NONE && columnAt(text, start) > this.#indent;
  }

  #learn(cursor: LineCursor, dash: number): Tree | undefined {
    const car = readPlainItem(cursor, this.#indent);
    const end = cursor.at;
    const plate = car && plateOf(car);
    // Without a line break behind it, a car is the text's last one.
    if (!plate || this.#lessons === MOST_LESSONS || this.text[end - 1] !== "\n") return car;
    this.#lessons += 1;
    const shape = shapeOf(car, this.text, dash, end);
    if (!shape) return car;
    const own = { car, dash, plate, shape, written: this.text.slice(dash, end) };
    const known = this.#known.find(({ sample }) => sample.shape.name === shape.name);
    if (known) openSlots(known, own);
    else this.#add(own, slotOf(plate, own, shape.slots) ?? 0);
    return car;
  }

  #add(sample: Sample, plateSlot: number): void {
    const open = new Set([plateSlot]);
    this.#known.unshift({ sample, open, template: templateOf(sample, open) });
    if (this.#known.length > MOST_TEMPLATES) this.#known.pop();
  }
}

/** Opens the slots in which another car of the same shape differs. */
function openSlots(known: Known, { written, shape }: { written: string; shape: CarShape }): void {
  const { sample, open } = known;
  const before = open.size;
  shape.slots.forEach(({ from, to }, at) => {
    const first = sample.shape.slots[at];
    if (first && sample.written.slice(first.from, first.to) !== written.slice(from, to)) open.add(at);
  });
  if (open.size > before) known.template = templateOf(sample, open);
}

/** A car whose pairs are read when somebody asks for them. */
class TemplatedCar implements Mapping {
  readonly kind = "mapping";
  readonly at: number;
  readonly match: TemplateMatch;
  readonly #text: string;
  readonly #dash: number;
  readonly #indent: number;

  constructor({ text, dash }: MatchedCar, indent: number, at: number, match: TemplateMatch) {
    this.#text = text;
    this.#dash = dash;
    this.#indent = indent;
    this.at = at;
    this.match = match;
  }

  get pairs(): readonly Pair[] {
    const car = readPlainItem(new LineCursor(this.#text, this.#dash), this.#indent);
    return car?.kind === "mapping" ? car.pairs : [];
  }
}

function plateOf(car: Tree): Scalar | undefined {
  if (car.kind === "scalar") return car;
  const value = car.kind === "mapping" ? car.pairs.find(({ key }) => key === "licenseNumber")?.value : undefined;
  return value?.kind === "scalar" ? value : undefined;
}
