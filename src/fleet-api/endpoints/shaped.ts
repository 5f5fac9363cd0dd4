import { z } from "zod";
import { LONGEST_AMOUNT } from "../../allowlist/index.ts";
import { exactTextOf, plainDecimal } from "../http/exact-json.ts";
import type { Read } from "../http/flaws.ts";
import { FIELD_KINDS } from "./billing-record.ts";
import { digitsOf, isNothing, isObject, textOf, within } from "./wire.ts";

/** Reads a field that has no fields of its own; `what` names what is expected of a value that is not so. */
interface Leaf {
  readonly what: (input: unknown) => string;
  readonly read: (input: unknown) => string | undefined;
}

const CURRENCY_CODE = /^[A-Za-z]{3,8}$/;

const LEAVES = new Map<unknown, Leaf>([
  [FIELD_KINDS.optionalText, { what: () => "a text", read: (input) => textOf(input ?? "") }],
  [FIELD_KINDS.int64, { what: () => "an integer", read: digitsOf }],
  [FIELD_KINDS.optionalInt64, { what: () => "an integer", read: (input) => (isNothing(input) ? "" : digitsOf(input)) }],
  [FIELD_KINDS.decimal, { what: whatOfDecimal, read: (input) => decimalOf(input, LONGEST_AMOUNT) }],
  [
    FIELD_KINDS.currencyCode,
    {
      what: (input) => (typeof input === "string" ? "a currency code" : "a text"),
      read: (input) => (typeof input === "string" && CURRENCY_CODE.test(input) ? input : undefined),
    },
  ],
]);

/** An object that must be there, as a shape has its fields; what else it holds is left out. */
export function shapedAs<Shape extends z.ZodRawShape>(shape: Shape): Read<z.infer<z.ZodObject<Shape, z.core.$strict>>>;
/** Its fields are read one after the other. */
export function shapedAs(shape: z.ZodRawShape): Read<object> {
  const fields = Object.entries(shape).map(([name, kind]) => ({ name, read: fieldReader(name, kind) }));
  // A copy has room for all fields at once.
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries(fields.map(({ name }) => [name, undefined]));
  return (input, flaws) => {
    if (!isObject(input)) {
      flaws.add("an object", input);
      return undefined;
    }
    const record = { ...blank };
    for (const { name, read } of fields) record[name] = read(input[name], flaws);
    return record;
  };
}

function fieldReader(name: string, kind: z.core.$ZodType): Read<unknown> {
  const leaf = LEAVES.get(kind);
  if (leaf) {
    const { what, read } = leaf;
    return (input, flaws) => read(input) ?? within(name, flaws, () => flaws.add(what(input), input));
  }
  const [isOptional, inner] = kind instanceof z.ZodOptional ? [true, kind.unwrap()] : [false, kind];
  if (!(inner instanceof z.ZodObject)) throw new RangeError(`No reader is known for the field ${name}.`);
  const read = shapedAs(inner.shape);
  return (input, flaws) => (isOptional && isNothing(input) ? undefined : within(name, flaws, () => read(input, flaws)));
}

// As a decimal text, digit for digit.
function decimalOf(input: unknown, longest = Number.POSITIVE_INFINITY): string | undefined {
  const source = exactTextOf(input);
  const isPlain = source === undefined || (typeof input === "number" && !source.includes("e"));
  const found = isPlain ? source : plainDecimal(source);
  return found !== undefined && found.length <= longest ? found : undefined;
}

function whatOfDecimal(input: unknown): string {
  return `a number${decimalOf(input) ? ` of at most ${LONGEST_AMOUNT} characters` : ""}`;
}
