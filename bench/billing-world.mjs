// The account whose billing records are read: cars, parking users and records, alike in every run.
import { plateOf } from "./fleet-files.mjs";

export const CARS = 20_000;
export const USERS = 10;
/** Cars that each parking user holds. */
export const ITS_CARS = CARS / USERS;

/** Records are of these days. */
export const DAYS = { from: "2026-10-01", to: "2026-10-31" };
const FIRST_DAY = Date.parse("2026-10-02T05:00:00Z");
const MINUTE = 60_000;

/** The plate of the car with that number. */
export const plateOfCar = plateOf;

/** The record as the world "findings" has it: billed for two parkings at the same time, to a user whom nobody knows. */
export function wrongRecordOf(at) {
  const record = recordOf(at - (at % CARS) + Math.floor((at % CARS) / 2) * 2);
  return { ...record, infoRecordId: record.infoRecordId + at, user: { ...record.user, id: 900_000 + (at % CARS) } };
}

/** The fleet file of the world "history": so many versions of so many cars, and so many that leave and come with each. */
export const HISTORY = { versions: 24, cars: 10_000, change: 50 };
const FIRST_NOW = (HISTORY.versions - 1) * HISTORY.change;

/** The record as the world "history" has it: some cars left some versions ago, and some sums are wrong. */
export function recordInHistory(at) {
  const record = recordOf(at, FIRST_NOW - 400 + (at % (HISTORY.cars + 400)));
  return at % 25 === 0 ? { ...record, amountIncludingVat: record.amountIncludingVat + 5 } : record;
}

/** The cars that the server's list has. */
export const listedIn = (world) =>
  world === "history" ? { from: FIRST_NOW, count: HISTORY.cars } : { from: 0, count: CARS };

/** A record as servers write it: every car parks in turn. */
export function recordOf(at, car = at % CARS) {
  const start = FIRST_DAY + ((at * 7) % (28 * 24 * 60)) * MINUTE;
  const end = start + (30 + (at % 90)) * MINUTE;
  const net = 16 + (at % 37);
  const user = Math.floor(car / ITS_CARS);
  return {
    infoId: 7_000_000_000 + at,
    infoRecordId: 9_000_000_000 + at,
    recordType: "PARKING",
    recordSubType: "ON_STREET",
    startDate: new Date(start).toISOString(),
    endDate: new Date(end).toISOString(),
    costCenter: `C${user % 50}`,
    currency: {
      currencyCode: "DKK",
      displayName: "Danish Krone",
      symbol: "kr.",
      defaultFractionDigits: 2,
      numericCode: 208,
      numericCodeAsString: "208",
    },
    vat: net / 4,
    amountExcludingVat: net,
    amountIncludingVat: net + net / 4,
    parking: {
      licensePlate: plateOfCar(car),
      id: 5_000_000_000 + at,
      areaNumber: String(1000 + (at % 400)),
      areaName: `Zone ${at % 400}`,
      areaCity: "København",
      subType: "START_STOP",
      areaId: 20_000 + (at % 400),
      operatorName: "City of Copenhagen",
      operatorVatNumber: "DK64942212",
      countryCode: "DK",
      note: null,
      currency: "DKK",
    },
    user: { id: user + 1, firstName: `Anna ${user}`, lastName: "Jensen", phoneNumber: `+4512345${user}` },
  };
}
