import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { accountScope, dayAfter, dayIn, daysBetween, type Scope } from "../../src/allowlist/index.ts";
import { diagnosticsText } from "../../src/render/index.ts";
import { seededRandom } from "../state/world.ts";
import { Exports } from "./exports.ts";
import {
  ACCOUNTS,
  backAgain,
  type Form,
  goodExport,
  type LeasedCar,
  LeasedFleet,
  SPOILS as SPOILT_TABLES,
  type Spoil,
  spoiltExport,
} from "./lease-system.ts";
import { SPOILT_CELLS } from "./spoilt-cells.ts";
import { Town } from "./town.ts";

const DAY_MS = 24 * 60 * 60_000;
const TIME_ZONE = "Europe/Copenhagen";
/** Days of grace in the fleet file. */
const GRACE = 3;
const FORMS: readonly Form[] = ["csv", "xlsx"];
const listOf = (form: Form): string => `export/leasing.${form}`;

const SPOILS: Readonly<Record<string, Spoil>> = { ...SPOILT_TABLES, ...SPOILT_CELLS };

/** One way of spoiling an export, and the list to which it happens. */
interface SpoiltExport extends Spoil {
  readonly name: string;
  readonly form: Form;
}

/** How the year went on one day with a spoilt export. */
interface SpoiltDay {
  readonly day: string;
  readonly spoil: string;
  readonly form: Form;
  readonly isRead?: true;
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
  readonly every?: number;
}

/** Lets a fleet change for so many days, with an export each night, of which one in `every` is spoilt, and applies each one. */
async function simulateYear({ days, size, seed, every = 6 }: YearOptions): Promise<Year> {
  const fleet = new LeasedFleet(size, seededRandom(seed));
  const town = new Town();
  for (const account of ACCOUNTS) town.list(accountScope(account));
  const exports = new Exports().write("fleet.yaml", fleetFile(Math.floor(size / 4)));
  const daily = new Daily(fleet, town, exports, seededRandom(seed + 1));
  const kinds = Object.entries(SPOILS);
  let spoilt = 0;
  for (let day = 0; day < days; day += 1) {
    town.clock.passed = day * DAY_MS + DAY_MS / 4;
    const today = dayIn(TIME_ZONE, town.clock.now());
    if (day > 0) fleet.change(today);
    const isSpoilt = day === spoilt * every + every - 1 + (spoilt % 2);
    const [name = "", spoil] = isSpoilt ? (kinds[spoilt % kinds.length] ?? []) : [];
    // Each list in turn, and the next time the other one.
    const turn = (spoilt % kinds.length) + Math.floor(spoilt / kinds.length);
    const form = spoil?.only ?? FORMS[turn % 2] ?? "csv";
    if (isSpoilt) spoilt += 1;
    await daily.run(today, spoil && { ...spoil, name, form });
  }
  return { days, ...daily.result };
}

/**
 * Simulates a year and checks that it went well: no wrong delete, no word sent as a plate, no car missing or listed too long, one
 * message for each export that is wrong, and none for one that only looks different.
 */
export async function expectGoodYear(about: YearOptions): Promise<Year> {
  const year = await simulateYear(about);
  expect(new Set(year.spoilt.map(({ spoil }) => spoil))).toEqual(new Set(Object.keys(SPOILS)));
  const { wrongDeletes, words, missing, late } = year;
  expect({ wrongDeletes, words, missing, late }).toEqual({ wrongDeletes: [], words: [], missing: [], late: [] });
  expect(Math.max(...year.daysToLeave.values())).toBeLessThanOrEqual(GRACE + 1);
  const isPlain = ({ spoil, form, messages, lines, isRead, exitCode }: SpoiltDay) => {
    const isQuiet = exitCode === 0 && lines === 0;
    // A workbook that was cut after a whole row looks like one from which cars were returned: grace keeps them.
    if (isRead || (isQuiet && spoil === "cut off" && form === "xlsx")) return isQuiet;
    return lines <= 5 && (messages.length === 1 || areStrangers(messages));
  };
  expect(year.spoilt.filter((day) => !isPlain(day))).toEqual([]);
  // The first run says that there is nothing to compare with.
  expect(year.falseAlarms).toEqual(["2026-05-01: list-not-known"]);
  expect(year.deletes).toBeGreaterThan(about.days / 2);
  return year;
}

// Other cars on every list: both guards see it, and each has a number of its own.
function areStrangers(messages: readonly string[]): boolean {
  return [...messages].sort().join() === "maxAdds,noOverlap";
}

