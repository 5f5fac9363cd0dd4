import { z } from "zod";
import { MAX_PLATE_LENGTH } from "../../allowlist/index.ts";
import { fleetShape } from "../fleet/shape.ts";
import { LIMITS } from "../fleet/values.ts";
import { auditDocumentSchema, planDocumentSchema, reportDocumentSchema } from "./documents.ts";
import { text, valueSchema } from "./json-schema-values.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

const TARGET = "draft-2020-12";

/** Full-width forms may stand for each character of a plate, and accents beside it. */
const PLATE = text(/^[\p{L}\p{M}\p{N}\uff01-\uff5e\u3000 .·~:+_/-]+$/u, { maxLength: 4 * MAX_PLATE_LENGTH });
const DAY: JsonSchema = { type: "string", format: "date" };

const CAR: JsonSchema = {
  description: "A plate, or a mapping that says more about the car.",
  anyOf: [
    { $ref: "#/$defs/plate" },
    {
      type: "object",
      properties: {
        licenseNumber: { $ref: "#/$defs/plate" },
        features: {
          type: "array",
          items: text(/^[\p{L}\p{N}]/u, { maxLength: LIMITS.feature }),
          description: "Global mode only; [] is none. The interface names LEASING.",
        },
        validFrom: { ...DAY, description: "On the list from the start of this day." },
        validUntil: { ...DAY, description: "On the list to the end of this day." },
        note: { ...text(/\S/, { maxLength: LIMITS.freeText }), description: "For people; never sent." },
      },
      required: ["licenseNumber"],
      additionalProperties: false,
    },
  ],
};

const NEEDS_CARS: JsonSchema = { anyOf: [{ required: ["cars"] }, { required: ["carsFrom"] }] };
const WITHOUT_FEATURES: JsonSchema = { items: { properties: { features: false } } };

/** What `assemble` demands beyond the shape. */
const RULES: readonly JsonSchema[] = [
  {
    if: { properties: { mode: { const: "billing-account" } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      required: ["accounts"],
      properties: {
        cars: false,
        carsFrom: false,
        absent: false,
        defaults: { properties: { features: false } },
        accounts: { items: { ...NEEDS_CARS, properties: { cars: WITHOUT_FEATURES, carsFrom: WITHOUT_FEATURES } } },
      },
    },
    else: { ...NEEDS_CARS, properties: { accounts: false } },
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
} as const satisfies Record<string, () => JsonSchema>;

/** What `platectl schema` can print. */
export type SchemaName = keyof typeof jsonSchemas;

function documentSchema(schema: z.ZodType, title: string): JsonSchema {
  return { ...z.toJSONSchema(schema, { target: TARGET }), title };
}

// Editors read `mode`, ranges and keys from it; what no schema can say (a plate twice, a day that is over) `validate` does.
function fleetJsonSchema(): JsonSchema {
  const schema = z.toJSONSchema(fleetShape, {
    target: TARGET,
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === "pipe") Object.assign(jsonSchema, valueSchema(zodSchema));
      if (zodSchema._zod.def.type === "custom")
        Object.assign(jsonSchema, { type: "array", items: { $ref: "#/$defs/car" } });
    },
  });
  return { ...schema, title: "A platectl fleet file", allOf: [...RULES], $defs: { car: CAR, plate: PLATE } };
}
