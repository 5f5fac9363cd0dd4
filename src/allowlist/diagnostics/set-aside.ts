import { quoted } from "../values/foreign-text.ts";

/** A row of the server's that cannot be judged: where it is, and why. */
export interface RowSetAside {
  /** The page that it stands on, as the server counts; absent where it was asked for by its id. */
  readonly page?: number;
  /** Id of the record or the parking user; empty where it cannot be read. */
  readonly id: string;
  /** Empty where it cannot be read, and for rows that name none. */
  readonly licensePlate: string;
  readonly reason: string;
}

/** ``page 3, record 323, plate `AB12345`: currency is not an object``; foreign text. */
export function setAsideInWords(what: string, { page, id, licensePlate, reason }: RowSetAside): string {
  const where = [
    ...(page === undefined ? [] : [`page ${page}`]),
    id === "" ? `a ${what} without an id` : `${what} ${id}`,
    ...(licensePlate === "" ? [] : [`plate ${quoted(licensePlate)}`]),
  ];
  return `${where.join(", ")}: ${reason}`;
}
