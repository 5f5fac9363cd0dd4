import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { accountScope, dayIn, daysBetween, type Scope, WrongListError } from "../../src/allowlist/index.ts";
import { diagnosticsText } from "../../src/render/index.ts";
import { seededRandom } from "../state/world.ts";
import { Exports } from "./exports.ts";
import {
  ACCOUNTS,
  backAgain,
  type Chance,
  type FleetKind,
  type Form,
  goodExport,
  type LeasedCar,
  LeasedFleet,
  SPOILS as SPOILT_TABLES,
  type Spoil,
  spoiltExport,
} from "./lease-system.ts";
import { SPOILT_CELLS } from "./spoilt-cells.ts";
import { SPOILT_ROWS } from "./spoilt-rows.ts";
import { Town } from "./town.ts";

const DAY_MS = 24 * 60 * 60_000;
const TIME_ZONE = "Europe/Copenhagen";
/** Days of grace in the fleet file, where it has any. */
const GRACE = 3;
/** For so many nights at most single rows stay spoilt. */
const MOST_NIGHTS = 4;
const FORMS: readonly Form[] = ["csv", "xlsx"];
const listOf = (form: Form): string => `export/leasing.${form}`;

const SPOILS: Readonly<Record<string, Spoil>> = { ...SPOILT_TABLES, ...SPOILT_CELLS, ...SPOILT_ROWS };

/** How many ways of spoiling there are. */
export const WAYS = Object.keys(SPOILS).length;

/** One way of spoiling an export, the list to which it happens, and what chance says. */
interface SpoiltNight extends Spoil, Chance {
  readonly name: string;
  readonly form: Form;
}

/** How the year went on one day with a spoilt export. */
interface SpoiltDay {
  readonly day: string;
  readonly spoil: string;
  readonly form: Form;
  readonly dress: number;
  readonly isRead?: true;
  readonly stays?: true;
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
  /** What was sent as a plate, and never was one. */
  readonly words: readonly string[];
  /** Leased cars that were not listed after a day whose exports say the same as the lease system. */
  readonly missing: readonly string[];
  readonly deletes: number;
  /** For each car that was returned, after how many days it was off the list. */
  readonly daysToLeave: ReadonlyMap<string, number>;
  /** Cars that were listed longer than they may. */
  readonly late: readonly string[];
  /** Messages on days with a good export. */
  readonly falseAlarms: readonly string[];
}

interface YearOptions {
  readonly days: number;
  readonly size: number;
  readonly seed: number;
  /** Nights between two spoilt exports. */
  readonly every?: number;
  readonly kind?: FleetKind;
  /** Where the fleet file says that the cars are registered. */
  readonly country?: string;
  /** Only single rows are spoilt, and no grace protects cars that vanish. */
  readonly isWithoutGrace?: true;
}

/** Lets a fleet change for so many days, with an export each night, some of which are spoilt, and applies each one. */
async function simulateYear(about: YearOptions): Promise<Year> {
  const { days, size, seed, every = 4, kind = "Danish", isWithoutGrace } = about;
  const fleet = new LeasedFleet(size, seededRandom(seed), kind);
  const town = new Town();
  for (const account of ACCOUNTS) town.list(accountScope(account));
  const grace = isWithoutGrace ? 0 : GRACE;
  const exports = new Exports().write("fleet.yaml", fleetFile(Math.floor(size / 4), grace, about.country));
  const daily = new Daily(fleet, town, exports, grace);
  const kinds = Object.entries(spoilsOf(about));
  const random = seededRandom(seed + 1);
  let [spoilt, next] = [0, every];
  let last: SpoiltNight | undefined;
  for (let day = 0; day < days; day += 1) {
    town.clock.passed = day * DAY_MS + DAY_MS / 4;
    const today = dayIn(TIME_ZONE, town.clock.now());
    if (day > 0) fleet.change(today);
    if (day === next - every) last = undefined;
    if (day === next) {
      const [name = "", spoil] = kinds[spoilt % kinds.length] ?? [];
      const round = Math.floor(spoilt / kinds.length);
      // Each list in turn, and the next time the other one.
      const form = spoil?.only ?? FORMS[((spoilt % kinds.length) + round) % 2] ?? "csv";
      last = spoil && { ...spoil, name, form, dress: (seed + spoilt + round) % 3, seed: seed + day, hurt: new Set() };
      const nights = spoil?.stays ? 1 + Math.floor(random() * MOST_NIGHTS) : 1;
      spoilt += 1;
      next = day + nights + every;
    }
    await daily.run(today, last);
  }
  return { days, ...daily.result };
}

function spoilsOf({ isWithoutGrace }: YearOptions): Readonly<Record<string, Spoil>> {
  return isWithoutGrace ? Object.fromEntries(Object.entries(SPOILS).filter(([, { stays }]) => stays)) : SPOILS;
}

