import type { BillingRecord } from "./billing-record.ts";
import type { RecordForm } from "./record-form.ts";

/** V8 copies shorter texts; a longer one would keep the whole page that it is cut from. */
const SHORTEST_SLICE = 13;

/** Makes a record of a match of its form. */
export type RecordReader = (match: RegExpExecArray) => BillingRecord;

type TextReader<Part> = (match: RegExpExecArray) => Part;
type GroupOf = RecordForm["groupOf"];

/** What makes records of the matches of a form. */
export function recordReader(groupOf: GroupOf): RecordReader {
  const read = {
    infoId: textReader(groupOf("infoId")),
    infoRecordId: textReader(groupOf("infoRecordId")),
    recordType: commonTextReader(groupOf("recordType")),
    recordSubType: commonTextReader(groupOf("recordSubType")),
    startDate: textReader(groupOf("startDate")),
    endDate: textReader(groupOf("endDate")),
    costCenter: commonTextReader(groupOf("costCenter")),
    vat: textReader(groupOf("vat")),
    amountExcludingVat: textReader(groupOf("amountExcludingVat")),
    amountIncludingVat: textReader(groupOf("amountIncludingVat")),
  };
  const parkingAt = groupOf("parking");
  const userAt = groupOf("user");
  const currencyOf = currencyReader(groupOf);
  const parkingOf = parkingReader(groupOf);
  const userOf = userReader(groupOf);
  return (match) => ({
    infoId: read.infoId(match),
    infoRecordId: read.infoRecordId(match),
    recordType: read.recordType(match),
    recordSubType: read.recordSubType(match),
    startDate: read.startDate(match),
    endDate: read.endDate(match),
    costCenter: read.costCenter(match),
    currency: currencyOf(match),
    vat: read.vat(match),
    amountExcludingVat: read.amountExcludingVat(match),
    amountIncludingVat: read.amountIncludingVat(match),
    parking: match[parkingAt] === undefined ? undefined : parkingOf(match),
    user: match[userAt] === undefined ? undefined : userOf(match),
  });
}

function currencyReader(groupOf: GroupOf): TextReader<BillingRecord["currency"]> {
  const read = {
    currencyCode: commonTextReader(groupOf("currency.currencyCode")),
    displayName: commonTextReader(groupOf("currency.displayName")),
    symbol: commonTextReader(groupOf("currency.symbol")),
    defaultFractionDigits: commonTextReader(groupOf("currency.defaultFractionDigits")),
    numericCode: commonTextReader(groupOf("currency.numericCode")),
    numericCodeAsString: commonTextReader(groupOf("currency.numericCodeAsString")),
  };
  return (match) => ({
    currencyCode: read.currencyCode(match),
    displayName: read.displayName(match),
    symbol: read.symbol(match),
    defaultFractionDigits: read.defaultFractionDigits(match),
    numericCode: read.numericCode(match),
    numericCodeAsString: read.numericCodeAsString(match),
  });
}

function parkingReader(groupOf: GroupOf): TextReader<NonNullable<BillingRecord["parking"]>> {
  const read = {
    licensePlate: textReader(groupOf("parking.licensePlate")),
    id: textReader(groupOf("parking.id")),
    areaNumber: textReader(groupOf("parking.areaNumber")),
    areaName: textReader(groupOf("parking.areaName")),
    areaCity: commonTextReader(groupOf("parking.areaCity")),
    subType: commonTextReader(groupOf("parking.subType")),
    areaId: textReader(groupOf("parking.areaId")),
    operatorName: commonTextReader(groupOf("parking.operatorName")),
    operatorVatNumber: commonTextReader(groupOf("parking.operatorVatNumber")),
    countryCode: commonTextReader(groupOf("parking.countryCode")),
    note: commonTextReader(groupOf("parking.note")),
    currency: commonTextReader(groupOf("parking.currency")),
  };
  return (match) => ({
    licensePlate: read.licensePlate(match),
    id: read.id(match),
    areaNumber: read.areaNumber(match),
    areaName: read.areaName(match),
    areaCity: read.areaCity(match),
    subType: read.subType(match),
    areaId: read.areaId(match),
    operatorName: read.operatorName(match),
    operatorVatNumber: read.operatorVatNumber(match),
    countryCode: read.countryCode(match),
    note: read.note(match),
    currency: read.currency(match),
  });
}

function userReader(groupOf: GroupOf): TextReader<NonNullable<BillingRecord["user"]>> {
  const read = {
    id: commonTextReader(groupOf("user.id")),
    firstName: commonTextReader(groupOf("user.firstName")),
    lastName: commonTextReader(groupOf("user.lastName")),
    phoneNumber: commonTextReader(groupOf("user.phoneNumber")),
  };
  return (match) => ({
    id: read.id(match),
    firstName: read.firstName(match),
    lastName: read.lastName(match),
    phoneNumber: read.phoneNumber(match),
  });
}

function textReader(group: number): TextReader<string> {
  return (match) => ownText(match[group] ?? "");
}

// For texts that many records share: the one of the record before stands for one like it, so that few are kept and copied.
function commonTextReader(group: number): TextReader<string> {
  let last = "";
  return (match) => {
    const text = match[group] ?? "";
    if (text !== last) last = ownText(text);
    return last;
  };
}

function ownText(text: string): string {
  return text.length < SHORTEST_SLICE ? text : ` ${text}`.slice(1);
}
