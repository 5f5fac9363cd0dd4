import { z } from "zod";
import { fleetShape } from "../schema/index.ts";
import type { JsonSchema } from "../schema/values/index.ts";
import { carShape, plate } from "../schema/values/index.ts";

/** The version of JSON Schema. */
export const TARGET = "draft-2020-12";

/** How the schema of this name starts. Its `$id` is a name and not an address: nothing is loaded from it. */
export function headOf(name: string): JsonSchema {
  return { $schema: "https://json-schema.org/draft/2020-12/schema", $id: `urn:platectl:schema:${name}:1` };
}

/** A mapping that has this key: a condition, or what must hold. */
function having(key: string, schema: JsonSchema | boolean = true): JsonSchema {
  return { type: "object", properties: { [key]: schema }, required: [key] };
}

/** What must hold where a condition does, and where it does not. */
function when(condition: JsonSchema, holds: JsonSchema, otherwise: JsonSchema): JsonSchema {
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
function asConditions(forms: readonly JsonSchema[]): JsonSchema {
  const mappings = forms.filter(({ type }) => type === "object");
  const [first, another] = mappings;
  if (!first) return { anyOf: [...forms] };
  const mapping: JsonSchema = another ? { type: "object", anyOf: mappings } : first;
  const plain = forms.filter(({ type }) => type !== "object").flatMap((form) => (isChoice(form) ? form.anyOf : [form]));
  if (plain.length === 0) return mapping;
  const [only = {}, ...rest] = plain;
  return when({ type: "object" }, mapping, rest.length === 0 ? only : { anyOf: plain });
}

/** What a value must be, without what tells people of it. */
function unexplained({ description, examples, ...rest }: JsonSchema): JsonSchema {
  return rest;
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

/**
 * The JSON Schema of the fleet file, for editors: strict validators take it, and an error names the key. What no schema can say (a
 * plate twice, a day that has passed), and what depends on the mode further down, `validate` does.
 */
export function fleetJsonSchema(): JsonSchema {
  const { $defs, ...fleet } = written(fleetShape);
  return {
    ...headOf("fleet"),
    ...fleet,
    ...when(
      having("mode", { const: "billing-account" }),
      { type: "object", properties: { accounts: true, cars: false, absent: false }, required: ["accounts"] },
      { type: "object", properties: { accounts: false }, if: having("carsFrom"), else: having("cars") },
    ),
    $defs: { car: carSchema(), ...$defs },
  };
}

function carSchema(): JsonSchema {
  const description = "A plate, or a mapping that says more about the car.";
  const { $schema, $defs, ...car } = written(plate.or(carShape.meta({ title: "A car" })).meta({ description }));
  return car;
}

/** What may be written: every value is described in `.meta()`, for its reader is a function. */
function written(schema: z.ZodType): JsonSchema {
  return titled(
    z.toJSONSchema(schema, { target: TARGET, unrepresentable: "any", override: inOrder }),
    "",
    asConditions,
  );
}

/** The description of a rare value behind its type, as with all others. */
function inOrder({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const { description } = jsonSchema;
  if (!(zodSchema instanceof z.ZodLazy) || description === undefined) return;
  delete jsonSchema.description;
  jsonSchema.description = description;
}
