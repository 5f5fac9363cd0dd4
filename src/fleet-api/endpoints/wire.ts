import { z } from "zod";
import { isAccountId } from "../../allowlist/index.ts";
import { exactTextOf, plainDecimal } from "../http/exact-json.ts";

// The wire's words (interface 2). The documented fields of a row must be present, and may be null where they are words;
// further fields are tolerated. Inside a row's objects only the fields that we judge by must be present.

/** An int64 as its digits, never as a float. */
export const int64 = wireValue("an integer", (value) => {
  const source = exactTextOf(value);
  return source !== undefined && /^-?\d{1,19}$/.test(source) ? source : undefined;
});

/** A number as a decimal text, digit for digit. */
export const decimal = wireValue("a number", (value) => {
  const source = exactTextOf(value);
  return source === undefined ? undefined : plainDecimal(source);
});

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
export const requiredText = z.string(due("a text"));

/** A plate as a list shows it: columns of fixed width are padded with blanks, which are no part of it. */
export const plateText = requiredText.transform(withoutPadding);

/** A text without the blanks around it. */
export function withoutPadding(padded: string): string {
  return padded.startsWith(" ") || padded.endsWith(" ") ? padded.replace(/^ +| +$/g, "") : padded;
}

/** A field that must be there and may be null, which reads as no text. */
export const text = requiredText.nullable().transform((value) => value ?? "");

/** A field that may be missing, which reads as no text. */
export const optionalText = requiredText.nullish().transform((value) => value ?? "");

/** An id that may be missing, which reads as no text. */
export const optionalInt64 = int64.nullish().transform((value) => value ?? "");

/** An array that must be there. */
export function list<Item extends z.ZodType>(item: Item) {
  return z.array(item, due("a list"));
}

/** An object that must be there, with whatever else it holds left out. */
export function object<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, due("an object"));
}

/** An object that may be null or missing. */
export function optionalObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return object(shape)
    .nullish()
    .transform((value) => value ?? undefined);
}

/** Says what is wrong in words that follow a field's name. */
export function due(what: string) {
  return {
    error: (issue: { readonly input?: unknown }) => (issue.input === undefined ? "is missing" : `is not ${what}`),
  };
}

function wireValue<Value>(what: string, read: (value: unknown) => Value | undefined) {
  return z.unknown().transform((input, context): Value => {
    const value = read(input);
    if (value !== undefined) return value;
    context.issues.push({ code: "custom", message: due(what).error({ input }), input });
    return z.NEVER;
  });
}
