import { z } from "zod";
import { count, text } from "./document-parts.ts";

/** All records in one currency; amounts are decimal texts. */
export const currencyTotal = z.strictObject({
  currencyCode: text,
  records: count,
  amountExcludingVat: text,
  amountIncludingVat: text,
});

/** A billing record (interface 2); ids are digits, amounts decimal texts, and what the server leaves out is empty. */
export const billingRecord = z.strictObject({
  infoId: text,
  infoRecordId: text,
  recordType: text,
  recordSubType: text,
  startDate: text,
  endDate: text,
  costCenter: text,
  currency: z.strictObject({
    currencyCode: text,
    displayName: text,
    symbol: text,
    defaultFractionDigits: text,
    numericCode: text,
    numericCodeAsString: text,
  }),
  vat: text,
  amountExcludingVat: text,
  amountIncludingVat: text,
  parking: z
    .strictObject({
      licensePlate: text,
      id: text,
      areaNumber: text,
      areaName: text,
      areaCity: text,
      subType: text,
      areaId: text,
      operatorName: text,
      operatorVatNumber: text,
      countryCode: text,
      note: text,
      currency: text,
    })
    .optional(),
  user: z.strictObject({ id: text, firstName: text, lastName: text, phoneNumber: text }).optional(),
});
