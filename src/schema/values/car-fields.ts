import type { Particulars } from "../fleet/written-car.ts";
import {
  COUNTRY,
  DAY,
  FEATURE,
  FREE_TEXT,
  listOf,
  optional,
  PLATE,
  section,
  type ValueKind,
  value,
} from "./value-kinds.ts";

/** A key of a car whose value is a text. */
interface CarFieldRow {
  readonly kind: ValueKind<string>;
  readonly description: string;
  readonly example: string;
  /** Whether a plate that is written twice must have the same value here. */
  readonly isCompared: boolean;
}

/**
 * The keys of a car beside its plate and features. Reading, the order and quotes of `fmt`, the JSON Schema and the comparison
 * of a plate written twice follow from this table; the compiler demands a row for each key of a `DesiredEntry`.
 */
export const CAR_FIELDS = {
  country: {
    kind: COUNTRY,
    description: "Where the car is registered; only to notice plates that were mistyped, never sent.",
    example: "DK",
    isCompared: false,
  },
  validFrom: {
    kind: DAY,
    description: "The first day on which the car is on the list.",
    example: "2026-01-01",
    isCompared: true,
  },
  validUntil: {
    kind: DAY,
    description: "The last day on which the car is on the list.",
    example: "2026-12-31",
    isCompared: true,
  },
  note: { kind: FREE_TEXT, description: "For people; never sent.", example: "lease 7", isCompared: false },
} as const satisfies Record<Exclude<keyof Particulars, "features">, CarFieldRow>;

/** The name of one of `CAR_FIELDS`. */
export type CarField = keyof typeof CAR_FIELDS;

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
  ...Object.fromEntries(
    Object.entries(CAR_FIELDS).map(([key, { kind, description, example }]) => [
      key,
      optional(kind, description, example),
    ]),
  ),
});

/** Whether a key of a car is one of `CAR_FIELDS`. */
export function isCarField(key: string): key is CarField {
  return Object.hasOwn(CAR_FIELDS, key);
}

/** The keys of a car, in the order of `fmt`. */
export const CAR_KEYS: readonly string[] = Object.keys(carShape.shape);

/** The keys in which a plate written twice must agree, features aside. */
export const COMPARED_KEYS: readonly CarField[] = Object.keys(CAR_FIELDS)
  .filter(isCarField)
  .filter((key) => CAR_FIELDS[key].isCompared);
