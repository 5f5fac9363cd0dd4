import { z } from "zod";
import { fleetShape } from "../fleet/shape.ts";
import type { JsonSchema } from "../values/value-schemas.ts";
import { carShape, plate } from "../values/value-shapes.ts";

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
function asConditions(forms: readonly JsonSchema[]): JsonSchema {
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

const CAR_DESCRIPTION = "A plate, or a mapping that says more about the car.";
const NEEDS_CARS = { if: having("carsFrom"), else: having("cars") } as const satisfies JsonSchema;

/**
 * The JSON Schema of the fleet file, for editors: strict validators take it, and an error names the key. Keys whose meaning
 * depends on the mode stand below the condition, once for each mode, so that an editor offers each of them once.
 * What no schema can say (a plate twice, a day that has passed) `validate` does.
 */
export function fleetJsonSchema(): JsonSchema {
  const { $defs, properties, ...fleet } = written(fleetShape);
  const { defaults, cars, carsFrom, absent, accounts, ...common } = properties ?? {};
  const known = [defaults, cars, carsFrom, absent, accounts].map(parts);
  const ofMode = { defaults: true, cars: true, carsFrom: true, absent: true, accounts: true };
  const [settings = {}, carList = {}, lists = {}, absentCars = {}, accountList = {}] = known;
  return {
    ...headOf("fleet"),
    ...fleet,
    properties: { ...common, ...ofMode },
    ...when(
      having("mode", { const: "billing-account" }),
      accountMode(settings, lists, accountList),
      globalMode(settings, lists, { cars: carList, absent: absentCars }),
    ),
    $defs: {
      account: accountSchema(parts(accountList.items), lists),
      car: carSchema(carShape, "A car"),
      accountCar: carSchema(carShape.omit({ features: true }), "A car of an account"),
      ...$defs,
    },
  };
}

function globalMode(defaults: JsonSchema, lists: JsonSchema, others: Record<string, JsonSchema>): JsonSchema {
  const carsFrom = { ...lists, items: without(parts(lists.items), "account") };
  return { type: "object", properties: { defaults, ...others, carsFrom, accounts: false }, ...NEEDS_CARS };
}

function accountMode(defaults: JsonSchema, lists: JsonSchema, accounts: JsonSchema): JsonSchema {
  const list = without(parts(lists.items), "features");
  const carsFrom = { ...lists, items: { ...list, required: [...(list.required ?? []), "account"] } };
  const accountsOf = (items: JsonSchema): JsonSchema => ({
    type: "object",
    properties: { accounts: { ...accounts, items } },
  });
  return {
    type: "object",
    properties: { defaults: without(defaults, "features"), carsFrom, cars: false, absent: false, accounts: true },
    required: ["accounts"],
    ...when(
      having("carsFrom", { type: "array", minItems: 1 }),
      accountsOf({ $ref: "#/$defs/account" }),
      accountsOf({ $ref: "#/$defs/account", ...NEEDS_CARS }),
    ),
  };
}

function accountSchema(account: JsonSchema, lists: JsonSchema): JsonSchema {
  return {
    ...account,
    title: "A billing account",
    properties: {
      ...account.properties,
      cars: { ...parts(account.properties?.["cars"]), items: { $ref: "#/$defs/accountCar" } },
      carsFrom: { ...lists, items: without(parts(lists.items), "account", "features") },
    },
  };
}

function carSchema(shape: z.ZodType, title: string): JsonSchema {
  const { $schema, $defs, ...car } = written(plate.or(shape.meta({ title })).meta({ description: CAR_DESCRIPTION }));
  return car;
}

/** A schema with keywords; of zod's, all that describe a key are. */
function parts(schema: JsonSchema["items"]): JsonSchema {
  return typeof schema === "object" && !Array.isArray(schema) ? schema : {};
}

/** A mapping that may not have these keys. */
function without(schema: JsonSchema, ...keys: readonly string[]): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).filter(([key]) => !keys.includes(key));
  return { ...schema, properties: Object.fromEntries(properties) };
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
