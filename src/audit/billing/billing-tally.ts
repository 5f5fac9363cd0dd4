import { type PlateKey, plateKeyOf } from "../../allowlist/index.ts";
import { valueAt } from "../../runtime/group-by.ts";
import { addRecord, type BilledSum } from "./billed-sum.ts";
import type { BillingRules, Left, Standing } from "./billing-rules.ts";
import { compareRecords } from "./compare-records.ts";
import { CurrencySums } from "./currency-sums.ts";
import { judgeRecord, standingHit } from "./judge-record.ts";
import type { Objection, TalliedRecord } from "./record.ts";
import { againstUsualTerms } from "./usual-terms.ts";

/** All records of one spelling of a plate on one account. */
export interface BilledPlate {
  readonly licenseNumber: string;
  /** Undefined for a text that is not a plate. */
  readonly plateKey: PlateKey | undefined;
  /** When it left before its newest record of a day on which it was wanted nowhere. */
  left: Left | undefined;
  /** Whether it parked; else it was billed fees only. */
  hasParked: boolean;
  readonly sums: { here?: BilledSum; elsewhere?: BilledSum; nowhere?: BilledSum };
}

/** What an account was billed. */
export interface BilledAccount {
  /** By licence plate as billed. */
  readonly plates: ReadonlyMap<string, BilledPlate>;
  /** What rules may object to in single records; as `billed-not-desired` also what turns out as a look-alike, or as paid back. */
  readonly objections: Objection[];
  readonly covered: CoveredRecords;
  /** By plate, what is compared with others of it. */
  readonly log?: ReadonlyMap<string, readonly TalliedRecord[]>;
}

/** How many records were looked at, and their sums by currency. */
export interface CoveredRecords {
  records: number;
  withoutPlate: number;
  /** Those with an id that came before. */
  repeats: number;
  /** How many were taken for fees, by type and subtype. */
  readonly fees: Map<string, number>;
  readonly amounts: CurrencySums;
  /** The part without a plate. */
  readonly plateless: CurrencySums;
}

/** A record of a plate that the files do not want now: whether it was wanted then is asked when all records are read. */
interface DoubtfulRecord {
  readonly plate: BilledPlate;
  readonly record: TalliedRecord;
}

const LAST_DAY = "9999-12-31";
const HERE: Standing = { kind: "here" };
const GONE: Standing = { kind: "gone" };
/** Takes the records of an account one by one, and keeps those that are compared with others of their plate. */
export class BillingTally {
  readonly #plates = new Map<string, BilledPlate>();
  readonly #objections: Objection[] = [];
  /** By plate key, or the plate as billed where it is none, the records that are compared with others. */
  readonly log = new Map<string, TalliedRecord[]>();
  readonly #doubtful: DoubtfulRecord[] = [];
  /** What was taken. */
  readonly covered: CoveredRecords = {
    records: 0,
    withoutPlate: 0,
    repeats: 0,
    fees: new Map(),
    amounts: new CurrencySums(),
    plateless: new CurrencySums(),
  };
  readonly #rules: BillingRules;

  constructor(rules: BillingRules) {
    this.#rules = rules;
  }

  /** Judges a record. Throws a RangeError for an amount that is not one. */
  take(record: TalliedRecord): void {
    const { covered } = this;
    covered.records += 1;
    if (record.isRepeat) covered.repeats += 1;
    covered.amounts.add(record);
    if (!record.isParking) covered.fees.set(record.kind, (covered.fees.get(record.kind) ?? 0) + 1);
    const plate = record.licensePlate.trim() === "" ? undefined : this.#plateOf(record.licensePlate);
    for (const [rule, example] of judgeRecord(record, plate?.plateKey, this.#rules))
      this.#objections.push({ rule, record, example });
    if (!plate) {
      covered.withoutPlate += 1;
      covered.plateless.add(record);
    } else {
      if (record.isParking) plate.hasParked = true;
      const isKnown = plate.plateKey === undefined || this.#rules.isWanted(plate.plateKey, record.day);
      if (!isKnown) return void this.#doubtful.push({ plate, record });
      this.#place(plate, record, plate.plateKey === undefined ? GONE : HERE);
    }
    this.#keep(record, plate);
  }

  /** The plates that were billed on a day on which the files do not want them now, and the first of these days. */
  doubtful(): { readonly plates: ReadonlySet<PlateKey>; readonly from: string } {
    const plates = new Set(this.#doubtful.flatMap(({ plate: { plateKey } }) => plateKey ?? []));
    const from = this.#doubtful.reduce((first, { record: { day } }) => (day < first ? day : first), LAST_DAY);
    return { plates, from };
  }

  /** The result of all records. The history of doubtful plates must be known. */
  finish(): BilledAccount {
    for (const { plate, record } of this.#doubtful) {
      this.#place(plate, record, plate.plateKey ? this.#rules.standingOf(plate.plateKey, record.day) : GONE);
      this.#keep(record, plate);
    }
    const wrongSums = new Set(
      this.#objections.flatMap(({ rule, record }) => (rule === "billed-sum-wrong" ? record : [])),
    );
    const groups = [...this.log.values()];
    for (const one of againstUsualTerms(groups.flat(), wrongSums)) this.#objections.push(one);
    for (const records of groups)
      for (const one of compareRecords(records, this.#rules.limits)) this.#objections.push(one);
    return { plates: this.#plates, objections: this.#objections, covered: this.covered };
  }

  #keep(record: TalliedRecord, plate: BilledPlate | undefined): void {
    if (plate && !record.isParking) this.#objections.push({ rule: "fee-for-idle-car", record, example: "" });
    if (!record.isRepeat && !Number.isNaN(record.start))
      valueAt(this.log, plate?.plateKey ?? record.licensePlate.trim(), () => []).push(record);
  }

  #place(plate: BilledPlate, record: TalliedRecord, standing: Standing): void {
    const { sums } = plate;
    switch (standing.kind) {
      case "elsewhere":
        sums.elsewhere = addRecord(sums.elsewhere, record);
        this.#objections.push({ rule: "billed-other-account", record, example: "" });
        return;
      case "gone":
        if (standing.left && record.day >= (sums.nowhere?.lastDay ?? "")) plate.left = standing.left;
        sums.nowhere = addRecord(sums.nowhere, record);
        this.#objections.push({ rule: "billed-not-desired", record, example: "", standing });
        return;
      case "here":
        break;
      default: {
        const [rule, example] = standingHit(standing);
        this.#objections.push({ rule, record, example: `parked on ${record.day}, ${example}`, standing });
      }
    }
    sums.here = addRecord(sums.here, record);
  }

  #plateOf(licenseNumber: string): BilledPlate {
    return valueAt(this.#plates, licenseNumber, () => {
      const plateKey = plateKeyOf(licenseNumber, this.#rules.plates);
      return { licenseNumber, plateKey, left: undefined, hasParked: false, sums: {} };
    });
  }
}
