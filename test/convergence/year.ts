import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { accountScope, dayAfter, dayIn, daysBetween, type Scope } from "../../src/allowlist/index.ts";
import { diagnosticsText } from "../../src/render/index.ts";
import { seededRandom } from "../state/world.ts";
import { Exports } from "./exports.ts";
import { Town } from "./town.ts";

const DAY_MS = 24 * 60 * 60_000;
const TIME_ZONE = "Europe/Copenhagen";
/** Days of grace in the fleet file. */
const GRACE = 3;
const ACCOUNTS = ["4711", "4712"];
const DRIVERS = ["Søren Å.", "Jens B.", "Mette Ø.", "Line K."];
const LIST = "export/leasing.csv";

/** One car as the lease system knows it. */
interface LeasedCar {
  readonly plate: string;
  readonly account: string;
  readonly driver: string;
  /** Its last day, where the lease system knows it ahead. */
  readonly end?: string;
}

/** What a spoilt export is made from. */
interface Export {
  readonly cars: readonly LeasedCar[];
  readonly before: readonly LeasedCar[];
  readonly returned: readonly LeasedCar[];
  readonly random: () => number;
}

/** Of the cars returned last, every tenth. */
const backAgain = (returned: readonly LeasedCar[]): readonly LeasedCar[] =>
  returned.slice(-48).filter((_, at) => at % 10 === 0);

const text = (cars: readonly LeasedCar[], delimiter = ";"): string =>
  [["Plate", "Account", "Driver", "End"], ...cars.map(rowOf)].map((cells) => `${cells.join(delimiter)}\n`).join("");

const rowOf = ({ plate, account, driver, end = "" }: LeasedCar): string[] => [plate, account, driver, end];

/** The twelve ways in which an export is spoilt. */
const SPOILS: Readonly<Record<string, (from: Export) => string | Uint8Array>> = {
  "cut off": ({ cars, random }) => {
    if (random() < 0.5) return text(cars).slice(0, Math.floor(text(cars).length * (0.5 + random() * 0.45)));
    // After a whole row, and so late that no limit notices.
    return text(cars.slice(0, Math.ceil(cars.length * (0.92 + random() * 0.06)))).trimEnd();
  },
  empty: ({ random }) => (random() < 0.5 ? "" : text([])),
  stale: ({ before }) => text(before),
  "header changed": ({ cars }) => text(cars).replace("Plate", "Kennzeichen"),
  "columns swapped": ({ cars }) => text(cars.map((car) => ({ ...car, plate: car.account, account: car.plate }))),
  "wrong encoding": ({ cars }) => Buffer.from(text(cars), "latin1"),
  "other delimiter": ({ cars }) => text(cars, "|"),
  "scientific notation": ({ cars }) =>
    text(cars).replace(/^(\d)(\d)E(\d+);/gm, (_, first, second, exponent) => {
      return `${first},${second}E+${String(Number(exponent) + 1).padStart(2, "0")};`;
    }),
  "half an export": ({ cars, random }) => text(cars.slice(0, Math.floor(cars.length * (0.3 + random() * 0.5)))),
  doubled: ({ cars }) => text([...cars, ...cars]),
  "cars back": ({ cars, returned }) => text([...cars, ...backAgain(returned)]),
  "wrong account": ({ cars }) =>
    text(cars.map((car) => ({ ...car, account: car.account === "4711" ? "4712" : "4711" }))),
};

/** How the year went on one day with a spoilt export. */
interface SpoiltDay {
  readonly day: string;
  readonly spoil: string;
  readonly exitCode: number;
  /** Lines of messages. */
  readonly lines: number;
  /** Kinds of messages: an error, a guard or a warning of the same kind for many rows is one. */
  readonly messages: readonly string[];
}

/** How a year went. */
interface Year {
  readonly days: number;
  readonly spoilt: readonly SpoiltDay[];
  /** Deletes of cars that were leased on that day. */
  readonly wrongDeletes: readonly string[];
  readonly deletes: number;
  /** For each car that was returned, after how many days it was off the list. */
  readonly daysToLeave: ReadonlyMap<string, number>;
  /** Cars that were listed longer than they may. */
  readonly late: readonly string[];
  /** Messages on days with a good export. */
  readonly falseAlarms: readonly string[];
}

