import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { SCHEMA_NAMES } from "../../src/documents/document-names.ts";
import { jsonSchema } from "../../src/documents/document-schemas.ts";

const ajv = new Ajv2020({ strict: true, formats: { "date-time": (text: string) => !Number.isNaN(Date.parse(text)) } });
const validators = new Map<string, ValidateFunction>();

/** A lock that `state unlock` can release. */
export const LOCK = `${JSON.stringify({ id: "0123456789ab", user: "ci", host: "elsewhere", pid: 1, command: "apply", at: "2026-01-01T00:00:00.000Z" })}\n`;

/** Every document but that of `sandbox`, and a command that prints it, in an order in which each has something to print. */
export const PRINTED = [
  ["init", "init -f other.yaml --account 4711"],
  ["validation", "validate"],
  ["fmt", "fmt"],
  ["import", "import list.csv --output imported.yaml"],
  ["export", "export"],
  ["plan", "plan"],
  ["report", "apply --auto-approve"],
  ["car-edit", "car add EF5 --account 4711"],
  ["car", "car find AB12345"],
  ["history", "history AB12345"],
  ["audit", "audit"],
  ["doctor", "doctor"],
  ["accounts", "accounts list"],
  ["cars", "cars list"],
  ["fleet-cars", "fleet list"],
  ["users", "users list 4711"],
  ["users", "users get 4711 81"],
  [
    "user-created",
    "users create 4711 --first-name Bo --last-name Ek --email bo@example.com --phone-number +4670000009 --auto-approve",
  ],
  ["user-car-removal", "users remove-car 4711 81 AB12345 --auto-approve"],
  ["billing", "billing list 4711"],
  ["spending", "billing report"],
  ["state", "state show"],
  ["state-copy", "state copy file:.platectl/state.jsonl file:copy.jsonl"],
  ["adoption", "state adopt --auto-approve"],
  ["forgotten", "state forget AB12345 --account 4711 --auto-approve"],
  ["unlocked", "state unlock 0123456789ab"],
  ["error", "state unlock 0123456789ab"],
  ["plan", "plan --plan-file plan.json"],
  ["acknowledge", "acknowledge plan.json --reason sold"],
] as const;

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
