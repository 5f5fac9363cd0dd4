/** What a value may be, and the fields of a car: the same for the fleet file and for lists. */
export * from "./car-fields.ts";
export * from "./country-codes.ts";
export * from "./nearest-word.ts";
export * from "./value-kinds.ts";
export * from "./value-schemas.ts";
export * from "./value-shapes.ts";
