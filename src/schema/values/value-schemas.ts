import type { z } from "zod";

/** A JSON Schema as zod writes it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Text, which an editor may take for a number or a boolean unless it is quoted. */
export function text(pattern: RegExp, limits: JsonSchema = {}): JsonSchema {
  const written: JsonSchema = { type: "string", pattern: pattern.source, ...limits };
  return { anyOf: [written, titled({ type: "number" }), titled({ type: "boolean" }), titled({ type: "null" })] };
}

/** One of these values; numbers and booleans are taken in quotes as well, and offered without. */
export function oneOfValues(values: readonly (boolean | number | string)[]): JsonSchema {
  const unquoted = values.filter((value) => typeof value !== "string");
  if (unquoted.length === 0) return { enum: [...values] };
  return { anyOf: [{ enum: [...values] }, titled({ type: "string", pattern: `^(?:${unquoted.join("|")})$` })] };
}

/** A number, plain or in quotes. Strict validators take one type in each schema. */
export function numberOrText(number: JsonSchema, pattern: string): JsonSchema {
  return { anyOf: [number, titled({ type: "string", pattern })] };
}

/** A number within bounds, plain or in quotes. */
export function numberSchema(type: "integer" | "number", minimum: number, maximum: number): JsonSchema {
  const fraction = type === "number" ? "(?:\\.[0-9]+)?" : "";
  return numberOrText({ type, minimum, maximum }, `^(?:0|[1-9][0-9]*)${fraction}$`);
}

/** A form of a value beside its first one. Forms without titles would make editors repeat the heading of a key for each. */
function titled(schema: JsonSchema): JsonSchema {
  return { ...schema, title: String(schema.type) };
}
