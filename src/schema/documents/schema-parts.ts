import type { JsonSchema } from "../values/value-schemas.ts";

/** The version of JSON Schema. */
export const TARGET = "draft-2020-12";

/** How the schema of this name starts. Its `$id` is a name and not an address: nothing is loaded from it. */
export function headOf(name: string): JsonSchema {
  return { $schema: "https://json-schema.org/draft/2020-12/schema", $id: `urn:platectl:schema:${name}:1` };
}

/** A mapping that has this key: a condition, or what must hold. */
export function having(key: string, schema: JsonSchema | boolean = true): JsonSchema {
  return { type: "object", properties: { [key]: schema }, required: [key] };
}

/** What must hold where a condition does, and where it does not. */
export function when(condition: JsonSchema, holds: JsonSchema, otherwise: JsonSchema): JsonSchema {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: condition, then: holds, else: otherwise };
}

/** Gives each mapping in `schema` a title: its path. `join` writes the forms that one value can have. */
export function titled(
  schema: JsonSchema,
  path: string,
  join: (forms: readonly JsonSchema[]) => JsonSchema = (forms) => ({ anyOf: [...forms] }),
): JsonSchema {
  const { anyOf, oneOf, properties, items, additionalProperties, ...rest } = schema;
  const below = (one: JsonSchema, where: string) => titled(one, where, join);
  const item = onlySchema(items);
  const other = onlySchema(additionalProperties);
  return {
    ...(rest.type === "object" && path !== "" && { title: path }),
    ...rest,
    ...(properties && { properties: mapSchemas(properties, (one, key) => below(one, path ? `${path}.${key}` : key)) }),
    ...(items !== undefined && { items: item ? below(item, `${path}[]`) : items }),
    ...(additionalProperties !== undefined && {
      additionalProperties: other ? below(other, `${path}.*`) : additionalProperties,
    }),
    ...(anyOf && join(anyOf.map((form) => below(rest.description === undefined ? form : unexplained(form), path)))),
    ...(oneOf && { oneOf: oneOf.map((form) => below(form, path)) }),
  };
}

/**
 * The forms of one value as conditions in place of `anyOf`, of which a validator reports that no form fits, and not which key
 * is wrong.
 */
export function asConditions(forms: readonly JsonSchema[]): JsonSchema {
  const [first, ...others] = forms.filter(({ type }) => type === "object");
  if (!first) return { anyOf: [...forms] };
  const mapping = others.reduce(asOneMapping, first);
  const plain = forms.filter(({ type }) => type !== "object").flatMap((form) => (isChoice(form) ? form.anyOf : [form]));
  if (plain.length === 0) return mapping;
  const [only = {}, ...rest] = plain;
  return when({ type: "object" }, mapping, rest.length === 0 ? only : { anyOf: plain });
}

/**
 * Two mappings as one with the keys of both, so that an editor offers and explains each of them. The second is known by a key
 * that the first has not; what both have is described by the first, which allows more.
 */
function asOneMapping(first: JsonSchema, second: JsonSchema): JsonSchema {
  const { properties = {}, required = [] } = first;
  const { properties: others = {}, required: needed = [] } = second;
  const key = needed.find((one) => properties[one] === undefined);
  if (key === undefined || first.if !== undefined) return { type: "object", anyOf: [first, second] };
  const unfit = Object.keys(properties).filter((one) => others[one] === undefined);
  const common = Object.entries(others).filter(([one]) => properties[one] !== undefined);
  const missing = required.filter((one) => !needed.includes(one));
  return {
    ...first,
    properties: { ...others, ...properties },
    required: required.filter((one) => needed.includes(one)),
    ...when(
      having(key),
      { type: "object", properties: { ...Object.fromEntries(common), ...all(unfit, false) } },
      { type: "object", properties: all(missing, true), required: missing },
    ),
  };
}

/** What a value must be, without what tells people of it. */
function unexplained({ description, examples, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

function all(keys: readonly string[], verdict: boolean): Record<string, boolean> {
  return Object.fromEntries(keys.map((key) => [key, verdict]));
}

/** Nothing but a choice. */
function isChoice(form: JsonSchema): form is JsonSchema & { anyOf: JsonSchema[] } {
  return form.anyOf !== undefined && Object.keys(form).length === 1;
}

function onlySchema(schema: JsonSchema["items"]): JsonSchema | undefined {
  return typeof schema === "object" && !Array.isArray(schema) ? schema : undefined;
}

function mapSchemas(
  schemas: Readonly<Record<string, JsonSchema | boolean>>,
  map: (schema: JsonSchema, key: string) => JsonSchema,
): Record<string, JsonSchema | boolean> {
  return Object.fromEntries(
    Object.entries(schemas).map(([key, one]) => [key, typeof one === "boolean" ? one : map(one, key)]),
  );
}
