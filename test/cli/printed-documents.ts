import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { SCHEMA_NAMES } from "../../src/schema/documents/document-names.ts";
import { jsonSchema } from "../../src/schema/documents/json-schema.ts";

const ajv = new Ajv2020({ strict: true, formats: { "date-time": (text: string) => !Number.isNaN(Date.parse(text)) } });
const validators = new Map<string, ValidateFunction>();

/** The name of the document that a run printed, which must fit its schema; undefined where it printed something else. */
export function printedDocument(stdout: string): string | undefined {
  const name = /^\{\n {2}"kind": "platectl\/(.*)"/.exec(stdout)?.[1];
  // What a run could not write to its end is not a document.
  if (name === undefined || !stdout.endsWith("\n}\n")) return undefined;
  const validate = validatorOf(name);
  const fits = validate(JSON.parse(stdout));
  expect(fits, `platectl/${name} does not fit its schema: ${JSON.stringify(validate.errors)}`).toBe(true);
  return name;
}

function validatorOf(name: string): ValidateFunction {
  const known = validators.get(name);
  if (known) return known;
  const described = SCHEMA_NAMES.find((one) => one !== "fleet" && one === name);
  if (!described) throw new Error(`A document platectl/${name} was printed, and no schema describes it.`);
  const made = ajv.compile(jsonSchema(described));
  validators.set(name, made);
  return made;
}
