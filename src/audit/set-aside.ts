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

/** Rows that could not be judged, the first of them by name. */
export interface RowsSetAside {
  count: number;
  readonly rows: RowSetAside[];
}

/** So many rows are named; a server all of whose rows are odd must not fill the memory. */
const MOST_NAMED = 100;

/** Counts a row that cannot be judged, and names it while there are few. */
export function setAside(all: RowsSetAside, row: RowSetAside): void {
  all.count += 1;
  if (all.rows.length < MOST_NAMED) all.rows.push(row);
}

/** `page 3, record 323, plate AB12345: currency is not an object`. */
export function setAsideInWords(what: string, { page, id, licensePlate, reason }: RowSetAside): string {
  const where = [
    ...(page === undefined ? [] : [`page ${page}`]),
    id === "" ? `a ${what} without an id` : `${what} ${id}`,
    ...(licensePlate === "" ? [] : [`plate ${licensePlate}`]),
  ];
  return `${where.join(", ")}: ${reason}`;
}
