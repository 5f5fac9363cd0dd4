import { byCodeUnit, type PlateRules, plateKeyOf } from "../../allowlist/index.ts";
import type { SpendingBy, SpendingGroup, SpendingTotal } from "../../documents/index.ts";
import type { BillingRecord } from "../../fleet-api/index.ts";
import { valueAt } from "../../run/collections.ts";
import { addDecimal, addSums, compareSums, type DecimalSum, decimalText, ZERO } from "../audit/index.ts";

/** What a group of records is of. `id` tells groups apart, and is empty for what names nothing. */
type Label = Pick<SpendingGroup, "key" | "licenseNumber" | "name"> & { readonly id: string };

/** What some records come to in one currency. */
interface RunningSum {
  readonly currencyCode: string;
  readonly label: Label;
  records: number;
  charged: DecimalSum;
  refunded: DecimalSum;
  excluding: DecimalSum;
  /** The part of the records that names no plate. */
  plateless: number;
  platelessAmount: DecimalSum;
}

const ALL: Label = { id: "" };
const AMOUNTS = ["charged", "refunded", "excluding", "platelessAmount"] as const;
const NOTHING = { records: 0, charged: ZERO, refunded: ZERO, excluding: ZERO, plateless: 0, platelessAmount: ZERO };

/** Adds records up as they pass, by currency and label. Memory grows with the groups, not with the records. */
export class RecordSums {
  readonly #sums = new Map<string, RunningSum>();

  /** Adds a record. Throws a RangeError for an amount that is not one. */
  take(record: BillingRecord, label = ALL): void {
    const { currency, amountIncludingVat, amountExcludingVat } = record;
    const sum = this.#sumOf(currency.currencyCode, label);
    const part = amountIncludingVat.startsWith("-") ? "refunded" : "charged";
    sum.records += 1;
    sum[part] = addDecimal(sum[part], amountIncludingVat);
    sum.excluding = addDecimal(sum.excluding, amountExcludingVat);
    if (plateOf(record) !== "") return;
    sum.plateless += 1;
    sum.platelessAmount = addDecimal(sum.platelessAmount, amountIncludingVat);
  }

  /** Adds all that others have; under one label, where one is given. */
  addAll(others: RecordSums, label?: Label): void {
    for (const more of others.#sums.values()) {
      const sum = this.#sumOf(more.currencyCode, label ?? more.label);
      sum.records += more.records;
      sum.plateless += more.plateless;
      for (const part of AMOUNTS) sum[part] = addSums(sum[part], more[part]);
    }
  }

  /** By currency; months in their order, all else by what it comes to, the most expensive first. */
  groups(by?: SpendingBy): readonly SpendingGroup[] {
    return this.#inOrder(by).map(({ label: { id: _, ...label }, ...sum }) => ({ ...label, ...inText(sum) }));
  }

  /** By currency. */
  totals(): readonly SpendingTotal[] {
    const all = new RecordSums();
    all.addAll(this, ALL);
    return all.#inOrder().map(({ plateless, platelessAmount, ...sum }) => ({
      ...inText(sum),
      withoutPlate: { records: plateless, amountIncludingVat: decimalText(platelessAmount) },
    }));
  }

  #inOrder(by?: SpendingBy): readonly RunningSum[] {
    return [...this.#sums.values()].sort(
      (left, right) =>
        byCodeUnit(left.currencyCode, right.currencyCode) ||
        (by === "month" ? 0 : compareSums(net(right), net(left))) ||
        byCodeUnit(left.label.id, right.label.id),
    );
  }

  #sumOf(currencyCode: string, label: Label): RunningSum {
    return valueAt(this.#sums, `${currencyCode} ${label.id}`, () => ({ currencyCode, label, ...NOTHING }));
  }
}

/** What a record is added up by. `day` is YYYY-MM-DD, or empty. */
export function labelOf(by: SpendingBy, baId: string, record: BillingRecord, day: string, rules: PlateRules): Label {
  switch (by) {
    case "month":
      return keyed(day.slice(0, 7));
    case "account":
      return keyed(baId);
    case "costCenter":
      return keyed(record.costCenter.trim());
    case "area": {
      const { areaName = "", areaNumber = "", areaCity = "" } = record.parking ?? {};
      return keyed([areaNumber, areaName, areaCity].filter((part) => part.trim() !== "").join(", "));
    }
    case "user": {
      const { id = "", firstName = "", lastName = "" } = record.user ?? {};
      const name = `${firstName} ${lastName}`.trim();
      return id === "" || name === "" ? keyed(id) : { id, key: id, name };
    }
    case "car": {
      const licenseNumber = plateOf(record);
      if (licenseNumber === "") return ALL;
      return { id: plateKeyOf(licenseNumber, rules) ?? ` ${licenseNumber}`, licenseNumber };
    }
  }
}

function keyed(key: string): Label {
  return key === "" ? ALL : { id: key, key };
}

function plateOf({ parking }: BillingRecord): string {
  return (parking?.licensePlate ?? "").trim();
}

function net({ charged, refunded }: Pick<RunningSum, "charged" | "refunded">): DecimalSum {
  return addSums(charged, refunded);
}

function inText(sum: Pick<RunningSum, "currencyCode" | "records" | "charged" | "refunded" | "excluding">) {
  return {
    currencyCode: sum.currencyCode,
    records: sum.records,
    charged: decimalText(sum.charged),
    refunded: decimalText(sum.refunded),
    amountExcludingVat: decimalText(sum.excluding),
    amountIncludingVat: decimalText(net(sum)),
  };
}
