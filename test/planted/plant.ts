import { AMOUNT_KINDS } from "./amount-kinds.ts";
import { CLAIM_KINDS } from "./claim-kinds.ts";
import { HONEST_KINDS } from "./honest-kinds.ts";
import type { Expected, Kind } from "./kind.ts";
import { LIST_KINDS } from "./list-kinds.ts";
import { MISLEADING_KINDS } from "./misleading-kinds.ts";
import { MONEY_KINDS } from "./money-kinds.ts";
import { ROW_KINDS } from "./row-kinds.ts";
import { Town, type TownAccount, type TownSize, type TownUser, WEEKDAYS } from "./town.ts";

/** All kinds, those that are wrong first. */
export const KINDS: readonly Kind[] = [
  ...MONEY_KINDS,
  ...AMOUNT_KINDS,
  ...CLAIM_KINDS,
  ...LIST_KINDS,
  ...HONEST_KINDS,
  ...MISLEADING_KINDS,
  ...ROW_KINDS,
];

/** One kind as it was planted, with the plates that were drawn for it. */
export interface PlantedKind {
  readonly kind: Kind;
  readonly expected: readonly Expected[];
  readonly plates: ReadonlySet<string>;
}

/** A town, and what an audit of it must say. */
export interface PlantedTown {
  readonly town: Town;
  readonly planted: readonly PlantedKind[];
}

/** Most parkings of a car on a day; the limit of the fleet file is above. */
const MOST_A_DAY = 12;
const FIRST_START = 5 * 60;
const SLOT_MINUTES = 75;
const SHORTEST_MINUTES = 20;
const LONGEST_MINUTES = 70;

/** Plants each kind so often, among cars that park as they should. None at all: a clean town. */
export function plantTown(size: TownSize, each: number, some: readonly Kind[] = KINDS): PlantedTown {
  const town = new Town(size);
  const kinds = some.filter(({ mode }) => mode === undefined || mode === size.mode);
  const planted = each === 0 ? [] : kinds.map((kind) => plantKind(town, kind, each));
  addCleanCars(town);
  for (const account of town.accounts) account.records = shuffled(account.records, town);
  return { town, planted };
}

function plantKind(town: Town, kind: Kind, times: number): PlantedKind {
  const first = town.drawn();
  const expected = Array.from({ length: times }, (_, turn) => {
    const account = town.accounts[turn % town.accounts.length];
    if (!account) throw new RangeError("a town has an account");
    return kind.plant(town, account, turn);
  }).flat();
  return { kind, expected, plates: new Set(town.drawnSince(first)) };
}

function addCleanCars(town: Town): void {
  const { size, accounts } = town;
  const known = [...accounts].reduce((sum, { records }) => sum + records.length, 0);
  const parkings = Math.max(size.cars, size.records - known);
  for (let car = 0; car < size.cars; car += 1) {
    const account = accounts[car % accounts.length];
    const holder = account?.pool[Math.floor(car / accounts.length) % account.pool.length];
    if (!account || !holder) throw new RangeError("a town has users");
    const plate = town.car(account, { without: ["holder", "parking"] });
    holder.cars.push(plate);
    const last = Math.floor(((car + 1) * parkings) / size.cars) - Math.floor((car * parkings) / size.cars);
    for (let number = 0; number < last; number += 1) parkHonestly(town, account, plate, holder, number);
  }
}

function parkHonestly(town: Town, account: TownAccount, plate: string, holder: TownUser, number: number): void {
  const slot = Math.floor(number / WEEKDAYS.length);
  if (slot >= MOST_A_DAY) throw new RangeError("too many records for so few cars");
  const minute = FIRST_START + slot * SLOT_MINUTES;
  const time = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
  town.park(account, plate, {
    start: `${WEEKDAYS[number % WEEKDAYS.length]}T${time}:00Z`,
    minutes: SHORTEST_MINUTES + town.random.below(LONGEST_MINUTES - SHORTEST_MINUTES),
    user: holder.id,
    costCenter: holder.costCenter,
  });
}

function shuffled<Item>(items: readonly Item[], { random }: Town): Item[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    const [left, right] = [mixed[at], mixed[other]];
    if (left !== undefined && right !== undefined) [mixed[at], mixed[other]] = [right, left];
  }
  return mixed;
}
