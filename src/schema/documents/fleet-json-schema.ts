import { z } from "zod";
import { fleetShape } from "../fleet/shape.ts";
import { carShape, plate } from "../values/car-shape.ts";
import type { JsonSchema } from "../values/value-schemas.ts";
import { asConditions, having, headOf, TARGET, titled, when } from "./schema-parts.ts";

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
