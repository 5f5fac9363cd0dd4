import { CAR_FIELD_NAMES, CAR_FIELDS, named } from "./car-fields.ts";
import { FEATURE, PLATE } from "./value-kinds.ts";
import { listOf, optional, section, value } from "./value-shapes.ts";

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
  ...named(
    CAR_FIELD_NAMES.map((field) => {
      const { kind, description, example } = CAR_FIELDS[field];
      return [field, optional(kind, description, example)] as const;
    }),
  ),
});
