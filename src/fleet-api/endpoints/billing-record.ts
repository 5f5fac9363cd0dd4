import type { z } from "zod";
import { currencyCode, decimal, int64, object, optionalInt64, optionalObject, optionalText } from "./wire.ts";

/** Interface 2, BillingInfoRecord. */
export const billingRecordShape = object({
  infoId: int64,
  infoRecordId: int64,
  recordType: optionalText,
  recordSubType: optionalText,
  startDate: optionalText,
  endDate: optionalText,
  costCenter: optionalText,
  currency: object({
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
  parking: optionalObject({
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
  }),
  user: optionalObject({
    id: optionalInt64,
    firstName: optionalText,
    lastName: optionalText,
    phoneNumber: optionalText,
  }),
});

/** One billing record (interface 2); ids are digits, amounts decimal texts. */
export type BillingRecord = z.output<typeof billingRecordShape>;
