import { z } from "zod";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What an editor may make of a text that stands without quotes: `0123` is a number to it, and `NO` may be a boolean. */
const ANY_SCALAR = { type: ["string", "number", "boolean", "null"] } as const satisfies JsonSchema;

/** What each kind of value (values.ts) is to an editor, by the words with which it refuses another one. */
const KINDS: readonly (readonly [RegExp, (match: RegExpExecArray) => JsonSchema])[] = [
  [/^must be a whole number from (\d+) to (\d+)$/, ([, from, to]) => number("integer", Number(from), Number(to))],
  [/^must be a number from (\d+) to (\d+)$/, ([, from, to]) => number("number", Number(from), Number(to))],
  [/^must be (?:one of |a mapping, or )?`[^`]+`(?:(?:, | or )`[^`]+`)*$/, ([words]) => oneOf(words)],
  [/^must be text of 1 to (\d+) characters$/, ([, limit]) => text(/\S/, { maxLength: Number(limit) })],
  [/^must be a feature name of up to (\d+) /, ([, limit]) => text(/^[\p{L}\p{N}]/u, { maxLength: Number(limit) })],
  [/^must be the words of a server, up to (\d+) /, ([, limit]) => text(/[\p{L}\p{N}]/u, { maxLength: Number(limit) })],
  [/^must be a parameter name /, () => text(/^[A-Za-z0-9_.~-]{1,64}$/)],
  [/^must be a plate mask /, () => text(/^[\p{L}\p{M}\p{N} .·~:+_/*?-]+$/u)],
  [/^must be a license plate$/, () => ({ $ref: "#/$defs/plate" })],
  [/^must be a day that exists/, () => ({ type: "string", format: "date" })],
  [/^must be a time zone name /, () => ({ type: "string", pattern: "^[A-Za-z][A-Za-z0-9_+/-]*$" })],
  [
    /^must be `global`, `all`, or `account:` /,
    () => ({ type: "string", pattern: "^(?:global|all|account:[1-9][0-9]{0,18})$" }),
  ],
  [/^must be a billing account id/, () => ({ type: ["integer", "string"], minimum: 1, pattern: "^[1-9][0-9]{0,18}$" })],
];

/**
 * The JSON Schema of one value of the fleet file, for editors, which see what YAML makes of an unquoted text.
 * @throws TypeError for a kind of value that is not in the table.
 */
export function valueSchema(schema: z.core.$ZodType): JsonSchema {
  const issue = z.safeParse(schema, undefined).error?.issues[0];
  const expectation = issue?.message ?? "";
  for (const [pattern, toSchema] of KINDS) {
    const match = pattern.exec(expectation);
    if (match) return { ...toSchema(match), description: describe(expectation, issue) };
  }
  throw new TypeError(`no JSON Schema for a value that ${JSON.stringify(expectation)}`);
}

/** Text, of which an editor may make a number or a boolean unless it is quoted. */
export function text(pattern: RegExp, limits: JsonSchema = {}): JsonSchema {
  return { ...ANY_SCALAR, pattern: pattern.source, ...limits };
}

function number(type: "integer" | "number", minimum: number, maximum: number): JsonSchema {
  const fraction = type === "number" ? "(?:\\.[0-9]+)?" : "";
  return { type: [type, "string"], minimum, maximum, pattern: `^(?:0|[1-9][0-9]*)${fraction}$` };
}

function oneOf(words: string): JsonSchema {
  const all = [...words.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
  return { enum: all.flatMap((word) => [...asRead(word), word]) };
}

function asRead(word: string): (boolean | number)[] {
  if (word === "true" || word === "false") return [word === "true"];
  return /^[0-9]+$/.test(word) ? [Number(word)] : [];
}

function describe(expectation: string, issue: z.core.$ZodIssue | undefined): string {
  const example: unknown = issue?.code === "custom" ? issue.params?.["example"] : undefined;
  return `${expectation.replace("must be", "Must be")}${typeof example === "string" ? `, for example: ${example}` : ""}.`;
}
