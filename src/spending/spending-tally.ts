import { type PlateRules, plateKeyOf, type SpendingBy } from "../allowlist/index.ts";
import { addDecimal, addSums, compareSums, type DecimalSum, decimalText, ZERO } from "../audit/index.ts";
import type { BillingRecord } from "../fleet-api/index.ts";
import { valueAt } from "../runtime/group-by.ts";

/** What some records come to in one currency; amounts are decimal texts. */
export interface SpentSums {
  readonly currencyCode: string;
  readonly records: number;
  /** Amounts including VAT above zero. */
  readonly charged: string;
  /** Those below. */
  readonly refunded: string;
  readonly amountExcludingVat: string;
  /** Charged, and refunds taken off. */
  readonly amountIncludingVat: string;
}

/** What was spent on one month, account, cost centre, parking user, car or place; without `key` and `licenseNumber`, what names none. */
export interface SpendingGroup extends SpentSums {
  readonly key?: string;
  readonly licenseNumber?: string;
  /** A parking user's name. */
  readonly name?: string;
}

/** What was spent in all in one currency. */
export interface SpendingTotal extends SpentSums {
  /** The part of the records that names no plate: fees. */
  readonly withoutPlate: Pick<SpentSums, "records" | "amountIncludingVat">;
}

/** Adds records up as they pass. Memory grows with the groups, not with the records. */
export class SpendingTally {
  readonly #by: SpendingBy;
  readonly #rules: PlateRules;
  readonly #groups = new Map<string, RunningGroup>();
  readonly #withoutPlate = new Map<string, RunningSums>();

  constructor(by: SpendingBy, rules: PlateRules) {
    this.#by = by;
    this.#rules = rules;
  }

  /** Adds a record of an account; `day` is YYYY-MM-DD, or empty. Throws a RangeError for an amount that is not one. */
  take(baId: string, record: BillingRecord, day: string): void {
    const { currencyCode } = record.currency;
    const label = labelOf(this.#by, baId, record, day, this.#rules);
    const id = `${currencyCode} ${label.id}`;
    addRecord(valueAt(this.#groups, id, () => ({ currencyCode, label, sums: noSums() })).sums, record);
    if (plateOf(record) === "") addRecord(valueAt(this.#withoutPlate, currencyCode, noSums), record);
  }

  /** Adds all that another tally of the same kind has. */
  add(other: SpendingTally): void {
    for (const [id, { currencyCode, label, sums }] of other.#groups) {
      join(valueAt(this.#groups, id, () => ({ currencyCode, label, sums: noSums() })).sums, sums);
    }
    for (const [currencyCode, sums] of other.#withoutPlate)
      join(valueAt(this.#withoutPlate, currencyCode, noSums), sums);
  }

  /** By currency; months in their order, all else by what it comes to, the most expensive first. */
  groups(): readonly SpendingGroup[] {
    return [...this.#groups.values()]
      .sort(
        (left, right) =>
          compareText(left.currencyCode, right.currencyCode) ||
          (this.#by === "month" ? 0 : compareSums(net(right.sums), net(left.sums))) ||
          compareText(left.label.id, right.label.id),
      )
      .map(({ currencyCode, label: { id: _, ...label }, sums }) => ({ ...label, ...sumsOf(currencyCode, sums) }));
  }

  /** By currency. */
  totals(): readonly SpendingTotal[] {
    const all = new Map<string, RunningSums>();
    for (const { currencyCode, sums } of this.#groups.values()) join(valueAt(all, currencyCode, noSums), sums);
    return [...all]
      .sort(([left], [right]) => compareText(left, right))
      .map(([currencyCode, sums]) => {
        const { records, amountIncludingVat } = sumsOf(currencyCode, this.#withoutPlate.get(currencyCode) ?? noSums());
        return { ...sumsOf(currencyCode, sums), withoutPlate: { records, amountIncludingVat } };
      });
  }
}

interface Label extends Pick<SpendingGroup, "key" | "licenseNumber" | "name"> {
  /** What groups are told apart by; empty for what names nothing. */
  readonly id: string;
}

interface RunningGroup {
  readonly currencyCode: string;
  readonly label: Label;
  readonly sums: RunningSums;
}

interface RunningSums {
  records: number;
  charged: DecimalSum;
  refunded: DecimalSum;
  excluding: DecimalSum;
}

function labelOf(by: SpendingBy, baId: string, record: BillingRecord, day: string, rules: PlateRules): Label {
  switch (by) {
    case "month":
      return keyed(day.slice(0, 7));
    case "account":
      return keyed(baId);
    case "costCenter":
      return keyed(record.costCenter.trim());
    case "area":
      return keyed(placeOf(record));
    case "user": {
      const { id = "", firstName = "", lastName = "" } = record.user ?? {};
      const name = `${firstName} ${lastName}`.trim();
      return id === "" || name === "" ? keyed(id) : { id, key: id, name };
    }
    case "car": {
      const licenseNumber = plateOf(record);
      if (licenseNumber === "") return { id: "" };
      return { id: plateKeyOf(licenseNumber, rules) ?? ` ${licenseNumber}`, licenseNumber };
    }
  }
}

function keyed(key: string): Label {
  return key === "" ? { id: key } : { id: key, key };
}

function plateOf({ parking }: BillingRecord): string {
  return (parking?.licensePlate ?? "").trim();
}

function placeOf({ parking }: BillingRecord): string {
  const { areaName = "", areaNumber = "", areaCity = "" } = parking ?? {};
  return [areaNumber, areaName, areaCity].filter((part) => part.trim() !== "").join(", ");
}

function noSums(): RunningSums {
  return { records: 0, charged: ZERO, refunded: ZERO, excluding: ZERO };
}

function addRecord(sums: RunningSums, { amountIncludingVat, amountExcludingVat }: BillingRecord): void {
  sums.records += 1;
  if (amountIncludingVat.startsWith("-")) sums.refunded = addDecimal(sums.refunded, amountIncludingVat);
  else sums.charged = addDecimal(sums.charged, amountIncludingVat);
  sums.excluding = addDecimal(sums.excluding, amountExcludingVat);
}

function join(sums: RunningSums, more: RunningSums): void {
  sums.records += more.records;
  sums.charged = addSums(sums.charged, more.charged);
  sums.refunded = addSums(sums.refunded, more.refunded);
  sums.excluding = addSums(sums.excluding, more.excluding);
}

function net({ charged, refunded }: RunningSums): DecimalSum {
  return addSums(charged, refunded);
}

function sumsOf(currencyCode: string, sums: RunningSums): SpentSums {
  return {
    currencyCode,
    records: sums.records,
    charged: decimalText(sums.charged),
    refunded: decimalText(sums.refunded),
    amountExcludingVat: decimalText(sums.excluding),
    amountIncludingVat: decimalText(net(sums)),
  };
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
