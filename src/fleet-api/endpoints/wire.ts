import { z } from "zod";
import { isAccountId, LONGEST_AMOUNT } from "../../allowlist/index.ts";
import { exactTextOf, plainDecimal } from "../http/exact-json.ts";

// The values of answers (interface 2). What cars, amounts and ids are told by must be present; a text that is missing reads as
// null. Further fields are tolerated.

/** An int64 as its digits, never as a float. */
export const int64 = wireValue("an integer", digitsOf);

function digitsOf(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  const source = exactTextOf(value);
  return source !== undefined && /^-?\d{1,19}$/.test(source) ? source : undefined;
}

/** A count or an index: a whole number from 0, small enough to be exact. */
export const count = wireValue("a whole number from 0", (value) => {
  const number = exactTextOf(value) === undefined ? value : Number(exactTextOf(value));
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
});

/** A billing account id: the only id that servers may also write as a text. */
export const accountId = wireValue("a billing account id", (value) => {
  const digits = exactTextOf(value) ?? value;
  return typeof digits === "string" && isAccountId(digits) ? digits : undefined;
});

/** A text that must be there. */
export const requiredText = z.string(expected("a text"));

/** A plate as a list shows it: columns of fixed width are padded with blanks, which are not part of it. */
export const plateText = requiredText.transform(withoutPadding);

/** A text without the blanks around it. */
function withoutPadding(padded: string): string {
  return padded.startsWith(" ") || padded.endsWith(" ") ? padded.replace(/^ +| +$/g, "") : padded;
}

/** A field that must be there and may be null, which reads as no text. */
export const text = requiredText.nullable().transform((value) => value ?? "");

/** A field that may be missing, which reads as no text. */
export const optionalText = wireValue("a text", textOf);

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : undefined;
}

/** An array that must be there. */
export function list<Item extends z.ZodType>(item: Item) {
  return z.array(item, expected("a list"));
}

/** An object that must be there, with whatever else it holds left out. */
export function object<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, expected("an object"));
}

/** An object that may be null or missing. */
export function optionalObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return object(shape)
    .nullish()
    .transform((value) => value ?? undefined);
}

/** Interface 2, Page wrapper. */
export function pageShape<Item extends z.ZodType>(item: Item) {
  return pageOf(list(item));
}

/** The same around what reads all of its rows. */
export function pageOf<Rows extends z.ZodType>(content: Rows) {
  return object({
    content,
    page: object({ size: count, number: count, totalElements: count, totalPages: count }),
  });
}

/** What a list that may come as one array turned out to be. */
export type ArrayOrPage<Item> = { readonly kind: "array"; readonly items: readonly Item[] } | { readonly kind: "page" };

/** A bare array, or a page of the same rows where the document promises an array. */
export function arrayOrPageShape<Item extends z.ZodType>(item: Item) {
  const array = list(item).transform((items) => ({ kind: "array" as const, items }));
  const page = pageShape(item).transform(() => ({ kind: "page" as const }));
  // Not a union: its errors would not name the field.
  return z.transform((value, context) => {
    const parsed = Array.isArray(value) ? array.safeParse(value) : page.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { message, path } of parsed.error.issues) {
      context.issues.push({ code: "custom", message, path, input: value });
    }
    return z.NEVER;
  });
}

/** Says what is wrong in words that follow a field's name. */
export function expected(what: string) {
  return {
    error: (issue: { readonly input?: unknown }) => (issue.input === undefined ? "is missing" : `is not ${what}`),
  };
}

/** A value that a function reads; undefined where it is not what it should be. */
export function wireValue<Value>(what: string, read: (value: unknown) => Value | undefined) {
  return z.transform((input, context): Value => {
    const value = read(input);
    if (value !== undefined) return value;
    context.issues.push({ code: "custom", message: expected(what).error({ input }), input });
    return z.NEVER;
  });
}

