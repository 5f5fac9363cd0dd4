import { dayAfter, daysBetween } from "../../src/allowlist/index.ts";
import { seededRandom } from "../state/world.ts";
import { rowsXml, workbookOf, workbookWith } from "../tables/spreadsheet/workbook-file.ts";

export const ACCOUNTS = ["4711", "4712"];
const DRIVERS = ["Søren Å.", "Jens B.", "Mette Ø.", "Line K."];
const HEADER = ["Plate", "Account", "Driver", "Start", "End", "Status"];

/** In which of the two lists a car is. */
export type Form = "csv" | "xlsx";

/** One car as the lease system knows it. */
export interface LeasedCar {
  readonly plate: string;
  readonly account: string;
  readonly driver: string;
  readonly form: Form;
  readonly start: string;
  /** Its last day, where the lease system knows it ahead. */
  readonly end?: string;
}

/** How the plates of a fleet look; some of each are what a spreadsheet takes for a number or a day. */
const PLATES = {
  Danish: (number: number) => (number % 20 === 0 ? `${1000 + number / 20}E75` : `AB${10_000 + number * 7}`),
  Finnish: (number: number) =>
    number % 20 === 0
      ? `${MONTHS[(number / 20) % 12]}-${(number % 87) + 10}`
      : `${lettersOf(number)}-${100 + ((number * 7) % 900)}`,
  // A German plate has eight characters at most.
  German: (number: number) => `${DISTRICTS[number % 5]}-${lettersOf(number).slice(1)} ${100 + (number % 900)}`,
  Luxembourgish: (number: number) =>
    number % 5 === 0 ? String(10_000 + number * 7) : `${lettersOf(number).slice(1)} ${1000 + number}`,
};
export type FleetKind = keyof typeof PLATES;
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const DISTRICTS = ["M", "KÜN", "HH", "B", "WÜ"];
const lettersOf = (number: number) => [5, 3, 7].map((step) => "ABCDEFGHJKLMNPRSTUVWXYZ"[(number * step) % 23]).join("");

/** A leased fleet in which cars come and go. */
export class LeasedFleet {
  cars: LeasedCar[] = [];
  /** The day on which each car was first missing from the export. */
  readonly returnedOn = new Map<string, string>();
  readonly returned: LeasedCar[] = [];
  /** Every plate that a car of this fleet ever had. */
  readonly plates = new Set<string>();
  readonly #random: () => number;
  readonly #kind: FleetKind;

