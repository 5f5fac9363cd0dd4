import { jsonSchema } from "../../src/documents/document-schemas.ts";
import type { JsonSchema } from "../../src/schema/values/value-schemas.ts";
import type { Position } from "./language-server.ts";

/** What a fleet file may be. */
export const MODES = ["global", "billing-account"] as const;

/** Every key of a fleet file by its path, such as `accounts[].cars[].note`, with the values that it may have, where these are few. */
export function fleetKeysByPath(): ReadonlyMap<string, readonly string[]> {
  const { $defs = {}, ...schema } = jsonSchema("fleet");
  const keys = new Map<string, readonly string[]>();
  for (const { path, schema: one } of keysIn(schema, "", $defs))
    if (!keys.has(path)) keys.set(path, valuesAllowedBy(one).map(String));
  return keys;
}

/** The path of the mapping that a key stands in; empty at the top. */
export function mappingOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

/** A fleet file in an editor, and places in it. */
export interface Written {
  readonly text: string;
  /** Behind its last character. */
  readonly end: Position;
}

/** A fleet file that has the key of this path, with what follows it, and little else. A path that ends in a dot leaves its mapping empty. */
export function fleetFileWith(path: string, mode: string): Written {
  const names = path.split(".");
  const header = ["version: 1", `mode: ${mode}`].filter((line) => !line.startsWith(`${path}:`));
  const lines = ["# yaml-language-server: $schema=fleet.schema.json", ...header];
  let place = "";
  for (const name of names.slice(0, -1)) {
    const indent = " ".repeat(place.length);
    lines.push(`${place}${name.replace("[]", "")}:`);
    place = name.endsWith("[]") ? `${indent}  - ` : `${indent}  `;
  }
  const key = names.at(-1) ?? "";
  const last = key === "" ? place : `${place}${key}: `;
  return { text: `${[...lines, last].join("\n")}\n`, end: { line: lines.length, character: last.length } };
}

/** The values that a key may have, where these are few. */
function valuesAllowedBy({ enum: words, anyOf = [] }: JsonSchema): readonly (boolean | number | string)[] {
  return [words, ...anyOf.filter(isSchema).map((form) => form.enum)]
    .flatMap((some) => some ?? [])
    .filter((one) => one !== null);
}

/** Every key below a schema that says what it is, with its path; the same path for each form of a mapping. */
function* keysIn(
  schema: JsonSchema,
  path: string,
  definitions: Readonly<Record<string, unknown>>,
): Generator<{ readonly path: string; readonly schema: JsonSchema }> {
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