interface Flaw {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly input: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** The fields of an object, read one by one. What is wrong with one is noted, and it reads as no text. */
export class RowFields {
  readonly #values: Values;
  readonly #flaws: Flaw[];
  readonly #path: readonly string[];

  constructor(values: Values, flaws: Flaw[], path: readonly string[] = []) {
    this.#values = values;
    this.#flaws = flaws;
    this.#path = path;
  }

  /** An int64 as its digits. */
  int64(name: string): string {
    return this.#read(name, "an integer", digitsOf);
  }

  /** The same; none where it is null or missing. */
  optionalInt64(name: string): string {
    return this.#isNothing(name) ? "" : this.int64(name);
  }

  /** A number as a decimal text, digit for digit. */
  decimal(name: string): string {
    const value = this.#read(name, "a number", decimalOf);
    if (value.length <= LONGEST_AMOUNT) return value;
    return this.#read(name, `a number of at most ${LONGEST_AMOUNT} characters`, () => undefined);
  }

  /** A text; none where it is null or missing. */
  optionalText(name: string): string {
    return this.#read(name, "a text", textOf);
  }

  /** A currency by its letters, such as `DKK`: sums are told apart by it, and nothing else may stand beside an amount. */
  currencyCode(name: string): string {
    const code = this.#values[name];
    if (typeof code === "string" && CURRENCY_CODE.test(code)) return code;
    return this.#read(name, typeof code === "string" ? "a currency code" : "a text", () => undefined);
  }

  /** An object that must be there. */
  object<Value>(name: string, read: (fields: RowFields) => Value): Value {
    return readObject(this.#values[name], read, this.#flaws, [...this.#path, name]);
  }

  /** An object that may be null or missing. */
  optionalObject<Value>(name: string, read: (fields: RowFields) => Value): Value | undefined {
    return this.#isNothing(name) ? undefined : this.object(name, read);
  }

  #isNothing(name: string): boolean {
    return this.#values[name] === undefined || this.#values[name] === null;
  }

  #read(name: string, what: string, read: (input: unknown) => string | undefined): string {
    const input = this.#values[name];
    const value = read(input);
    if (value === undefined)
      this.#flaws.push({ path: [...this.#path, name], message: expected(what).error({ input }), input });
    return value ?? "";
  }
}

const CURRENCY_CODE = /^[A-Za-z]{3,8}$/;

function decimalOf(value: unknown): string | undefined {
  const source = exactTextOf(value);
  return source === undefined || (typeof value === "number" && !source.includes("e")) ? source : plainDecimal(source);
}

function readObject<Value>(
  input: unknown,
  read: (fields: RowFields) => Value,
  flaws: Flaw[],
  path: readonly string[],
): Value {
  if (isObject(input)) return read(new RowFields(input, flaws, path));
  flaws.push({ path, message: expected("an object").error({ input }), input });
  return read(new RowFields({}, []));
}

function isObject(input: unknown): input is Values {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}

/** Reads a row, as a schema does. */
export type RowReader<Row> = (
  input: unknown,
) =>
  | { readonly success: true; readonly data: Row }
  | { readonly success: false; readonly error: { readonly issues: readonly Pick<Flaw, "path" | "message">[] } };

/** Reads an object of which there are hundreds of thousands: a schema for each of its fields takes five times as long. */
export function rowReader<Row>(read: (fields: RowFields) => Row) {
  return (input: unknown) => {
    const issues: Flaw[] = [];
    const data = readObject(input, read, issues, []);
    return issues.length === 0 ? { success: true as const, data } : { success: false as const, error: { issues } };
  };
}

/** Such an object as a schema. */
export function rowShape<Row>(read: ReturnType<typeof rowReader<Row>>) {
  return z.transform((input, context): Row => {
    const reading = read(input);
    if (reading.success) return reading.data;
    for (const { path, ...flaw } of reading.error.issues)
      context.issues.push({ code: "custom", path: [...path], ...flaw });
    return z.NEVER;
  });
}
