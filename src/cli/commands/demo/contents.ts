import type { StartingData } from "../../../sandbox/index.ts";
import type { ExportRow } from "./export-file.ts";

type BillingRecord = NonNullable<NonNullable<StartingData["accounts"]>[number]["billing"]>[number];

/** The billing account that pays. */
export const ACCOUNT = "4711";

const DAY_MS = 86_400_000;
const MODELS = ["Skoda Enyaq", "VW ID.4", "Polestar 2", "Renault Megane"];

/** Cars whose contract goes on. */
const STAYING = Array.from({ length: 16 }, (_, at) => `AB12${String(301 + 17 * at)}`);
/** Cars that were returned, and are on the list still. */
export const RETURNED = ["RET4401", "RET4402", "RET4403"] as const;

/** The day so many days ago, `YYYY-MM-DD`. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

/** What was billed before the demo begins. */
export function startingRecords(): readonly BillingRecord[] {
  return [...STAYING.slice(0, 6), ...RETURNED].flatMap((plate, at) => [
    parking(2 * at + 1, plate, daysAgo(20 - at), `${148 + 7 * at}.50`),
    parking(2 * at + 2, plate, daysAgo(12 - at), `${96 + 5 * at}.00`),
  ]);
}

/** What the server knows at the start. */
export function startingData(): StartingData {
  const users = [
    { id: "11", firstName: "Mia", lastName: "Berg", email: "mia@example.com", phoneNumber: "+4520000011" },
  ];
  return {
    cars: [...STAYING, ...RETURNED].map((licenseNumber) => ({ licenseNumber })),
    fleet: [...STAYING.slice(0, 9), "RET4402"],
    accounts: [{ baId: ACCOUNT, name: "Nordvik Leasing", cars: [], users, billing: startingRecords() }],
  };
}

/** The rows of an export of today; `more` are further cars. */
export function contracts(...more: readonly string[]): ExportRow[] {
  return [...STAYING, ...more].map((plate, at) => [
    plate,
    MODELS[at % MODELS.length] ?? "",
    daysAgo(700 - 31 * at),
    daysAgo(-400 - 31 * at),
  ]);
}

/** A parking of two hours, as the operator bills it. */
export function parking(id: number, licensePlate: string, day: string, amount: string): BillingRecord {
  const vat = "0";
  const currency = "DKK";
  return {
    infoId: "5001",
    infoRecordId: String(id),
    recordType: "PARKING",
    recordSubType: "STANDARD",
    startDate: `${day}T10:00:00Z`,
    endDate: `${day}T12:00:00Z`,
    costCenter: "",
    currency: {
      currencyCode: currency,
      displayName: "Danish krone",
      symbol: "kr",
      defaultFractionDigits: 2,
      numericCode: 208,
      numericCodeAsString: "208",
    },
    vat,
    amountExcludingVat: amount,
    amountIncludingVat: amount,
    parking: {
      licensePlate,
      id: String(id),
      areaNumber: "1200",
      areaName: "Vesterbro",
      areaCity: "Copenhagen",
      subType: "",
      areaId: "1200",
      operatorName: "City Parking",
      operatorVatNumber: "DK12345678",
      countryCode: "DK",
      note: "",
      currency,
    },
    user: { id: "11", firstName: "Mia", lastName: "Berg", phoneNumber: "+4520000011" },
  };
}