/**
 * Simulates a year and checks that it went well: no wrong delete, no word sent as a plate, no car missing or listed too long, one
 * message for each export that is wrong, and none for one that only looks different.
 */
export async function expectGoodYear(about: YearOptions): Promise<Year> {
  const year = await simulateYear(about);
  const { wrongDeletes, words, missing, late, falseAlarms, spoilt } = year;
  const isPlain = ({ spoil, form, messages, lines, isRead, stays, exitCode }: SpoiltDay) => {
    const isQuiet = exitCode === 0 && lines === 0;
    // A workbook that was cut after a whole row looks like one from which cars were returned: grace keeps them.
    if (isRead || (isQuiet && spoil === "cut off" && form === "xlsx")) return isQuiet;
    // What is said of single cells comes besides; where the cars that were hurt have gone, there is nothing to say.
    if (stays) return (isQuiet || exitCode === 9 || messages.length === 1) && lines <= 5;
    return lines <= 5 && (messages.length === 1 || areStrangers(messages));
  };
  const notPlain = spoilt.filter((day) => !isPlain(day));
  // The first run says that there is nothing to compare with.
  const first = ["2026-05-01: list-not-known"];
  expect({ wrongDeletes, words, missing, late, falseAlarms, notPlain }).toEqual({
    ...{ wrongDeletes: [], words: [], missing: [], late: [], notPlain: [] },
    falseAlarms: first,
  });
  expect(year.deletes).toBeGreaterThan(about.days / 3);
  return year;
}

// Other cars on every list: both guards see it, and each has a number of its own.
function areStrangers(messages: readonly string[]): boolean {
  return [...messages].sort().join() === "maxAdds,noOverlap";
}

function fleetFile(atLeast: number, grace: number, country: string | undefined): string {
  return [
    "version: 1",
    "mode: billing-account",
    `timeZone: ${TIME_ZONE}`,
    ...(country ? [`defaults: { country: ${country} }`] : []),
    `accounts: [${ACCOUNTS.map((baId) => `{ baId: ${baId} }`).join(", ")}]`,
    "carsFrom:",
    ...FORMS.flatMap((form) => [
      `  - { file: ${listOf(form)}, column: Plate, account: Account, validFrom: Start, validUntil: End, note: Driver,`,
      `      skip: [${grace > 0 ? '"", "-", ' : ""}bestellt], whereNot: { Status: "sold*" }, duplicates: latest,`,
      `      atLeast: ${atLeast}, maxShrink: ${grace > 0 ? 10 : 20}%, maxAge: 2d${grace > 0 ? `, grace: ${grace}d` : ""} }`,
    ]),
    "",
  ].join("\n");
}

/** Writes, reads and applies the export of each day, and judges what came out. */
class Daily {
  readonly result = {
    spoilt: [] as SpoiltDay[],
    wrongDeletes: [] as string[],
    words: [] as string[],
    missing: [] as string[],
    deletes: 0,
    daysToLeave: new Map<string, number>(),
    late: [] as string[],
    falseAlarms: [] as string[],
  };
  readonly #fleet: LeasedFleet;
  readonly #town: Town;
  readonly #exports: Exports;
  readonly #grace: number;
  /** The good exports so far, the last one first. */
  readonly #history: (readonly LeasedCar[])[] = [];
  #wasSpoilt = false;
  /** The day of the first run that applied an export without the car. */
  readonly #goneOn = new Map<string, string>();

  constructor(fleet: LeasedFleet, town: Town, exports: Exports, grace: number) {
    this.#fleet = fleet;
    this.#town = town;
    this.#exports = exports;
    this.#grace = grace;
  }

