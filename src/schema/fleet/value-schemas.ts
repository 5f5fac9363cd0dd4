import type { z } from "zod";

/** A JSON Schema as zod writes it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Text, which an editor may take for a number or a boolean unless it is quoted. */
export function text(pattern: RegExp, limits: JsonSchema = {}): JsonSchema {
  const written: JsonSchema = { type: "string", pattern: pattern.source, ...limits };
  return { anyOf: [written, { type: "number" }, { type: "boolean" }, { type: "null" }] };
}

/** A number, plain or in quotes. Strict validators take one type in each schema. */
export function numberOrText(number: JsonSchema, pattern: string): JsonSchema {
  return { anyOf: [number, { type: "string", pattern }] };
}

/** A number within bounds, plain or in quotes. */
export function numberSchema(type: "integer" | "number", minimum: number, maximum: number): JsonSchema {
  const fraction = type === "number" ? "(?:\\.[0-9]+)?" : "";
  return numberOrText({ type, minimum, maximum }, `^(?:0|[1-9][0-9]*)${fraction}$`);
}
