import { z } from "zod";
import { exactTextOf } from "../http/exact-json.ts";
import {
  accountId,
  count,
  decimal,
  due,
  int64,
  list,
  object,
  optionalInt64,
  optionalObject,
  optionalText,
  plateText,
  requiredText,
  text,
} from "./wire.ts";

/** Interface 4.1. */
export const tokenShape = object({
  idToken: requiredText,
  // A date that cannot be read is no reason to do without the token, whatever it is written as.
  validUntilDate: z
    .unknown()
    .refine((value) => value !== undefined, due("a date"))
    .transform(String),
});

const status = z.enum(["ACTIVE", "INACTIVE", "CLOSED"], due("ACTIVE, INACTIVE or CLOSED"));

/** Interface 2, ParkingUser list item. */
export const parkingUserItemShape = object({
  id: int64,
  firstName: text,
  lastName: text,
  phoneNumber: text,
  email: text,
  costCenter: text,
  status,
});

/** Interface 2, ParkingUser. */
export const parkingUserShape = object({
  ...parkingUserItemShape.shape,
  cars: list(object({ licenseNumber: plateText })),
  address: optionalObject({ city: optionalText, street: optionalText, postalCode: optionalText, co: optionalText }),
});

/** Interface 2, BillingInfoRecord. */
export const billingRecordShape = object({
  infoId: int64,
  infoRecordId: int64,
  recordType: text,
  recordSubType: text,
  startDate: text,
  endDate: text,
  costCenter: text,
  currency: object({
    currencyCode: requiredText,
    displayName: optionalText,
    symbol: optionalText,
    defaultFractionDigits: optionalInt64,
    numericCode: optionalInt64,
    numericCodeAsString: optionalText,
  }),
  vat: decimal,
  amountExcludingVat: decimal,
  amountIncludingVat: decimal,
  parking: optionalObject({
    licensePlate: text,
    id: optionalInt64,
    areaNumber: optionalText,
    areaName: optionalText,
    areaCity: optionalText,
    subType: optionalText,
    areaId: optionalInt64,
    operatorName: optionalText,
    operatorVatNumber: optionalText,
    countryCode: optionalText,
    note: optionalText,
    currency: optionalText,
  }),
  user: optionalObject({
    id: optionalInt64,
    firstName: optionalText,
    lastName: optionalText,
    phoneNumber: optionalText,
  }),
});

/** Interface 2, Global allowlist car. The date is not ours to judge. */
export const globalCarShape = object({
  licenseNumber: plateText,
  features: list(requiredText)
    .nullish()
    .transform((features) => features ?? []),
  addedByCustomerCare: z.boolean(due("true or false")),
});

/** A row of an account's car list: its shape is not documented, so a text or an object is accepted. */
export const accountCarShape = z.union(
  [
    plateText.transform((licenseNumber) => ({ licenseNumber, features: [], addedByCustomerCare: false })),
    z.object({ licenseNumber: plateText, addedByCustomerCare: z.boolean().nullish() }).transform((row) => ({
      licenseNumber: row.licenseNumber,
      features: [],
      addedByCustomerCare: row.addedByCustomerCare ?? false,
    })),
  ],
  due("a license number, nor an object with a licenseNumber"),
);

/** Interface 2, Fleet car. */
export const fleetCarShape = object({ licenseNumber: plateText, createdDate: text });

/** A billing account has `baId` or `id`; nothing else of it is documented. */
export const billingAccountShape = z.union(
  [
    z.looseObject({ baId: accountId }).transform(({ baId, ...others }) => ({ baId, others: scalarsOf(others) })),
    z.looseObject({ id: accountId }).transform(({ id, ...others }) => ({ baId: id, others: scalarsOf(others) })),
  ],
  due("an object with a billing account id in `baId` or `id`"),
);

/** Interface 2, Page wrapper. */
function pageShape<Item extends z.ZodType>(item: Item) {
  return object({
    content: list(item),
    page: object({ size: count, number: count, totalElements: count, totalPages: count }),
  });
}

/** A bare array, or a page of the same rows where the document promises an array. */
function arrayOrPageShape<Item extends z.ZodType>(item: Item) {
  const array = list(item).transform((items) => ({ kind: "array" as const, items }));
  const page = pageShape(item).transform(() => ({ kind: "page" as const }));
  // Not a union: its errors would not name the field.
  return z.unknown().transform((value, context) => {
    const parsed = Array.isArray(value) ? array.safeParse(value) : page.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { message, path } of parsed.error.issues) {
      context.issues.push({ code: "custom", message, path, input: value });
    }
    return z.NEVER;
  });
}

// Built once: zod compiles a shape on first use, which costs more than reading a page with it.

/** A page of each list, and the two lists that may come as an array. */
export const pageShapes = {
  globalCars: pageShape(globalCarShape),
  accountCars: pageShape(accountCarShape),
  parkingUsers: pageShape(parkingUserItemShape),
  billingRecords: pageShape(billingRecordShape),
  fleetCars: pageShape(fleetCarShape),
  fleetCarsOrPage: arrayOrPageShape(fleetCarShape),
  billingAccounts: pageShape(billingAccountShape),
  billingAccountsOrPage: arrayOrPageShape(billingAccountShape),
} as const;

/** Interface 2, Failure entry. A server that names no reason still names the car. */
export const failuresShape = object({ failures: list(object({ licenseNumber: plateText, error: optionalText })) });

/** Interface 4.3: the id of the created user, bare. */
export const createdIdShape = int64;

function scalarsOf(fields: Record<string, unknown>): ReadonlyMap<string, string> {
  const texts = Object.entries(fields).map(([key, value]): [string, string | undefined] => [key, scalarText(value)]);
  return new Map(texts.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "boolean" ? String(value) : exactTextOf(value);
}