/** Lets a fleet change for so many days, with an export each night of which every sixth is spoilt, and applies each one. */
async function simulateYear({ days, size, seed }: { days: number; size: number; seed: number }): Promise<Year> {
  const fleet = new Fleet(size, seededRandom(seed));
  const town = new Town();
  for (const account of ACCOUNTS) town.list(accountScope(account));
  const exports = new Exports().write("fleet.yaml", fleetFile(Math.floor(size * 0.6)));
  const daily = new Daily(fleet, town, exports, seededRandom(seed + 1));
  const kinds = Object.keys(SPOILS);
  let spoilt = 0;
  for (let day = 0; day < days; day += 1) {
    town.clock.passed = day * DAY_MS + DAY_MS / 4;
    const today = dayIn(TIME_ZONE, town.clock.now());
    if (day > 0) fleet.change(today);
    const isSpoilt = day === spoilt * 6 + 5 + (spoilt % 2);
    if (isSpoilt) spoilt += 1;
    await daily.run(today, isSpoilt ? kinds[(spoilt - 1) % kinds.length] : undefined);
  }
  return { days, ...daily.result };
}

/** Simulates a year and checks that it went well: no wrong delete, no car listed too long, and one message for each spoilt export. */
export async function expectGoodYear(about: Parameters<typeof simulateYear>[0]): Promise<Year> {
  const year = await simulateYear(about);
  expect(new Set(year.spoilt.map(({ spoil }) => spoil))).toEqual(new Set(Object.keys(SPOILS)));
  expect(year.wrongDeletes).toEqual([]);
  expect(year.late).toEqual([]);
  expect(Math.max(...year.daysToLeave.values())).toBeLessThanOrEqual(GRACE + 1);
  const isPlain = ({ messages, lines }: SpoiltDay) => lines <= 5 && (messages.length === 1 || areStrangers(messages));
  expect(year.spoilt.filter((day) => !isPlain(day))).toEqual([]);
  // The first run says that there is nothing to compare with.
  expect(year.falseAlarms).toEqual(["2026-05-01: list-not-known"]);
  expect(year.deletes).toBeGreaterThan(about.days / 2);
  return year;
}

// Other cars on every list: both guards see it, and each has a number of its own.
function areStrangers(messages: readonly string[]): boolean {
  return messages.join() === "noOverlap,maxAdds";
}

function fleetFile(atLeast: number): string {
  return [
    "version: 1",
    "mode: billing-account",
    `timeZone: ${TIME_ZONE}`,
    `accounts: [${ACCOUNTS.map((baId) => `{ baId: ${baId} }`).join(", ")}]`,
    "carsFrom:",
    `  - { file: ${LIST}, column: Plate, account: Account, validUntil: End, note: Driver,`,
    `      atLeast: ${atLeast}, maxShrink: 10%, maxAge: 2d, grace: ${GRACE}d }`,
    "",
  ].join("\n");
}

/** A leased fleet in which cars come and go. */
class Fleet {
  cars: LeasedCar[] = [];
  /** The day on which each car was first missing from the export. */
  readonly returnedOn = new Map<string, string>();
  readonly returned: LeasedCar[] = [];
  readonly #random: () => number;
  #number = 0;

  constructor(size: number, random: () => number) {
    this.#random = random;
    while (this.cars.length < size) this.cars.push(this.#newCar());
  }

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
    for (let count = 0; count < share; count += 1) this.cars.push(this.#newCar());
  }

  #return(car: LeasedCar, today: string): void {
    this.cars = this.cars.filter(({ plate }) => plate !== car.plate);
    this.returned.push(car);
    this.returnedOn.set(car.plate, today);
  }

