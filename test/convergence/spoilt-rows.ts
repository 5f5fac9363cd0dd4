import { rowOf, type Spoil, type SpoiltFrom, table } from "./lease-system.ts";

/** One kind of damage in three dresses: what becomes of the plate of a car. */
type CellDresses = readonly [CellDress, CellDress, CellDress];
type CellDress = string | ((plate: string) => string);
/** Rows that are not cars, in three dresses: cells in the order of the header. */
type RowDresses = readonly [Rows, Rows, Rows];
type Rows = readonly (readonly string[])[];

/** What stands in the cell of a plate after a spreadsheet, a program or a human has been there. */
const CELLS: Readonly<Record<string, CellDresses>> = {
  "a day printed": [dayOf("$2-$1", "12-Mar"), dayOf("2026-$1-$2", "3. Okt. 2026"), dayOf("$2. $1", "12/03/26")],
  "a number printed": [numberOf(".0", "10007.0"), numberOf(",00", "1.234E+05"), numberOf(".00", "10 007,5")],
  "a truth value": ["TRUE", "WAHR", "Faux"],
  "a note behind the plate": [(plate) => `${plate} neu`, (plate) => `${plate} ALT`, (plate) => `${plate} (E-Auto)`],
  "a note before the plate": [(plate) => `ex ${plate}`, (plate) => `POOL ${plate}`, (plate) => `VW Golf ${plate}`],
  "a second plate": [
    (plate) => `${plate} / ${plate}7`,
    (plate) => `${plate} ${plate}`,
    (plate) => `${plate}, ${plate}`,
  ],
  "months of a season": [(plate) => `${plate} 04/10`, (plate) => `${plate} (03-11)`, (plate) => `${plate} 04-10`],
  "a mark at the plate": [(plate) => `${plate}*`, (plate) => `# ${plate}`, (plate) => `${plate}?!`],
  "a sign for nothing": ["/", "?", "--"],
  "a word for nothing": ["#N/A", "nan", "(leer)"],
  "an error of a formula": ["#REF!", "#NAME?", "=B12"],
  "a number of a contract": ["CTR-0001235", "4500012345", "LV-2024-17"],
  "a number of a car": ["WVWZZZ1JZXW000001", "WDB 2030461A", "VIN 12345"],
  "a make and a model": ["BMW 320", "AUDI A4", "VW ID.3"],
  "a place": ["CARPORT 2", "KST 4711", "HALLE 3 NORD"],
  "a name": ["Jens B.", "POOL", "MUSTERMANN 1"],
  "a plate typed wrong": [(plate) => plate.replace(/\d/, "O"), (plate) => `${plate}O`, (plate) => plate.slice(0, 2)],
  "a country before the plate": [(plate) => `(D) ${plate}`, (plate) => `EU/${plate}`, (plate) => `D: ${plate}`],
  nothing: ["", "   ", "\u00a0"],
};

/** Rows of the layout of a printed list. */
const ROWS: Readonly<Record<string, RowDresses>> = {
  "footers of pages": [[["Seite 1 von 3"]], [["Page 2"]], [["- 3 -"]]],
  "headings of groups": [[["Niederlassung Nord"]], [["REGION 2"]], [["Kst. 4711 Vertrieb"]]],
  "sub-totals": [[["Summe 12"]], [["ZWISCHENSUMME 7", "", "", "", ""]], [["7 KFZ"]]],
  "footers below totals": [
    [["Total", "3"], ["Stand 20.11.2026"]],
    [["Summe", "9"], ["Gedruckt: 20.11.2026 07:00"]],
    [["9 cars"], ["printed 2026-11-20"]],
  ],
  "lines and legends": [[["-----"]], [["* = Leasing"]], [["gez. Jensen"]]],
  "a car on order": [
    [["NEU 1", "4711", "Jens B.", "", ""]],
    [["tba", "4711", "", "", ""]],
    [["Nachf. 2027", "4712", "Line K.", "", ""]],
  ],
  "a car without a plate": [
    [["", "4711", "Total Energies Pool", "2026-01-01", ""]],
    [["", "4711", "Summe Bau GmbH", "", ""]],
    [["-", "4712", "Count Basie", "2026-01-01", ""]],
  ],
};

/** Days that are none in one row. */
const DAYS: CellDresses = ["?", "k.A.", "siehe Vertrag"];

// Where the plate reads like a month or a number, what is printed for it; else the text.
function dayOf(form: string, other: string): CellDress {
  return (plate) =>
    /^[A-Z]{3}-\d{1,2}$/.test(plate)
      ? plate.replace(/^(.)(..)-(\d+)$/, (_, first, rest, day) =>
          form.replace("$1", first + rest.toLowerCase()).replace("$2", day),
        )
      : other;
}
function numberOf(end: string, other: string): CellDress {
  return (plate) => (/^\d+$/.test(plate) ? plate + end : other);
}

/** Chooses the cars that are hurt, of those whose plate a spreadsheet would take for something else in one of two cases. */
function hurtSome({ cars, random, hurt }: SpoiltFrom): void {
  const likely = cars.filter(({ plate }) => /^(?:[A-Z]{3}-\d\d|\d+)$/.test(plate));
  const from = likely.length > 2 && random() < 0.5 ? likely : cars;
  const most = 1 + Math.floor(random() * Math.min(3, cars.length / 10));
  for (let count = 0; count < most; count += 1) hurt.add(from[Math.floor(random() * from.length)]?.plate ?? "");
}

const spoiltCells = (dresses: CellDresses, column: number): Spoil => ({
  stays: true,
  make: (from) => {
    if (from.hurt.size === 0) hurtSome(from);
    const dress = dresses[from.dress] ?? "";
    const cellOf = (text: string) => (typeof dress === "string" ? dress : dress(text));
    const rows = from.cars.map((car) =>
      from.hurt.has(car.plate) ? rowOf(car).map((cell, at) => (at === column ? cellOf(cell) : cell)) : rowOf(car),
    );
    return [...table([]), ...rows];
  },
});

const spoiltRows = (dresses: RowDresses): Spoil => ({
  stays: true,
  make: ({ cars, dress, random }) => {
    const at = 1 + Math.floor(random() * cars.length * 1.3);
    return table(cars).toSpliced(at, 0, ...(dresses[dress] ?? []));
  },
});

/** Ways of spoiling single rows, each in three dresses: the other rows are read, and no car is lost. */
export const SPOILT_ROWS: Readonly<Record<string, Spoil>> = {
  ...Object.fromEntries(Object.entries(CELLS).map(([name, dresses]) => [name, spoiltCells(dresses, 0)])),
  ...Object.fromEntries(Object.entries(ROWS).map(([name, dresses]) => [name, spoiltRows(dresses)])),
  "a word for a day": spoiltCells(DAYS, 4),
};
