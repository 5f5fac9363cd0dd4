import type { z } from "zod";
import type { Page, PageRequest } from "../../ports/index.ts";
import type { ClientContext } from "../client-context.ts";
import { allRows, type IdentifiedList, onePage } from "./pages.ts";
import { accountPath, type Query } from "./paths.ts";
import {
  decimal,
  int64,
  object,
  optionalInt64,
  optionalObject,
  optionalText,
  pageShape,
  requiredText,
  text,
} from "./wire.ts";

/** Records are read one after the other and not kept. */
const MOST_RECORDS = 20_000_000;

/** Interface 2, BillingInfoRecord. */
const billingRecordShape = object({
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

/** A page of billing records. */
export const pageOfRecords = pageShape(billingRecordShape);

/** One billing record (interface 2); ids are digits, amounts decimal texts. */
export type BillingRecord = z.output<typeof billingRecordShape>;

/** Days, YYYY-MM-DD, both included; either end may be open (interface 4.6). */
export interface DayRange {
  readonly from?: string;
  readonly to?: string;
}

/** The billing records of billing accounts. */
export interface BillingRecordReader {
  /** Interface 4.6, one page. */
  billingRecordPage(baId: string, range: DayRange, page: PageRequest): Promise<Page<BillingRecord>>;
  /** Interface 4.6, all pages; rejects at the first contradiction, after rows were given perhaps. */
  billingRecords(baId: string, range: DayRange): AsyncIterable<BillingRecord>;
}

/** Reads billing records. */
export function billingRecordReader(context: ClientContext): BillingRecordReader {
  return {
    billingRecordPage: async (baId, range, page) => onePage(context, recordList(context, baId, range), page),
    billingRecords: (baId, range) => allRows(context, recordList(context, baId, range)),
  };
}

function recordList(context: ClientContext, baId: string, range: DayRange): IdentifiedList<BillingRecord> {
  const { fromDateParam, toDateParam } = context.settings;
  const from: Query = range.from === undefined ? [] : [[fromDateParam, range.from]];
  const to: Query = range.to === undefined ? [] : [[toDateParam, range.to]];
  return {
    base: context.baseUrl,
    path: `${accountPath(baId)}/billing-info-records`,
    query: [...from, ...to],
    page: pageOfRecords,
    numbers: "exact",
    mostRows: MOST_RECORDS,
    idOf: (record) => `${record.infoId}/${record.infoRecordId}`,
  };
}
