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
  const at = {
    infoId: groupOf("infoId"),
    infoRecordId: groupOf("infoRecordId"),
    recordType: groupOf("recordType"),
    recordSubType: groupOf("recordSubType"),
    startDate: groupOf("startDate"),
    endDate: groupOf("endDate"),
    costCenter: groupOf("costCenter"),
    vat: groupOf("vat"),
    amountExcludingVat: groupOf("amountExcludingVat"),
    amountIncludingVat: groupOf("amountIncludingVat"),
    parking: groupOf("parking"),
    user: groupOf("user"),
  };
  const currencyOf = currencyReader(groupOf);
  const parkingOf = parkingReader(groupOf);
  const userOf = userReader(groupOf);
  return (match) => ({
    infoId: textAt(match, at.infoId),
    infoRecordId: textAt(match, at.infoRecordId),
    recordType: textAt(match, at.recordType),
    recordSubType: textAt(match, at.recordSubType),
    startDate: textAt(match, at.startDate),
    endDate: textAt(match, at.endDate),
    costCenter: textAt(match, at.costCenter),
    currency: currencyOf(match),
    vat: textAt(match, at.vat),
    amountExcludingVat: textAt(match, at.amountExcludingVat),
    amountIncludingVat: textAt(match, at.amountIncludingVat),
    parking: match[at.parking] === undefined ? undefined : parkingOf(match),
    user: match[at.user] === undefined ? undefined : userOf(match),
  });
}

function currencyReader(groupOf: GroupOf): TextReader<BillingRecord["currency"]> {
  const at = {
    currencyCode: groupOf("currency.currencyCode"),
    displayName: groupOf("currency.displayName"),
    symbol: groupOf("currency.symbol"),
    defaultFractionDigits: groupOf("currency.defaultFractionDigits"),
    numericCode: groupOf("currency.numericCode"),
    numericCodeAsString: groupOf("currency.numericCodeAsString"),
  };
  return (match) => ({
    currencyCode: textAt(match, at.currencyCode),
    displayName: textAt(match, at.displayName),
    symbol: textAt(match, at.symbol),
    defaultFractionDigits: textAt(match, at.defaultFractionDigits),
    numericCode: textAt(match, at.numericCode),
    numericCodeAsString: textAt(match, at.numericCodeAsString),
  });
}

function parkingReader(groupOf: GroupOf): TextReader<NonNullable<BillingRecord["parking"]>> {
  const at = {
    licensePlate: groupOf("parking.licensePlate"),
    id: groupOf("parking.id"),
    areaNumber: groupOf("parking.areaNumber"),
    areaName: groupOf("parking.areaName"),
    areaCity: groupOf("parking.areaCity"),
    subType: groupOf("parking.subType"),
    areaId: groupOf("parking.areaId"),
    operatorName: groupOf("parking.operatorName"),
    operatorVatNumber: groupOf("parking.operatorVatNumber"),
    countryCode: groupOf("parking.countryCode"),
    note: groupOf("parking.note"),
    currency: groupOf("parking.currency"),
  };
  return (match) => ({
    licensePlate: textAt(match, at.licensePlate),
    id: textAt(match, at.id),
    areaNumber: textAt(match, at.areaNumber),
    areaName: textAt(match, at.areaName),
    areaCity: textAt(match, at.areaCity),
    subType: textAt(match, at.subType),
    areaId: textAt(match, at.areaId),
    operatorName: textAt(match, at.operatorName),
    operatorVatNumber: textAt(match, at.operatorVatNumber),
    countryCode: textAt(match, at.countryCode),
    note: textAt(match, at.note),
    currency: textAt(match, at.currency),
  });
}

function userReader(groupOf: GroupOf): TextReader<NonNullable<BillingRecord["user"]>> {
  const at = {
    id: groupOf("user.id"),
    firstName: groupOf("user.firstName"),
    lastName: groupOf("user.lastName"),
    phoneNumber: groupOf("user.phoneNumber"),
  };
  return (match) => ({
    id: textAt(match, at.id),
    firstName: textAt(match, at.firstName),
    lastName: textAt(match, at.lastName),
    phoneNumber: textAt(match, at.phoneNumber),
  });
}

function textAt(match: RegExpExecArray, group: number): string {
  const text = match[group] ?? "";
  return text.length < SHORTEST_SLICE ? text : ` ${text}`.slice(1);
}
