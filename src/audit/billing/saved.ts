import { dayAfter, daysBetween, type PlateKey } from "../../allowlist/index.ts";
import { groupBy, valueAt } from "../../runtime/group-by.ts";
import type { AuditDocument } from "../../schema/index.ts";
import { type Amount, CurrencySums, sumsAt } from "./currency-sums.ts";
import { addSums, type DecimalSum, subtract } from "./decimal.ts";

/** When a car was taken off the last list that had it, and when it came back; YYYY-MM-DD. */
export interface Departure {
  readonly day: string;
  readonly until?: string;
}

/** The cars that departed. */
export type Departures = ReadonlyMap<PlateKey, Departure>;

/** A billing record of such a car. */
export interface DepartedRecord extends Amount {
  readonly plateKey: PlateKey;
  /** YYYY-MM-DD. */
  readonly day: string;
}

/** What deletes have spared, as an estimate; months (YYYY-MM) and currencies are in their order. */
export type Saved = NonNullable<AuditDocument["saved"]>;

/** What is to be known of a change of a list. */
interface ListChange {
  /** `listed`: it was on the list then; `forgotten`: a human said that it was not. */
  readonly action: "add" | "delete" | "listed" | "forgotten";
  readonly day: string;
  /** An instant, UTC. */
  readonly at: string;
}

/** A week at least, for most cars park by the day of the week. */
const DAYS_BEFORE = { least: 7, most: 90 } as const;

const RULE =
  `An estimate: what a car cost a day in up to ${DAYS_BEFORE.most} days before it was taken off the lists (${DAYS_BEFORE.least} at least), ` +
  "for each day since then, less what it was billed in them. Days outside the range do not count, nor do those after it came back.";

/** The cars that were taken off during some days, each with the last time. A car that moved to another list stayed. */
export function departuresOf(
  lists: ReadonlyMap<string, ReadonlyMap<PlateKey, readonly ListChange[]>>,
  { from, to }: { readonly from: string; readonly to: string },
): Departures {
  const changes = new Map<PlateKey, PlacedChange[]>();
  for (const [scope, cars] of lists) {
    for (const [plateKey, own] of cars)
      for (const change of own) valueAt(changes, plateKey, () => []).push({ ...change, scope });
  }
  const departures = new Map<PlateKey, Departure>();
  for (const [plateKey, own] of changes) {
    const departure = lastDeparture(own);
    if (departure && from <= departure.day && departure.day < to) departures.set(plateKey, departure);
  }
  return departures;
}

interface PlacedChange extends ListChange {
  readonly scope: string;
}

function lastDeparture(changes: readonly PlacedChange[]): Departure | undefined {
  // A car that moves is added before it is deleted.
  const keyOf = ({ at, action }: ListChange) => `${at} ${action === "delete" ? 1 : 0}`;
  const lists = new Set<string>();
  let departure: Departure | undefined;
  for (const { action, scope, day } of changes.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))) {
    const isOn = action === "add" || action === "listed";
    if (isOn) lists.add(scope);
    else lists.delete(scope);
    if (action === "delete" && lists.size === 0) departure = { day };
    if (isOn && departure) departure = { until: day, ...departure };
  }
  return departure;
}

/** Estimates what was spared from `from` to `to`, both included; undefined where no car has records from before it left. */
export function savedBy(
  departures: Departures,
  records: readonly DepartedRecord[],
  { from, to }: { readonly from: string; readonly to: string },
): Saved | undefined {
  const months = new Map<string, CurrencySums>();
  const own = groupBy(records, (record) => record.plateKey);
  const cars = [...departures].filter(([plateKey, one]) =>
    addSpared(months, one, own.get(plateKey) ?? [], { from, to }),
  );
  if (cars.length === 0) return undefined;
  const byMonth = [...months].sort(([left], [right]) => (left < right ? -1 : 1));
  const spared = byMonth.flatMap(([month, sums]) => sums.list().map((amount) => ({ month, ...amount })));
  return { rule: RULE, cars: cars.length, amounts: new CurrencySums(spared).list(), months: spared };
}

/** Adds what one car has spared to the months; false where its days do not suffice, or it cost nothing before. */
function addSpared(
  months: Map<string, CurrencySums>,
  { day, until }: Departure,
  records: readonly DepartedRecord[],
  { from, to }: { readonly from: string; readonly to: string },
): boolean {
  const earliest = dayAfter(day, 1 - DAYS_BEFORE.most);
  const start = earliest < from ? from : earliest;
  const daysBefore = daysBetween(start, day) + 1;
  const end = until === undefined || until > to ? to : dayAfter(until, -1);
  if (daysBefore < DAYS_BEFORE.least || end <= day) return false;
  const costs = new CurrencySums(records.filter((one) => start <= one.day && one.day <= day)).positive();
  if (costs.length === 0) return false;
  for (const [month, days] of daysByMonth(dayAfter(day, 1), end)) {
    const after = new CurrencySums(
      records.filter((one) => day < one.day && one.day <= end && one.day.startsWith(month)),
    );
    const sums = sumsAt(months, month);
    for (const [currencyCode, sum] of costs) {
      sums.addSum(currencyCode, subtract(share(sum, days, daysBefore), after.of(currencyCode)));
    }
  }
  return true;
}

function daysByMonth(first: string, last: string): ReadonlyMap<string, number> {
  const months = new Map<string, number>();
  for (let day = first; day <= last; day = dayAfter(day, 1)) {
    const month = day.slice(0, "2026-01".length);
    months.set(month, (months.get(month) ?? 0) + 1);
  }
  return months;
}

/** So many days of what some days cost, rounded to a hundredth. */
function share(sum: DecimalSum, days: number, of: number): DecimalSum {
  const { units, scale } = addSums(sum, { units: 0, scale: 2 });
  const divisor = BigInt(of) * 10n ** BigInt(scale - 2);
  return { units: (2n * BigInt(units) * BigInt(days) + divisor) / (2n * divisor), scale: 2 };
}
