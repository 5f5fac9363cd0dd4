import { z } from "zod";

/** The kinds of fields of answers, each a shape of its own, by which the reader knows it. What may be missing, or null, reads as empty. */
export const FIELD_KINDS = {
  /** An int64 as its digits, never as a float. */
  int64: z.string(),
  optionalInt64: z.string(),
  /** A number, digit for digit. */
  decimal: z.string(),
  /** Letters, such as `DKK`: sums are told apart by them, and nothing else may be beside an amount. */
  currencyCode: z.string(),
  optionalText: z.string(),
} as const;

const { int64, optionalInt64, decimal, currencyCode, optionalText } = FIELD_KINDS;

/**
 * A billing record (interface 2, BillingInfoRecord); ids are digits, amounts decimal texts, and what the server leaves out is empty.
 * Its answers are read by this shape, documents show it, and audits pick from it.
 */
export const billingRecord = z.strictObject({
  infoId: int64,
  infoRecordId: int64,
  recordType: optionalText,
  recordSubType: optionalText,
  startDate: optionalText,
  endDate: optionalText,
  costCenter: optionalText,
  currency: z.strictObject({
    currencyCode,
    displayName: optionalText,
    symbol: optionalText,
    defaultFractionDigits: optionalInt64,
    numericCode: optionalInt64,
    numericCodeAsString: optionalText,
  }),
  vat: decimal,
  amountExcludingVat: decimal,
  amountIncludingVat: decimal,
  parking: z
    .strictObject({
      licensePlate: optionalText,
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
    })
    .optional(),
  user: z
    .strictObject({
      id: optionalInt64,
      firstName: optionalText,
      lastName: optionalText,
      phoneNumber: optionalText,
    })
    .optional(),
});

/** One billing record. */
export type BillingRecord = ReadOnlyRecord<z.infer<typeof billingRecord>>;

type ReadOnlyRecord<Value> = { readonly [Key in keyof Value]: Readonly<Value[Key]> };
