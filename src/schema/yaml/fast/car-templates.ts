import { type Alike, type Mapping, type Pair, type Scalar, type Tree, textOffsetOf } from "../tree.ts";
import { LineCursor } from "./line-cursor.ts";
import { readPlainCar } from "./plain-car.ts";

/** How many ways of writing a car are remembered; lists that programs write have one or two. */
const MOST_FORMS = 3;

const SHORT_PART = 8;

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const HASH = 0x23;

const IS_SOLID = Array.from({ length: 128 }, (_, code) => /[0-9A-Za-z]/.test(String.fromCharCode(code)));

/** All of a car's text but its plate, from its dash to the start of the next line. */
interface Form {
  readonly before: string;
  /** `before` with the blanks that stand before its dash. */
  readonly line: string;
  readonly after: string;
  readonly kind: "scalar" | "mapping";
  /** From the dash to where the car's node starts. */
  readonly nodeOffset: number;
}

/**
 * Reads the regular cars of one list. A car that is written like an earlier one in all but the plate is known by comparing
 * texts, which takes a tenth of the time of reading it. Its plate is letters and digits only, which end where YAML ends a word, too.
 */
export class CarTemplates {
  readonly #cursor: LineCursor;
  readonly #indent: number;
  readonly #forms: Form[] = [];
  /** Where the plate that was looked at last begins. */
  #plateAt = 0;

  constructor(cursor: LineCursor, indent: number) {
    this.#cursor = cursor;
    this.#indent = indent;
  }

  /** Passes a car from its dash to the start of the next line; false when it is not regular. */
  skip(): boolean {
    return this.#match() !== undefined || this.#readAnew() !== undefined;
  }

  /** Reads a car as `skip` passes it. */
  read(): Tree | undefined {
    const dash = this.#cursor.at;
    const form = this.#match();
    return form ? this.#carOf(form, dash, this.#cursor.at - form.after.length) : this.#readAnew();
  }

  /**
   * Passes cars from the dash of the first to that of another one, each written like the one before it and followed at
   * once by the next, as long as that one begins before `limit`; gives their number. What stands behind them is known then,
   * so that nothing is looked at twice.
   */
  passRun(limit: number, visit?: (car: Tree) => void): number {
    const { text } = this.#cursor;
    let cars = 0;
    for (const form of this.#forms) {
      let dash = this.#cursor.at;
      if (!isAt(text, form.before, dash)) continue;
      for (;;) {
        const end = this.#endOfPlate(dash + form.before.length);
        const next = end + form.after.length;
        if (end === this.#plateAt || next >= limit || !isAt(text, form.after, end) || !isAt(text, form.line, next))
          break;
        visit?.(this.#carOf(form, dash, end));
        cars += 1;
        dash = next + this.#indent;
      }
      this.#cursor.at = dash;
    }
    return cars;
  }

  #carOf(form: Form, dash: number, plateEnd: number): Tree {
    const { text } = this.#cursor;
    const plate = text.slice(this.#plateAt, plateEnd);
    const at = dash + form.nodeOffset;
    if (form.kind === "scalar") return { kind: "scalar", text: plate, at };
    const alike = { form, licenseNumber: plate, plateAt: this.#plateAt };
    return new AlikeMapping(text, dash, this.#indent, at, alike);
  }

  #endOfPlate(plateAt: number): number {
    const { text } = this.#cursor;
    this.#plateAt = plateAt;
    let end = plateAt;
    while (IS_SOLID[text.charCodeAt(end)]) end += 1;
    return end;
  }

  #match(): Form | undefined {
    const { text, at } = this.#cursor;
    for (const form of this.#forms) {
      if (!isAt(text, form.before, at)) continue;
      const end = this.#endOfPlate(at + form.before.length);
      if (end === this.#plateAt || !isAt(text, form.after, end)) continue;
      if (isContinued(text, end + form.after.length, this.#indent)) continue;
      this.#cursor.at = end + form.after.length;
      return form;
    }
    return undefined;
  }

  #readAnew(): Tree | undefined {
    const dash = this.#cursor.at;
    const car = readPlainCar(this.#cursor, this.#indent);
    if (car) this.#learn(car, dash);
    return car;
  }

  #learn(car: Tree, dash: number): void {
    const plate = plateOf(car);
    const { text, at } = this.#cursor;
    // Without a line break behind it, a car is the file's last one.
    if (!plate || text[at - 1] !== "\n") return;
    const plateAt = textOffsetOf(plate, { text });
    const kind = car.kind === "scalar" ? "scalar" : "mapping";
    const before = text.slice(dash, plateAt);
    const after = text.slice(plateAt + plate.text.length, at);
    const line = " ".repeat(this.#indent) + before;
    this.#forms.unshift({ before, line, after, kind, nodeOffset: car.at - dash });
    if (this.#forms.length > MOST_FORMS) this.#forms.pop();
  }
}

/** A car whose pairs are read when somebody asks for them. */
class AlikeMapping implements Mapping {
  readonly kind = "mapping";
  readonly at: number;
  readonly alike: Alike;
  readonly #text: string;
  readonly #dash: number;
  readonly #indent: number;

  constructor(text: string, dash: number, indent: number, at: number, alike: Alike) {
    this.#text = text;
    this.#dash = dash;
    this.#indent = indent;
    this.at = at;
    this.alike = alike;
  }

  get pairs(): readonly Pair[] {
    const cursor = new LineCursor(this.#text);
    cursor.at = this.#dash;
    const car = readPlainCar(cursor, this.#indent);
    return car?.kind === "mapping" ? car.pairs : [];
  }
}

/** Whether the first line from here that is neither blank nor a comment is indented deeper: the car goes on there. */
function isContinued(text: string, from: number, indent: number): boolean {
  for (let start = from; start < text.length; ) {
    let at = start;
    while (text.charCodeAt(at) === SPACE) at += 1;
    const code = text.charCodeAt(at);
    if (code !== LINE_FEED && code !== RETURN && code !== HASH) return at - start > indent && at < text.length;
    const end = text.indexOf("\n", at);
    if (end < 0) return false;
    start = end + 1;
  }
  return false;
}

/** `startsWith`, faster for the few characters around a plate in a short list. */
function isAt(text: string, part: string, at: number): boolean {
  if (part.length > SHORT_PART) return text.startsWith(part, at);
  for (let index = 0; index < part.length; index += 1) {
    if (text.charCodeAt(at + index) !== part.charCodeAt(index)) return false;
  }
  return true;
}

function plateOf(car: Tree): Scalar | undefined {
  if (car.kind === "scalar") return car;
  const value = car.kind === "mapping" ? car.pairs.find(({ key }) => key === "licenseNumber")?.value : undefined;
  return value?.kind === "scalar" ? value : undefined;
}