  #newCar(): LeasedCar {
    this.#number += 1;
    // Some look like a number to a spreadsheet.
    const plate = this.#number % 20 === 0 ? `12E${100 + this.#number / 20}` : `AB${10_000 + this.#number * 7}`;
    const pick = (some: readonly string[]): string => some[Math.floor(this.#random() * some.length)] ?? "";
    return { plate, account: pick(ACCOUNTS), driver: pick(DRIVERS) };
  }
}

/** Writes, reads and applies the export of each day, and judges what came out. */
class Daily {
  readonly result = {
    spoilt: [] as SpoiltDay[],
    wrongDeletes: [] as string[],
    deletes: 0,
    daysToLeave: new Map<string, number>(),
    late: [] as string[],
    falseAlarms: [] as string[],
  };
  readonly #fleet: Fleet;
  readonly #town: Town;
  readonly #exports: Exports;
  readonly #random: () => number;
  /** The good exports so far, the last one first. */
  readonly #history: (readonly LeasedCar[])[] = [];
  /** Cars that an old export brought back, with the first day on which they were missing again. */
  readonly #returnedAgain = new Map<string, string>();

  constructor(fleet: Fleet, town: Town, exports: Exports, random: () => number) {
    this.#fleet = fleet;
    this.#town = town;
    this.#exports = exports;
    this.#random = random;
  }

  async run(today: string, spoil: string | undefined): Promise<void> {
    const { cars, returned } = this.#fleet;
    const before = this.#history[4] ?? [];
    const make = spoil === undefined ? undefined : SPOILS[spoil];
    const content = make ? make({ cars, before, returned, random: this.#random }) : text(cars);
    this.#exports.write(LIST, content);
    const written = (this.#town.clock.now() - (spoil === "stale" ? 5 * DAY_MS : 0)) / 1000;
    utimesSync(join(this.#exports.folder, LIST), written, written);
    const isLeased = new Set(cars.map(({ plate, account }) => `account:${account} ${plate}`));
    const applied = await this.#apply(isLeased);
    const { exitCode, messages } = applied;
    if (spoil !== undefined) this.result.spoilt.push({ day: today, spoil, ...applied });
    else if (messages.length > 0) this.result.falseAlarms.push(`${today}: ${messages.join(", ")}`);
    if (spoil === "cars back" && exitCode === 0)
      for (const { plate } of backAgain(returned)) this.#returnedAgain.set(plate, dayAfter(today, 1));
    this.#history.unshift([...cars]);
    this.#judgeReturned(today);
  }

  async #apply(isLeased: ReadonlySet<string>): Promise<Omit<SpoiltDay, "day" | "spoil">> {
    const reading = await this.#exports.read();
    if (reading.kind === "invalid") {
      const errors = reading.diagnostics.filter(({ severity }) => severity === "error");
      return { exitCode: 3, lines: errors.length, messages: [...new Set(errors.map(({ code }) => code))] };
    }
    const before = ACCOUNTS.map((baId) => new Set(this.#town.plates(accountScope(baId))));
    const { exitCode, plan } = await this.#town.apply(reading.desired);
    ACCOUNTS.forEach((baId, at) => {
      const scope: Scope = accountScope(baId);
      const after = new Set(this.#town.plates(scope));
      const deleted = [...(before[at] ?? [])].filter((plate) => !after.has(plate));
      this.result.deletes += deleted.length;
      this.result.wrongDeletes.push(...deleted.map((plate) => `${scope} ${plate}`).filter((car) => isLeased.has(car)));
    });
    const guards = plan?.guards.filter(({ tripped }) => tripped).map(({ rule }) => rule) ?? [];
    const warnings = [...reading.warnings, ...(plan?.warnings ?? [])].map(({ code }) => code);
    if (guards.length > 0) return { exitCode, lines: guards.length, messages: [...new Set(guards)] };
    // Warnings of one kind are shown together.
    const inFiles = diagnosticsText(reading.warnings, { color: false, width: 1000 }).match(/: warning: /g) ?? [];
    return { exitCode, lines: inFiles.length + (plan?.warnings.length ?? 0), messages: [...new Set(warnings)] };
  }

  #judgeReturned(today: string): void {
    const listed = new Set(ACCOUNTS.flatMap((baId) => this.#town.plates(accountScope(baId))));
    for (const [plate, returnedOn] of this.#fleet.returnedOn) {
      const days = daysBetween(this.#returnedAgain.get(plate) ?? returnedOn, today);
      if (!listed.has(plate) && !this.result.daysToLeave.has(plate)) this.result.daysToLeave.set(plate, days);
      if (listed.has(plate) && days > GRACE + 1) this.result.late.push(`${today}: ${plate}, returned ${returnedOn}`);
    }
  }
}