  async run(today: string, spoil: SpoiltNight | undefined): Promise<void> {
    const { cars, returned } = this.#fleet;
    for (const form of FORMS) this.#export(form, today, spoil?.form === form || spoil?.isInBoth ? spoil : undefined);
    const applied = await this.#apply(new Set(cars.map(({ plate, account }) => `account:${account} ${plate}`)), today);
    const { exitCode, messages } = applied;
    if (spoil) {
      const { name, form, dress, isRead, stays } = spoil;
      const kind = { ...(isRead && { isRead }), ...(stays && { stays }) };
      this.result.spoilt.push({ day: today, spoil: name, form, dress, ...kind, ...applied });
    } else if (!this.#isBack(messages)) this.result.falseAlarms.push(`${today}: ${messages.join(", ")}`);
    this.#wasSpoilt = spoil !== undefined;
    this.#history.unshift([...cars]);
    const back = spoil?.name === "cars back" ? backAgain(returned.filter(({ form }) => form === spoil.form)) : [];
    if (![3, 4].includes(exitCode)) this.#noteGone(today, new Set(back.map(({ plate }) => plate)));
    this.#judge(today, !spoil || spoil.isRead === true);
  }

  // After rows that were spoilt for longer than the grace, their cars are there again.
  #isBack(messages: readonly string[]): boolean {
    return messages.length === 0 || (this.#wasSpoilt && messages.join() === "list-cars-returned");
  }

  #noteGone(today: string, back: ReadonlySet<string>): void {
    for (const plate of this.#fleet.returnedOn.keys())
      if (back.has(plate)) this.#goneOn.delete(plate);
      else if (!this.#goneOn.has(plate)) this.#goneOn.set(plate, today);
  }

  #export(form: Form, today: string, spoil: SpoiltNight | undefined): void {
    const own = (cars: readonly LeasedCar[]) => cars.filter((car) => car.form === form);
    const { cars, returned } = this.#fleet;
    const before = own(this.#history[4] ?? []);
    const from = { form, today, cars: own(cars), before, returned: own(returned) };
    this.#exports.write(listOf(form), spoil ? spoiltExport(spoil, from, spoil) : goodExport(from));
    const written = (this.#town.clock.now() - (spoil?.name === "stale" ? 5 * DAY_MS : 0)) / 1000;
    utimesSync(join(this.#exports.folder, listOf(form)), written, written);
  }

  async #apply(
    isLeased: ReadonlySet<string>,
    today: string,
  ): Promise<Pick<SpoiltDay, "exitCode" | "lines" | "messages">> {
    const reading = await this.#exports.read(this.#town.clock.now());
    if (reading.kind === "invalid") {
      const errors = reading.diagnostics.filter(({ severity }) => severity === "error");
      return { exitCode: 3, lines: errors.length, messages: [...new Set(errors.map(({ code }) => code))] };
    }
    const before = ACCOUNTS.map((baId) => new Set(this.#town.plates(accountScope(baId))));
    const run = await this.#town.apply(reading.desired).catch((error: unknown) => {
      if (error instanceof WrongListError) return undefined;
      throw error;
    });
    if (!run) return { exitCode: 3, lines: 1, messages: ["wrong-list"] };
    const { exitCode, plan } = run;
    const sent = this.#town.sent.flatMap(({ cars }) => cars.map(({ licenseNumber }) => licenseNumber));
    const words = sent.filter((plate) => !this.#fleet.plates.has(plate));
    this.result.words.push(...words.map((word) => `${today}: ${word}`));
    ACCOUNTS.forEach((baId, at) => {
      const scope: Scope = accountScope(baId);
      const after = new Set(this.#town.plates(scope));
      const deleted = [...(before[at] ?? [])].filter((plate) => !after.has(plate));
      this.result.deletes += deleted.length;
      this.result.wrongDeletes.push(
        ...deleted
          .map((plate) => `${scope} ${plate}`)
          .filter((car) => isLeased.has(car))
          .map((car) => `${today}: ${car}`),
      );
    });
    const guards = plan?.guards.filter(({ tripped }) => tripped).map(({ rule }) => rule) ?? [];
    // The unclear rows of a night stand together, above everything else.
    const unclear = plan?.desired.unclearRows ? ["unclear-row"] : [];
    const warnings = [...unclear, ...[...reading.warnings, ...(plan?.warnings ?? [])].map(({ code }) => code)];
    if (guards.length > 0) return { exitCode, lines: guards.length, messages: [...new Set(guards)] };
    // Warnings of one kind are shown together.
    const inFiles = diagnosticsText(reading.warnings, { color: false, width: 1000 }).match(/: warning: /g) ?? [];
    const lines = unclear.length + inFiles.length + (plan?.warnings.length ?? 0);
    return { exitCode, lines, messages: [...new Set(warnings)] };
  }

  #judge(today: string, isClean: boolean): void {
    const listed = new Set(ACCOUNTS.flatMap((baId) => this.#town.plates(accountScope(baId))));
    if (isClean)
      this.result.missing.push(
        ...this.#fleet.cars.filter(({ plate }) => !listed.has(plate)).map(({ plate }) => `${today}: ${plate}`),
      );
    for (const [plate, returnedOn] of this.#fleet.returnedOn) {
      const days = daysBetween(this.#goneOn.get(plate) ?? today, today);
      if (!listed.has(plate) && !this.result.daysToLeave.has(plate))
        this.result.daysToLeave.set(plate, daysBetween(returnedOn, today));
      // What was held goes in the first run whose lists are clean.
      if (isClean && listed.has(plate) && days >= this.#grace)
        this.result.late.push(`${today}: ${plate}, returned ${returnedOn}`);
    }
  }
}