function fleetFile(atLeast: number): string {
  return [
    "version: 1",
    "mode: billing-account",
    `timeZone: ${TIME_ZONE}`,
    `accounts: [${ACCOUNTS.map((baId) => `{ baId: ${baId} }`).join(", ")}]`,
    "carsFrom:",
    ...FORMS.flatMap((form) => [
      `  - { file: ${listOf(form)}, column: Plate, account: Account, validFrom: Start, validUntil: End, note: Driver,`,
      `      skip: ["", "-", bestellt], duplicates: latest,`,
      `      atLeast: ${atLeast}, maxShrink: 10%, maxAge: 2d, grace: ${GRACE}d }`,
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
  readonly #random: () => number;
  /** The good exports so far, the last one first. */
  readonly #history: (readonly LeasedCar[])[] = [];
  /** Cars that an old export brought back, with the first day on which they were missing again. */
  readonly #returnedAgain = new Map<string, string>();

  constructor(fleet: LeasedFleet, town: Town, exports: Exports, random: () => number) {
    this.#fleet = fleet;
    this.#town = town;
    this.#exports = exports;
    this.#random = random;
  }

  async run(today: string, spoil: SpoiltExport | undefined): Promise<void> {
    const { cars, returned } = this.#fleet;
    for (const form of FORMS) this.#export(form, today, spoil?.form === form || spoil?.isInBoth ? spoil : undefined);
    const applied = await this.#apply(new Set(cars.map(({ plate, account }) => `account:${account} ${plate}`)));
    const { exitCode, messages } = applied;
    if (spoil) {
      const { name, form, isRead } = spoil;
      this.result.spoilt.push({ day: today, spoil: name, form, ...(isRead && { isRead }), ...applied });
    } else if (messages.length > 0) this.result.falseAlarms.push(`${today}: ${messages.join(", ")}`);
    if (spoil?.name === "cars back" && exitCode === 0)
      for (const { plate } of backAgain(returned.filter(({ form }) => form === spoil.form)))
        this.#returnedAgain.set(plate, dayAfter(today, 1));
    this.#history.unshift([...cars]);
    this.#judge(today, !spoil || spoil.isRead === true);
  }

  #export(form: Form, today: string, spoil: SpoiltExport | undefined): void {
    const own = (cars: readonly LeasedCar[]) => cars.filter((car) => car.form === form);
    const { cars, returned } = this.#fleet;
    const before = own(this.#history[4] ?? []);
    const from = { form, today, cars: own(cars), before, returned: own(returned), random: this.#random };
    this.#exports.write(listOf(form), spoil ? spoiltExport(spoil, from) : goodExport(from));
    const written = (this.#town.clock.now() - (spoil?.name === "stale" ? 5 * DAY_MS : 0)) / 1000;
    utimesSync(join(this.#exports.folder, listOf(form)), written, written);
  }

  async #apply(isLeased: ReadonlySet<string>): Promise<Pick<SpoiltDay, "exitCode" | "lines" | "messages">> {
    const reading = await this.#exports.read(this.#town.clock.now());
    if (reading.kind === "invalid") {
      const errors = reading.diagnostics.filter(({ severity }) => severity === "error");
      return { exitCode: 3, lines: errors.length, messages: [...new Set(errors.map(({ code }) => code))] };
    }
    const before = ACCOUNTS.map((baId) => new Set(this.#town.plates(accountScope(baId))));
    const { exitCode, plan } = await this.#town.apply(reading.desired);
    const sent = this.#town.sent.flatMap(({ cars }) => cars.map(({ licenseNumber }) => licenseNumber));
    this.result.words.push(...sent.filter((plate) => !this.#fleet.plates.has(plate)));
    ACCOUNTS.forEach((baId, at) => {
      const scope: Scope = accountScope(baId);
      const after = new Set(this.#town.plates(scope));
      const deleted = [...(before[at] ?? [])].filter((plate) => !after.has(plate));
      this.result.deletes += deleted.length;
      this.result.wrongDeletes.push(...deleted.map((plate) => `${scope} ${plate}`).filter((car) => isLeased.has(car)));
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

  #judge(today: string, isTold: boolean): void {
    const listed = new Set(ACCOUNTS.flatMap((baId) => this.#town.plates(accountScope(baId))));
    const missing = this.#fleet.cars.filter(({ plate }) => isTold && !listed.has(plate));
    this.result.missing.push(...missing.map(({ plate }) => `${today}: ${plate}`));
    for (const [plate, returnedOn] of this.#fleet.returnedOn) {
      const days = daysBetween(this.#returnedAgain.get(plate) ?? returnedOn, today);
      if (!listed.has(plate) && !this.result.daysToLeave.has(plate)) this.result.daysToLeave.set(plate, days);
      if (listed.has(plate) && days > GRACE + 1) this.result.late.push(`${today}: ${plate}, returned ${returnedOn}`);
    }
  }
}
