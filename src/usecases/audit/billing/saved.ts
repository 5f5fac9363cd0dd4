import { byCodeUnit, dayAfter, daysBetween, type PlateKey } from "../../../allowlist/index.ts";
import type { AuditDocument } from "../../../documents/index.ts";
import { groupBy } from "../../../run/collections.ts";
import { type Amount, CurrencySums } from "./currency-sums.ts";
import { addSums, type DecimalSum, decimalText, subtract } from "./decimal.ts";

/** When a car was taken off the last list that had it, and when it came back; YYYY-MM-DD. */
export interface DayOfLeaving {
  readonly day: string;
  readonly until?: string;
}

/** The cars that departed. */
export type DaysOfLeaving = ReadonlyMap<PlateKey, DayOfLeaving>;

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
  /** `listed`, `update`: it was on the list then; `unclear`: no one knows whether it still was. */
  readonly action: "add" | "update" | "delete" | "listed" | "unclear";
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
): DaysOfLeaving {
  const changes = [...lists].flatMap(([scope, cars]) =>
    [...cars].flatMap(([plateKey, own]) => own.map((change) => ({ ...change, plateKey, scope }))),
  );
  const departures = new Map<PlateKey, DayOfLeaving>();
  for (const [plateKey, own] of groupBy(changes, (change) => change.plateKey)) {
    const departure = lastDeparture(own);
    if (departure && from <= departure.day && departure.day < to) departures.set(plateKey, departure);
  }
  return departures;
}

function lastDeparture(changes: readonly (ListChange & { readonly scope: string })[]): DayOfLeaving | undefined {
  // A car that moves is added before it is deleted.
  const keyOf = ({ at, action }: ListChange) => `${at} ${action === "delete" ? 1 : 0}`;
  const lists = new Set<string>();
  let departure: DayOfLeaving | undefined;
  for (const { action, scope, day } of changes.toSorted((left, right) => byCodeUnit(keyOf(left), keyOf(right)))) {
    const isOn = action !== "delete" && action !== "unclear";
    if (isOn) lists.add(scope);
    else lists.delete(scope);
    if (action === "delete" && lists.size === 0) departure = { day };
    if (isOn && departure) departure = { until: day, ...departure };
  }
  return departure;
}

/** Estimates what was spared from `from` to `to`, both included; undefined where no car has records from before it left. */
export function savedBy(
  departures: DaysOfLeaving,
  records: readonly DepartedRecord[],
  range: { readonly from: string; readonly to: string },
): Saved | undefined {
  const own = groupBy(records, (record) => record.plateKey);
  const cars = [...departures].map(([plateKey, one]) => sparedBy(one, own.get(plateKey) ?? [], range));
  const months = [...groupBy(cars.flat(), ({ month }) => month)].sort(([left], [right]) => byCodeUnit(left, right));
  const spared = months.flatMap(([month, sums]) => new CurrencySums(sums).list().map((sum) => ({ month, ...sum })));
  if (spared.length === 0) return undefined;
  const amounts = new CurrencySums(spared).list();
  return { rule: RULE, cars: cars.filter(({ length }) => length > 0).length, amounts, months: spared };
}

/** What one car has spared in each month; nothing where its days do not suffice, or it cost nothing before. */
function sparedBy(
  { day, until }: DayOfLeaving,
  records: readonly DepartedRecord[],
  { from, to }: { readonly from: string; readonly to: string },
): Saved["months"] {
  const earliest = dayAfter(day, 1 - DAYS_BEFORE.most);
  const start = earliest < from ? from : earliest;
  const daysBefore = daysBetween(start, day) + 1;
  const end = until === undefined || until > to ? to : dayAfter(until, -1);
  if (daysBefore < DAYS_BEFORE.least || end <= day) return [];
  const costs = new CurrencySums(records.filter((one) => start <= one.day && one.day <= day)).positive();
  const after = records.filter((one) => day < one.day && one.day <= end);
  return [...daysByMonth(dayAfter(day, 1), end)].flatMap(([month, days]) => {
    const billed = new CurrencySums(after.filter((one) => one.day.startsWith(month)));
    return costs.map(([currencyCode, sum]) => {
      const spared = subtract(share(sum, days, daysBefore), billed.of(currencyCode));
      return { month, currencyCode, amountIncludingVat: decimalText(spared) };
    });
  });
}

function daysByMonth(first: string, last: string): ReadonlyMap<string, number> {
  const months = new Map<string, number>();
  for (let day = first; day <= last; day = dayAfter(day, 1)) {
    const month = day.slice(0, "2026-01".length);
    months.set(month, (months.get(month) ?? 0) + 1);
  }
  return months;
}

/** That many days of what some days cost, rounded to a hundredth. */
function share(sum: DecimalSum, days: number, of: number): DecimalSum {
  const { units, scale } = addSums(sum, { units: 0, scale: 2 });
  const divisor = BigInt(of) * 10n ** BigInt(scale - 2);
  return { units: (2n * BigInt(units) * BigInt(days) + divisor) / (2n * divisor), scale: 2 };
}
