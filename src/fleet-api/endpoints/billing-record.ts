import { z } from "zod";

/**
 * A billing record (interface 2, BillingInfoRecord); ids are digits, amounts decimal texts, and what the server leaves out is empty.
 * Documents show it, and audits pick from it.
 */
export const billingRecord = z.strictObject({
  infoId: z.string(),
  infoRecordId: z.string(),
  recordType: z.string(),
  recordSubType: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  costCenter: z.string(),
  currency: z.strictObject({
    currencyCode: z.string(),
    displayName: z.string(),
    symbol: z.string(),
    defaultFractionDigits: z.string(),
    numericCode: z.string(),
    numericCodeAsString: z.string(),
  }),
  vat: z.string(),
  amountExcludingVat: z.string(),
  amountIncludingVat: z.string(),
  parking: z
    .strictObject({
      licensePlate: z.string(),
      id: z.string(),
      areaNumber: z.string(),
      areaName: z.string(),
      areaCity: z.string(),
      subType: z.string(),
      areaId: z.string(),
      operatorName: z.string(),
      operatorVatNumber: z.string(),
      countryCode: z.string(),
      note: z.string(),
      currency: z.string(),
    })
    .optional(),
  user: z
    .strictObject({
      id: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      phoneNumber: z.string(),
    })
    .optional(),
});

/** One billing record. */
export type BillingRecord = ReadOnlyRecord<z.infer<typeof billingRecord>>;

type ReadOnlyRecord<Value> = { readonly [Key in keyof Value]: Readonly<Value[Key]> };
