import { LONGEST_AMOUNT } from "../../allowlist/index.ts";
import { exactTextOf, plainDecimal } from "../http/exact-json.ts";
import { Flaws } from "../http/flaws.ts";
import type { BillingRecord } from "./billing-record.ts";
import { digitsOf, isNothing, isObject, type Values, within } from "./wire.ts";

type Part<Name extends "currency" | "parking" | "user"> = NonNullable<BillingRecord[Name]>;

/**
 * Reads a billing record (interface 2, BillingInfoRecord); what else it holds is left out. Each field is written out, for V8 makes
 * such an object in half the time of one that is put together by a table: there may be a million.
 */
export function readBillingRecord(input: unknown, flaws: Flaws): BillingRecord | undefined {
  if (!isObject(input)) {
    flaws.add("an object", input);
    return undefined;
  }
  return {
    infoId: int64("infoId", input["infoId"], flaws),
    infoRecordId: int64("infoRecordId", input["infoRecordId"], flaws),
    recordType: text("recordType", input["recordType"], flaws),
    recordSubType: text("recordSubType", input["recordSubType"], flaws),
    startDate: text("startDate", input["startDate"], flaws),
    endDate: text("endDate", input["endDate"], flaws),
    costCenter: text("costCenter", input["costCenter"], flaws),
    currency: part("currency", input["currency"], flaws, currencyOf) ?? NO_CURRENCY,
    vat: decimal("vat", input["vat"], flaws),
    amountExcludingVat: decimal("amountExcludingVat", input["amountExcludingVat"], flaws),
    amountIncludingVat: decimal("amountIncludingVat", input["amountIncludingVat"], flaws),
    parking: isNothing(input["parking"]) ? undefined : part("parking", input["parking"], flaws, parkingOf),
    user: isNothing(input["user"]) ? undefined : part("user", input["user"], flaws, userOf),
  };
}

function part<Read>(
  name: string,
  input: unknown,
  flaws: Flaws,
  read: (fields: Values, flaws: Flaws) => Read,
): Read | undefined {
  flaws.enter(name);
  const found = isObject(input) ? read(input, flaws) : undefined;
  if (found === undefined) flaws.add("an object", input);
  flaws.leave();
  return found;
}

function currencyOf(fields: Values, flaws: Flaws): Part<"currency"> {
  return {
    currencyCode: currencyCode("currencyCode", fields["currencyCode"], flaws),
    displayName: text("displayName", fields["displayName"], flaws),
    symbol: text("symbol", fields["symbol"], flaws),
    defaultFractionDigits: optionalInt64("defaultFractionDigits", fields["defaultFractionDigits"], flaws),
    numericCode: optionalInt64("numericCode", fields["numericCode"], flaws),
    numericCodeAsString: text("numericCodeAsString", fields["numericCodeAsString"], flaws),
  };
}

/** Of a record that is wrong. */
const NO_CURRENCY = currencyOf({}, new Flaws());

function parkingOf(fields: Values, flaws: Flaws): Part<"parking"> {
  return {
    licensePlate: text("licensePlate", fields["licensePlate"], flaws),
    id: optionalInt64("id", fields["id"], flaws),
    areaNumber: text("areaNumber", fields["areaNumber"], flaws),
    areaName: text("areaName", fields["areaName"], flaws),
    areaCity: text("areaCity", fields["areaCity"], flaws),
    subType: text("subType", fields["subType"], flaws),
    areaId: optionalInt64("areaId", fields["areaId"], flaws),
    operatorName: text("operatorName", fields["operatorName"], flaws),
    operatorVatNumber: text("operatorVatNumber", fields["operatorVatNumber"], flaws),
    countryCode: text("countryCode", fields["countryCode"], flaws),
    note: text("note", fields["note"], flaws),
    currency: text("currency", fields["currency"], flaws),
  };
}

function userOf(fields: Values, flaws: Flaws): Part<"user"> {
  return {
    id: optionalInt64("id", fields["id"], flaws),
    firstName: text("firstName", fields["firstName"], flaws),
    lastName: text("lastName", fields["lastName"], flaws),
    phoneNumber: text("phoneNumber", fields["phoneNumber"], flaws),
  };
}

function text(name: string, input: unknown, flaws: Flaws): string {
  if (typeof input === "string") return input;
  return isNothing(input) ? "" : wrong(name, "a text", input, flaws);
}

function int64(name: string, input: unknown, flaws: Flaws): string {
  return digitsOf(input) ?? wrong(name, "an integer", input, flaws);
}

function optionalInt64(name: string, input: unknown, flaws: Flaws): string {
  return isNothing(input) ? "" : int64(name, input, flaws);
}

const CURRENCY_CODE = /^[A-Za-z]{3,8}$/;

function currencyCode(name: string, input: unknown, flaws: Flaws): string {
  if (typeof input !== "string") return wrong(name, "a text", input, flaws);
  return CURRENCY_CODE.test(input) ? input : wrong(name, "a currency code", input, flaws);
}

function decimal(name: string, input: unknown, flaws: Flaws): string {
  const found = decimalOf(input);
  if (found !== undefined && found.length <= LONGEST_AMOUNT) return found;
  return wrong(name, `a number${found ? ` of at most ${LONGEST_AMOUNT} characters` : ""}`, input, flaws);
}

// As a decimal text, digit for digit.
function decimalOf(input: unknown): string | undefined {
  const source = exactTextOf(input);
  const isPlain = source === undefined || (typeof input === "number" && !source.includes("e"));
  return isPlain ? source : plainDecimal(source);
}

function wrong(name: string, what: string, input: unknown, flaws: Flaws): "" {
  within(name, flaws, () => flaws.add(what, input));
  return "";
}
