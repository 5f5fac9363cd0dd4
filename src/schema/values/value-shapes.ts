import { z } from "zod";
import { CAR_FIELD_NAMES, CAR_FIELDS, named } from "./car-fields.ts";
import { asEditorReads, BOOLEAN, FEATURE, PLATE, type ValueKind } from "./value-kinds.ts";

const unquoted = z.registry<{ isUnquoted: true }>();

/** One value of the fleet file. `example` is the value as YAML has it. */
export function value<T>(
  { expectation, read, correct, schema, isUnquoted }: ValueKind<T>,
  description: string,
  example: string,
) {
  // `.meta()` would make a copy of each.
  const result = z.transform((input, context): T => {
    const meaning = typeof input === "string" ? read(input) : undefined;
    if (meaning !== undefined) return meaning;
    const params = { example: (typeof input === "string" && correct?.(input)) || example };
    context.addIssue({ code: "custom", message: `must be ${expectation}`, params, input });
    return z.NEVER;
  });
  z.globalRegistry.add(result, { description, ...schema, examples: [asEditorReads(example)] });
  if (isUnquoted) unquoted.add(result, { isUnquoted });
  return result;
}

/** A value that may be left out. */
export function optional<T>(kind: ValueKind<T>, description: string, example: string) {
  return value(kind, description, example).exactOptional();
}

/** Whether `fmt` writes such values without quotes. */
export function isUnquotedValue(schema: z.core.$ZodType): boolean {
  return unquoted.get(schema) !== undefined;
}

/** A mapping with exactly these keys. The message of an unknown-key issue carries the known keys, for the nearest one. */
export function section<T extends z.core.$ZodLooseShape>(shape: T) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? Object.keys(shape).join(" ") : "must be a mapping"),
  });
}

// zod asks the shape of a key that is missing, too: the first half of a pipe answers for it, and the second one is not made.
const WRITTEN: z.ZodTransform = z.transform((input: unknown, context) => {
  if (input !== undefined) return input;
  context.addIssue({ code: "custom", message: "is missing", input });
  return z.NEVER;
});

/**
 * A value whose shape is made when a file has it: most files have few of the rare ones, and to make all of them takes longer
 * than to read a small file.
 */
export function rare<T extends z.ZodType>(
  shape: () => T,
  description?: string,
): z.ZodPipe<z.ZodTransform, z.ZodLazy<T>> {
  const written = z.lazy(shape);
  if (description !== undefined) z.globalRegistry.add(written, { description });
  return z.pipe(WRITTEN, written);
}

/** A list of such values. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.array(item, { error: "must be a list" });
}

/** A license plate, in cars and in `absent`. */
export const plate = value(PLATE, "A license plate; quotes are not needed.", "AB12345").meta({ id: "plate" });

/** A list of features. */
export const features = listOf(value(FEATURE, "A feature; the interface names LEASING.", "LEASING"));

/** A car as a mapping. Cars are read by hand (read-cars.ts): zod would make an object for each of a million. */
export const carShape = section({
  licenseNumber: plate.meta({ description: "The plate, sent to the server as written here." }),
  features: features
    .meta({ description: "Global mode only; [] is none, and defaults.features holds where the key is missing." })
    .exactOptional(),
  isPlate: optional(BOOLEAN, "It is a plate although it looks like a date, a number or a word.", "true"),
  ...named(
    CAR_FIELD_NAMES.map((field) => {
      const { kind, description, example } = CAR_FIELDS[field];
      return [field, optional(kind, description, example)] as const;
    }),
  ),
});