  constructor(size: number, random: () => number, kind: FleetKind) {
    this.#random = random;
    this.#kind = kind;
    while (this.cars.length < size) this.cars.push(this.#newCar("2025-01-01"));
  }

  /** One night passes: 1 % of the cars are returned, and as many are new. */
  change(today: string): void {
    const share = Math.max(1, Math.round(this.cars.length * 0.01));
    for (let count = 0; count < share; count += 1) {
      const at = Math.floor(this.#random() * this.cars.length);
      const car = this.cars[at];
      if (!car || car.end !== undefined) continue;
      // One in four gets a last day that is known ahead.
      if (this.#random() < 0.25) this.cars[at] = { ...car, end: dayAfter(today, 5) };
      else this.#return(car, today);
    }
    for (const car of this.cars.filter(({ end }) => end !== undefined && end < today)) this.#return(car, today);
    for (let count = 0; count < share; count += 1) this.cars.push(this.#newCar(today));
  }

  #return(car: LeasedCar, today: string): void {
    this.cars = this.cars.filter(({ plate }) => plate !== car.plate);
    this.returned.push(car);
    this.returnedOn.set(car.plate, today);
  }

  #newCar(start: string): LeasedCar {
    const plate = PLATES[this.#kind](this.plates.size + 1);
    if (this.plates.has(plate)) throw new Error(`there is a car ${plate} already`);
    this.plates.add(plate);
    const pick = (some: readonly string[]): string => some[Math.floor(this.#random() * some.length)] ?? "";
    const form = this.#random() < 0.5 ? "csv" : "xlsx";
    return { plate, account: pick(ACCOUNTS), driver: pick(DRIVERS), form, start };
  }
}

/** What chance says of a way of spoiling: the same as long as it stays. */
export interface Chance {
  /** Which of its three dresses it has. */
  readonly dress: number;
  readonly seed: number;
  /** Plates of the cars whose rows are hurt, once it is known which. */
  readonly hurt: Set<string>;
}

/** An export that is to be spoilt. */
export interface SpoiltFrom extends Export, Chance {
  readonly random: () => number;
}

/** What the export of one list is made from. */
export interface Export {
  readonly form: Form;
  readonly today: string;
  readonly cars: readonly LeasedCar[];
  /** The cars of five days before. */
  readonly before: readonly LeasedCar[];
  readonly returned: readonly LeasedCar[];
}

type Table = readonly (readonly string[])[];

/** The export of a night on which all is well. */
export const goodExport = ({ form, cars }: Export): string | Uint8Array => written(form, table(cars));

/** Of the cars returned last, every tenth. */
export const backAgain = (returned: readonly LeasedCar[]): readonly LeasedCar[] =>
  returned.slice(-48).filter((_, at) => at % 10 === 0);

/** A way in which an export is not as it should be. */
export interface Spoil {
  /** The only form of list to which it happens. */
  readonly only?: Form;
  /** Whether it happens to both lists at once. */
  readonly isInBoth?: true;
  /** Whether the list says the same all the same: it is read without a message. */
  readonly isRead?: true;
  /** Whether it may stay for some nights, and hurts single rows: nothing else protects their cars. */
  readonly stays?: true;
  readonly make: (from: SpoiltFrom) => Table | string | Uint8Array;
}

/** The ways in which an export is spoilt. */
export const SPOILS: Readonly<Record<string, Spoil>> = {
  "cut off": {
    make: ({ form, cars, random }) => {
      const whole = written(form, table(cars));
      if (random() < 0.5) return whole.slice(0, Math.floor(whole.length * (0.5 + random() * 0.45)));
      // After a whole row, and so late that no limit notices.
      const most = table(cars.slice(0, Math.ceil(cars.length * (0.92 + random() * 0.06))));
      return form === "csv" ? csv(most).trimEnd() : most;
    },
  },
  empty: { make: ({ random, form }) => (form === "csv" && random() < 0.5 ? "" : table([])) },
  stale: { make: ({ before }) => table(before) },
  "header changed": { make: ({ cars }) => [["Kennzeichen", ...HEADER.slice(1)], ...cars.map(rowOf)] },
  "columns swapped": {
    make: ({ cars }) => table(cars.map((car) => ({ ...car, plate: car.account, account: car.plate }))),
  },
  "wrong encoding": { only: "csv", make: ({ cars }) => Buffer.from(csv(table(cars)), "latin1") },
  "other delimiter": { only: "csv", isRead: true, make: ({ cars }) => csv(table(cars), "|") },
  "unknown delimiter": { only: "csv", make: ({ cars }) => csv(table(cars), "~") },
  "scientific notation": {
    make: ({ cars }) =>
      table(
        cars.map((car) => ({
          ...car,
          plate: car.plate.replace(
            /^(\d)(\d+)E(\d+)$/,
            (_, first, others, exponent) => `${first},${others}E+${Number(exponent) + others.length}`,
          ),
        })),
      ),
  },
  "half an export": {
    make: ({ cars, random }) => table(cars.slice(0, Math.floor(cars.length * (0.3 + random() * 0.5)))),
  },
  "wrong account": {
    isInBoth: true,
    make: ({ cars }) => table(cars.map((car) => ({ ...car, account: car.account === "4711" ? "4712" : "4711" }))),
  },
  "cars back": { make: ({ cars, returned }) => table([...cars, ...backAgain(returned)]) },
  "words for plates": {
    make: ({ cars, random }) => {
      const words = ["TBA", "OFFEN", "Neuwagen", "bestilt", "ÅBEN", "WVWZZZ1KZAW1234"];
      return table([...cars, ...onOrder([words[Math.floor(random() * words.length)] ?? ""])]);
    },
  },
  doubled: { isRead: true, make: ({ cars }) => table([...cars, ...cars]) },
  "sold cars that stay": {
    isRead: true,
    stays: true,
    make: ({ cars, returned, dress }) => [
      ...table(cars),
      ...returned.slice(-2).map((car) => [...rowOf(car).slice(0, -1), ["sold", "Sold 2026", " SOLD"][dress] ?? ""]),
    ],
  },
  orders: {
    isRead: true,
    make: ({ cars }) => table([...onOrder(["", "BESTELLT"]), ...cars, ...onOrder(["-", "bestellt "])]),
  },
  renewals: { isRead: true, make: ({ cars, today }) => table(cars.flatMap((car, at) => renewed(car, at, today))) },
  "title and pages": {
    isRead: true,
    make: ({ cars, today }) => {
      const pages = [0, 1, 2, 3].map((page) => cars.filter((_, at) => Math.floor((at * 4) / cars.length) === page));
      return [[`Fleet list of ${today}`], [], ...pages.flatMap(table)];
    },
  },
  "second header line": {
    isRead: true,
    make: ({ cars }) => [HEADER, ["Kennzeichen", "Konto", "Fahrer", "Beginn", "Ende", "Stand"], ...cars.map(rowOf)],
  },
  totals: {
    isRead: true,
    make: ({ cars, random }) => {
      const rows = [
        ["Anzahl Fahrzeuge:", String(cars.length)],
        [`Total: ${cars.length}`],
        [String(cars.length), "", "Total", "", "", ""],
      ];
      return [...table(cars), rows[Math.floor(random() * rows.length)] ?? []];
    },
  },
  "cover sheet": {
    only: "xlsx",
    isRead: true,
    make: ({ cars, today }) =>
      workbookOf({
        sheets: [
          { name: "Cover", rows: rowsXml([["Fleet of the company"], ["Date", today], ["Cars", cars.length]]) },
          { name: "Cars", rows: rowsXml(table(cars)) },
        ],
      }),
  },
};

/** The bytes of a list that is spoilt in this way. */
export function spoiltExport({ make }: Spoil, from: Export, chance: Chance): string | Uint8Array {
  const made = make({ ...from, ...chance, random: seededRandom(chance.seed) });
  return typeof made === "string" || made instanceof Uint8Array ? made : written(from.form, made);
}

/** The rows of a list, with its header. */
export function table(cars: readonly LeasedCar[]): Table {
  return [HEADER, ...cars.map(rowOf)];
}

/** The row of a car. */
export function rowOf({ plate, account, driver, start, end = "" }: LeasedCar): readonly string[] {
  return [plate, account, driver, start, end, "active"];
}

/** A table as the bytes of a list. */
export function written(form: Form, rows: Table): string | Uint8Array {
  if (form === "csv") return csv(rows);
  const cell = (text: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(text) ? { serial: daysBetween("1899-12-30", text) } : text;
  return workbookWith(rows.map((cells) => cells.map(cell)));
}

/** A table as text. */
export function csv(rows: Table, delimiter = ";"): string {
  return rows.map((cells) => `${cells.join(delimiter)}\n`).join("");
}

/** Cars that have no plate yet, with what stands in its place. */
function onOrder(words: readonly string[]): readonly LeasedCar[] {
  return words.map((plate) => ({ plate, account: "4711", driver: "", form: "csv", start: "" }));
}

/** Every fourth car without a last day twice: with the contract that ends and the next one, which begins today or later, in any order. */
function renewed(car: LeasedCar, at: number, today: string): readonly LeasedCar[] {
  if (at % 4 > 0 || car.end !== undefined) return [car];
  const starts = at % 8 === 0 ? today : dayAfter(today, 10);
  const both = [
    { ...car, end: dayAfter(starts, -1) },
    { ...car, start: starts },
  ];
  return at % 3 === 0 ? both : both.reverse();
}
