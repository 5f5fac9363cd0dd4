import { z } from "zod";
import { carShape, plate } from "../fleet/car-fields.ts";
import { fleetShape } from "../fleet/shape.ts";
import { carDocumentSchema } from "./car-document.ts";
import { auditDocumentSchema, planDocumentSchema, reportDocumentSchema } from "./documents.ts";
import { spendingDocumentSchema } from "./spending-document.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

const TARGET = "draft-2020-12";
const CAR_DESCRIPTION = "A plate, or a mapping that says more about the car.";

const NEEDS_CARS: JsonSchema = { anyOf: [{ required: ["cars"] }, { required: ["carsFrom"] }] };
const WITHOUT_FEATURES: JsonSchema = { items: { properties: { features: false } } };
const LISTS_OF_ACCOUNT: JsonSchema = { items: { properties: { features: false, account: false } } };
const LISTS_OF_ACCOUNTS: JsonSchema = { items: { properties: { features: false }, required: ["account"] } };

/** What `assemble` requires beyond the shape. */
const RULES: readonly JsonSchema[] = [
  {
    if: { properties: { mode: { const: "billing-account" } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      required: ["accounts"],
      properties: {
        cars: false,
        carsFrom: LISTS_OF_ACCOUNTS,
        absent: false,
        defaults: { properties: { features: false } },
        accounts: { items: { properties: { cars: WITHOUT_FEATURES, carsFrom: LISTS_OF_ACCOUNT } } },
      },
      anyOf: [
        { required: ["carsFrom"], properties: { carsFrom: { minItems: 1 } } },
        { properties: { accounts: { items: NEEDS_CARS } } },
      ],
    },
    else: { ...NEEDS_CARS, properties: { accounts: false, carsFrom: { items: { properties: { account: false } } } } },
  },
  {
    properties: {
      policy: {
        properties: { acknowledge: { items: { anyOf: [{ required: ["deletes"] }, { required: ["adds"] }] } } },
      },
    },
  },
];

/** The JSON Schemas (draft 2020-12) of the fleet file and of every document, by name. */
export const jsonSchemas = {
  fleet: () => fleetJsonSchema(),
  plan: () => documentSchema(planDocumentSchema, "A platectl plan"),
  report: () => documentSchema(reportDocumentSchema, "A platectl report"),
  audit: () => documentSchema(auditDocumentSchema, "A platectl audit"),
  spending: () => documentSchema(spendingDocumentSchema, "A platectl report on billing"),
  car: () => documentSchema(carDocumentSchema, "A platectl answer about one car"),
} as const satisfies Record<string, () => JsonSchema>;

/** What `platectl schema` can print. */
export type SchemaName = keyof typeof jsonSchemas;

function documentSchema(schema: z.ZodType, title: string): JsonSchema {
  return { ...z.toJSONSchema(schema, { target: TARGET }), title };
}

// What no schema can say (a plate twice, a day that has passed) `validate` does.
function fleetJsonSchema(): JsonSchema {
  const { $defs, ...fleet } = written(fleetShape);
  const { $schema, $defs: _, ...car } = written(plate.or(carShape).meta({ description: CAR_DESCRIPTION }));
  return { ...fleet, allOf: [...RULES], $defs: { car, ...$defs } };
}

/** What may be written: every value is described in `.meta()`, for its reader is a function. */
function written(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { target: TARGET, unrepresentable: "any" });
}
