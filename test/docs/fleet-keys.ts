import { AUDIT_RULE_IDS } from "../../src/allowlist/index.ts";
import { jsonSchema } from "../../src/schema/documents/json-schema.ts";
import type { JsonSchema } from "../../src/schema/values/value-schemas.ts";

interface Key {
  readonly path: string;
  readonly schema: JsonSchema;
}

/** The path of every key of the fleet file, as its JSON Schema has it. Rules of `audit` are named elsewhere. */
export function fleetKeyPaths(): readonly string[] {
  const schema = jsonSchema("fleet");
  const paths = [...keysIn(schema, "", schema.$defs ?? {})].map(({ path }) => path);
  return [...new Set(paths)].filter((path) => !isRule(path));
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
