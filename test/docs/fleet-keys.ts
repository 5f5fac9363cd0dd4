import { AUDIT_RULE_IDS } from "../../src/allowlist/index.ts";
import { jsonSchemas } from "../../src/schema/documents/json-schema.ts";
import type { JsonSchema } from "../../src/schema/values/value-schemas.ts";
import { code, table } from "./markdown.ts";

/** More words than this are not named one by one. */
const MOST_VALUES = 6;

interface Key {
  readonly path: string;
  readonly schema: JsonSchema;
}

/** Every key of the fleet file as its JSON Schema describes it. Rules of `audit` are named elsewhere. */
export function fleetKeys(): string {
  const schema = jsonSchemas.fleet();
  const keys = new Map<string, JsonSchema>();
  for (const { path, schema: key } of keysIn(schema, "", schema.$defs ?? {})) {
    if (!keys.has(path) && !isRule(path)) keys.set(path, key);
  }
  // A car or list of an account is written as at the top.
  const own = [...keys].filter(([path]) => !/^accounts\[\]\.\w+\[\]/.test(path));
  const rows = own.sort(([left], [right]) => (left < right ? -1 : 1));
  return table(
    ["key", "meaning", "values or example"],
    rows.map(([path, schema]) => [code(path), schema.description ?? "", valuesOf(schema).map(code).join(", ")]),
  );
}

function valuesOf(schema: JsonSchema): readonly string[] {
  const words = valuesAllowedBy(schema);
  const values = words.length > 0 ? words.map(String) : (schema.examples ?? []).map(shown);
  return values.length > MOST_VALUES ? [...values.slice(0, 2), "…"] : values;
}

/** The values that a key may have, where these are few. */
export function valuesAllowedBy({ enum: words, anyOf = [] }: JsonSchema): readonly (boolean | number | string)[] {
  return [words, ...anyOf.filter(isSchema).map((form) => form.enum)]
    .flatMap((some) => some ?? [])
    .filter((one) => one !== null);
}

function isRule(path: string): boolean {
  return AUDIT_RULE_IDS.some((rule) => path === `policy.audit.${rule}` || path.startsWith(`policy.audit.${rule}.`));
}

function shown(example: unknown): string {
  return typeof example === "string" ? example : JSON.stringify(example);
}

/** Every key below a schema that says what it is, with its path; the same path for each form of a mapping. */
export function* keysIn(
  schema: JsonSchema,
  path: string,
  definitions: Readonly<Record<string, unknown>>,
): Generator<Key> {
  const { properties = {}, items, if: condition, then: holds, else: otherwise, anyOf = [], oneOf = [], $ref } = schema;
  for (const [key, value] of Object.entries(properties)) {
    if (!isSchema(value)) continue;
    const where = path === "" ? key : `${path}.${key}`;
    if (value.description !== undefined) yield { path: where, schema: value };
    yield* keysIn(value, where, definitions);
  }
  const below = [holds, otherwise, ...anyOf, ...oneOf, $ref && definitions[$ref.replace("#/$defs/", "")]];
  for (const one of below.filter(isSchema)) if (one !== condition) yield* keysIn(one, path, definitions);
  if (isSchema(items)) yield* keysIn(items, `${path}[]`, definitions);
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
