import { type PlateKey, type PlateRules, readPlate } from "../allowlist/index.ts";
import { type RowsSetAside, setAside } from "../audit/index.ts";
import type { DayRange, FleetReader } from "../fleet-api/index.ts";
import { readUsersOneByOne } from "../live/index.ts";
import type { InterfaceError } from "../ports/index.ts";
import { type CurrencyTotal, CurrencyTotals, RecordNotes, recordsIn } from "./billing-records.ts";
import type { HistoryRecord, HistoryUser } from "./page.ts";
import { setAsideFailure } from "./record-notes.ts";

/** Whether a text is a spelling of one plate. */
export type IsPlate = (text: string) => boolean;

/** Recognises every spelling of a plate. */
export function spellingOf(plateKey: PlateKey, rules: PlateRules): IsPlate {
  return (text) => {
    const reading = readPlate(text, rules);
    return reading.kind === "plate" && reading.plateKey === plateKey;
  };
}

/** Rows of one part, and what is to be said of them. */
export interface ReadPart<Row> {
  readonly rows: readonly Row[];
  /** What stood in the way of reading all of them. */
  readonly failure?: InterfaceError;
}

/** The billing records of a plate in these accounts, and what they come to. Rejects with an `InterfaceError`. */
export async function billedRecords(
  reader: FleetReader,
  accounts: readonly string[],
  range: DayRange,
  isPlate: IsPlate,
): Promise<ReadPart<HistoryRecord> & { readonly totals: readonly CurrencyTotal[] }> {
  const notes = new RecordNotes();
  const rows: HistoryRecord[] = [];
  const totals = new CurrencyTotals();
  for (const account of accounts) {
    for await (const record of recordsIn(reader, account, range, notes)) {
      if (!isPlate(record.parking?.licensePlate ?? "")) continue;
      rows.push({ ...record, account });
      totals.add(record);
    }
  }
  const failure = setAsideFailure("billing record", notes.setAside);
  return { rows, totals: totals.list(), ...(failure && { failure }) };
}

/** The parking users of these accounts that hold a plate. Rejects with an `InterfaceError`. */
export async function holdersOf(
  reader: FleetReader,
  accounts: readonly string[],
  isPlate: IsPlate,
): Promise<ReadPart<HistoryUser>> {
  const rows: HistoryUser[] = [];
  const odd: RowsSetAside = { count: 0, rows: [] };
  for (const account of accounts) {
    const { users, setAside: others } = await readUsersOneByOne(account, reader);
    for (const row of others) setAside(odd, row);
    for (const { id, firstName, lastName, status, cars } of users) {
      const car = cars.find(({ licenseNumber }) => isPlate(licenseNumber));
      const name = `${firstName} ${lastName}`.trim();
      if (car) rows.push({ account, id, name, status, licenseNumber: car.licenseNumber });
    }
  }
  const failure = setAsideFailure("parking user", odd);
  return { rows, ...(failure && { failure }) };
}
