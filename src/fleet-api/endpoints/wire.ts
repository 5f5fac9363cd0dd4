import { isAccountId, withCommas } from "../../allowlist/index.ts";
import type { Page } from "../../run/ports/index.ts";
import { exactTextOf } from "../http/exact-json.ts";
import { Flaws, type Read, readElements } from "../http/flaws.ts";

// The values of answers (interface 2). What cars, amounts and ids are told by must be present; a text that is missing reads as
// null. Further fields are tolerated. Schemas only say which fields there are: to parse with them takes five times as long for a
// row, and keeps an object for each wrong one.

/** A value that a function reads; undefined where it is not what it should be. */
export function value<Value>(what: string, read: (input: unknown) => Value | undefined): Read<Value> {
  return (input, flaws) => {
    const found = read(input);
    if (found === undefined) flaws.add(what, input);
    return found;
  };
}

/** An int64 as its digits, never as a float. */
export const int64 = value("an integer", digitsOf);

/** An int64 as its digits; undefined for anything else. */
export function digitsOf(input: unknown): string | undefined {
  if (Number.isSafeInteger(input)) return String(input);
  const source = exactTextOf(input);
  return source !== undefined && /^-?\d{1,19}$/.test(source) ? source : undefined;
}

// A count or an index, small enough to be exact.
function countOf(input: unknown): number | undefined {
  const number = Number(exactTextOf(input));
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** A billing account id: the only id that servers may also write as a text. */
export function accountIdFrom(input: unknown): string | undefined {
  const digits = exactTextOf(input) ?? input;
  return typeof digits === "string" && isAccountId(digits) ? digits : undefined;
}

/** A text that must be there. */
export const text = value("a text", textOf);

/** A text; undefined for anything else. */
export function textOf(input: unknown): string | undefined {
  return typeof input === "string" ? input : undefined;
}

/** Far longer than any: each costs memory several times over. */
const LONGEST_PLATE = 10_000;
const PLATE_TOO_LONG = `a plate: it has more than ${withCommas(LONGEST_PLATE)} characters`;

/** A plate as the server writes it, with the blanks that fill up its column: it may know the row by no other text. */
export function plateOf(input: unknown): string | undefined {
  return typeof input === "string" && input.length <= LONGEST_PLATE ? input : undefined;
}

/** A list that must be there, of at most this many elements. */
export function list<Item>(item: Read<Item>, most: number): Read<readonly Item[]> {
  return (input, flaws) => {
    if (!Array.isArray(input)) {
      flaws.add("a list", input);
      return undefined;
    }
    if (input.length > most) {
      flaws.say(`has more than ${withCommas(most)} elements`);
      return undefined;
    }
    const kept: Item[] = [];
    readElements(input, item, { flaws, kept });
    return kept;
  };
}

/** An object that must be there, read field by field; what else it holds is left out. */
export function object<Value>(read: (fields: Fields) => Value): Read<Value> {
  return (input, flaws) => {
    if (isObject(input)) return read(new Fields(input, flaws));
    flaws.add("an object", input);
    return undefined;
  };
}

/** Reads a field; flaws are below its name. */
export function within<Value>(name: string, flaws: Flaws, read: () => Value): Value {
  flaws.enter(name);
  const found = read();
  flaws.leave();
  return found;
}

/** Whether a field is null or missing. */
export function isNothing(input: unknown): boolean {
  return input === undefined || input === null;
}

/** The fields of an object. */
export type Values = Readonly<Record<string, unknown>>;

/** Whether a value has fields. */
export function isObject(input: unknown): input is Values {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}

/** Interface 2, Page wrapper. */
export interface WirePage<Item> {
  readonly content: readonly Item[];
  readonly page: Omit<Page<Item>, "items">;
}

/** Ten times the largest page that is asked for: whose sizes differ is told later, in better words. */
const MOST_ROWS = 10_000;

/** A page of rows. */
export function pageOf<Row>(row: Read<Row>): Read<WirePage<Row>> {
  const rows = list(row, MOST_ROWS);
  return object((fields) => ({
    content: fields.list("content", rows),
    page: fields.object("page", (page) => ({
      size: page.count("size"),
      number: page.count("number"),
      totalElements: page.count("totalElements"),
      totalPages: page.count("totalPages"),
    })),
  }));
}

/** The fields of an object, read one by one. What is wrong with one is noted, and it reads as nothing. */
export class Fields {
  readonly #values: Values;
  readonly #flaws: Flaws;

  constructor(values: Values, flaws: Flaws) {
    this.#values = values;
    this.#flaws = flaws;
  }

  /** An int64 as its digits. */
  int64(name: string): string {
    return this.value(name, "an integer", digitsOf, "");
  }

  /** A whole number from 0. */
  count(name: string): number {
    return this.value(name, "a whole number from 0", countOf, 0);
  }

  /** A plate as the server writes it. */
  plate(name: string): string {
    const isText = typeof this.#values[name] === "string";
    const what = isText ? PLATE_TOO_LONG : "a text";
    return this.value(name, what, plateOf, "");
  }

  /** A text that must be there. */
  requiredText(name: string): string {
    return this.value(name, "a text", textOf, "");
  }

  /** A text that must be there, and may be null, which reads as no text. */
  text(name: string): string {
    return this.#values[name] === null ? "" : this.requiredText(name);
  }

  /** A text; none where it is null or missing. */
  optionalText(name: string): string {
    return isNothing(this.#values[name]) ? "" : this.requiredText(name);
  }

  /** An object that must be there. */
  object<Value>(name: string, read: (fields: Fields) => Value): Value {
    return this.#within(name, object(read)) ?? read(new Fields({}, new Flaws()));
  }

  /** An object that may be null or missing. */
  optionalObject<Value>(name: string, read: (fields: Fields) => Value): Value | undefined {
    return isNothing(this.#values[name]) ? undefined : this.object(name, read);
  }

  /** A list that must be there. */
  list<Item>(name: string, read: Read<readonly Item[]>): readonly Item[] {
    return this.#within(name, read) ?? [];
  }

  /** A list that may be null or missing, which reads as empty. */
  optionalList<Item>(name: string, read: Read<readonly Item[]>): readonly Item[] {
    return isNothing(this.#values[name]) ? [] : this.list(name, read);
  }

  /** Any other value; `otherwise` where it is not what it should be. */
  value<Value>(name: string, what: string, read: (input: unknown) => Value | undefined, otherwise: Value): Value {
    const input = this.#values[name];
    const found = read(input);
    if (found !== undefined) return found;
    this.#within(name, (_, flaws) => flaws.add(what, input));
    return otherwise;
  }

  #within<Value>(name: string, read: (input: unknown, flaws: Flaws) => Value): Value {
    return within(name, this.#flaws, () => read(this.#values[name], this.#flaws));
  }
}
