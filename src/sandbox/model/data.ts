import { z } from "zod";

// Ids are int64 (interface 4): digit strings here, digits on the wire, never JavaScript numbers.
const id = z.string().regex(/^(?:0|[1-9][0-9]{0,18})$/, "must be an id, written as a string of digits");
const decimal = z.string().regex(/^-?[0-9]+(?:\.[0-9]+)?$/, "must be a decimal number, written as a string");
const text = z.string();

const car = z.object({
  licenseNumber: text,
  createdDate: z.iso.datetime({ offset: true }).default("2025-01-01T00:00:00Z"),
  features: z.array(text).default([]),
  addedByCustomerCare: z.boolean().default(false),
});
const carOrPlate = text.transform((licenseNumber) => car.parse({ licenseNumber })).or(car);

const fleetCar = z.object({ licenseNumber: text, createdDate: text.default("2025-01-01T00:00:00Z") });
const fleetCarOrPlate = text.transform((licenseNumber) => fleetCar.parse({ licenseNumber })).or(fleetCar);

const parkingUser = z.object({
  id,
  firstName: text,
  lastName: text,
  email: text,
  costCenter: text.default(""),
  phoneNumber: text,
  status: z.enum(["ACTIVE", "INACTIVE", "CLOSED"]).default("ACTIVE"),
  cars: z.array(text).default([]),
  address: z
    .object({ city: text, street: text, postalCode: text, co: text })
    .default({ city: "", street: "", postalCode: "", co: "" }),
});

const currency = z.object({
  currencyCode: text,
  displayName: text,
  symbol: text,
  defaultFractionDigits: z.number().int(),
  numericCode: z.number().int(),
  numericCodeAsString: text,
});

const parking = z.object({
  licensePlate: text,
  id,
  areaNumber: text,
  areaName: text,
  areaCity: text,
  subType: text,
  areaId: id,
  operatorName: text,
  operatorVatNumber: text,
  countryCode: text,
  note: text,
  currency: text,
});

const billingRecord = z.object({
  infoId: id,
  infoRecordId: id,
  recordType: text,
  recordSubType: text,
  startDate: text,
  endDate: text,
  costCenter: text,
  currency,
  vat: decimal,
  amountExcludingVat: decimal,
  amountIncludingVat: decimal,
  parking,
  user: z.object({ id, firstName: text, lastName: text, phoneNumber: text }),
});

const account = z.object({
  baId: id,
  name: text.default(""),
  /** Closed to the sandbox's client: every request about it is a 403. */
  closed: z.boolean().default(false),
  cars: z.array(carOrPlate).default([]),
  users: z.array(parkingUser).default([]),
  billing: z.array(billingRecord).default([]),
});

/** All that a sandbox holds, as in a data file. What is left out is empty; a car may be just its plate. */
export const sandboxDataSchema = z.object({
  /** The global allowlist, oldest first. */
  cars: z.array(carOrPlate).default([]),
  fleet: z.array(fleetCarOrPlate).default([]),
  accounts: z.array(account).default([]),
});

/** One row of a car list (interface 2). */
export type SandboxCar = z.infer<typeof car>;
/** A car of the fleet (interface 4.11). */
export type SandboxFleetCar = z.infer<typeof fleetCar>;
/** A parking user and the cars they hold (interface 2). */
export type SandboxUser = z.infer<typeof parkingUser>;
/** A billing record (interface 2). */
export type SandboxRecord = z.infer<typeof billingRecord>;
/** A billing account with its list, users and records. */
export type SandboxAccount = z.infer<typeof account>;
/** All that the sandbox serves. */
export type SandboxData = z.infer<typeof sandboxDataSchema>;
/** The contents to start with: what is left out is empty, and a car may be just its plate. */
export type StartingData = ReadonlyThroughout<z.input<typeof sandboxDataSchema>>;

type ReadonlyThroughout<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadonlyThroughout<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: ReadonlyThroughout<Value[Key]> }
    : Value;
