import { type PlateKey, type PlateRules, readPlate } from "../allowlist/index.ts";
import type { DayRange, FleetReader } from "../fleet-api/index.ts";
import { readParkingUsers } from "../live/index.ts";
import { type CurrencyTotal, CurrencyTotals, recordsIn } from "./billing-records.ts";
import type { HistoryRecord, HistoryUser } from "./page.ts";

/** Whether a text is a spelling of one plate. */
export type IsPlate = (text: string) => boolean;

/** Recognises every spelling of a plate. */
export function spellingOf(plateKey: PlateKey, rules: PlateRules): IsPlate {
  return (text) => {
    const reading = readPlate(text, rules);
    return reading.kind === "plate" && reading.plateKey === plateKey;
  };
}

/** The billing records of a plate in these accounts, and what they come to. Rejects with an `InterfaceError`. */
export async function billedRecords(
  reader: FleetReader,
  accounts: readonly string[],
  range: DayRange,
  isPlate: IsPlate,
): Promise<{ readonly rows: readonly HistoryRecord[]; readonly totals: readonly CurrencyTotal[] }> {
  const rows: HistoryRecord[] = [];
  const totals = new CurrencyTotals();
  for (const account of accounts) {
    for await (const record of recordsIn(reader, account, range)) {
      if (!isPlate(record.parking?.licensePlate ?? "")) continue;
      rows.push({ ...record, account });
      totals.add(record);
    }
  }
  return { rows, totals: totals.list() };
}

/** The parking users of these accounts that hold a plate. Rejects with an `InterfaceError`. */
export async function holdersOf(
  reader: FleetReader,
  accounts: readonly string[],
  isPlate: IsPlate,
): Promise<readonly HistoryUser[]> {
  const holders: HistoryUser[] = [];
  for (const account of accounts) {
    for (const { id, firstName, lastName, status, cars } of await readParkingUsers(account, reader)) {
      const car = cars.find(({ licenseNumber }) => isPlate(licenseNumber));
      if (car)
        holders.push({
          account,
          id,
          name: `${firstName} ${lastName}`.trim(),
          status,
          licenseNumber: car.licenseNumber,
        });
    }
  }
  return holders;
}
