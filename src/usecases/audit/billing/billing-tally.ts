import { type PlateKey, plateKeyOf } from "../../../allowlist/index.ts";
import { valueAt } from "../../../run/collections.ts";
import type { BillingRules, Standing } from "./billing-rules.ts";
import { compareRecords } from "./compare-records.ts";
import { CurrencySums } from "./currency-sums.ts";
import { byStanding, judgeRecord } from "./judge-record.ts";
import type { Objection, TalliedRecord } from "./record.ts";
import { againstUsualTerms } from "./usual-terms.ts";

/** One spelling of a plate on one account, or all records without a plate. */
export interface BilledPlate {
  /** As billed; empty for records without one. */
  readonly licenseNumber: string;
  /** Undefined for a text that is not a plate. */
  readonly plateKey: PlateKey | undefined;
  /** Whether it parked; else it was billed fees only. */
  hasParked: boolean;
  /** What rules may object to in its records; as `billed-not-desired` also what turns out as a look-alike, or as paid back. */
  readonly objections: Objection[];
}

/** What an account was billed. */
export interface BilledAccount {
  /** By licence plate as billed. */
  readonly plates: ReadonlyMap<string, BilledPlate>;
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

const LAST_DAY = "9999-12-31";

/** Takes the records of an account one by one, and keeps those that are compared with others of their plate. */
export class BillingTally {
  readonly #plates = new Map<string, BilledPlate>();
  /** By plate key, or the plate as billed where it is none, the records that are compared with others. */
  readonly log = new Map<string, TalliedRecord[]>();
  /** Those of plates that the files do not want now: whether they were wanted then is asked when all records are read. */
  readonly #doubtful: TalliedRecord[] = [];
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
    const plate = this.#plateOf(record);
    const { licenseNumber, plateKey } = plate;
    for (const [rule, example] of judgeRecord(record, plateKey, this.#rules))
      plate.objections.push({ rule, record, example });
    if (licenseNumber === "") {
      covered.withoutPlate += 1;
      covered.plateless.add(record);
    } else if (record.isParking) plate.hasParked = true;
    if (plateKey === undefined) this.#place(record, { kind: licenseNumber === "" ? "here" : "gone" });
    else if (this.#rules.isWanted(plateKey, record.day)) this.#place(record, { kind: "here" });
    else this.#doubtful.push(record);
  }

  /** The plates that were billed on a day on which the files do not want them now, and the first of these days. */
  doubtful(): { readonly plates: ReadonlySet<PlateKey>; readonly from: string } {
    const plates = new Set(this.#doubtful.flatMap((record) => this.#plateOf(record).plateKey ?? []));
    const from = this.#doubtful.reduce((first, { day }) => (day < first ? day : first), LAST_DAY);
    return { plates, from };
  }

  /** The result of all records. The history of doubtful plates must be known. */
  finish(): BilledAccount {
    for (const record of this.#doubtful) {
      const { plateKey } = this.#plateOf(record);
      if (plateKey) this.#place(record, this.#rules.standingOf(plateKey, record.day));
    }
    const groups = [...this.log.values()];
    const compared = groups.flatMap((records) => [...compareRecords(records, this.#rules.limits)]);
    for (const one of [...againstUsualTerms(groups.flat(), this.#wrongSums()), ...compared])
      this.#plateOf(one.record).objections.push(one);
    return { plates: this.#plates, covered: this.covered };
  }

  #wrongSums(): ReadonlySet<TalliedRecord> {
    const wrong = new Set<TalliedRecord>();
    for (const { objections } of this.#plates.values())
      for (const { rule, record } of objections) if (rule === "billed-sum-wrong") wrong.add(record);
    return wrong;
  }

  #place(record: TalliedRecord, standing: Standing): void {
    const plate = this.#plateOf(record);
    const { licenseNumber, plateKey, objections } = plate;
    const isHere = standing.kind !== "elsewhere" && standing.kind !== "gone";
    if (standing.kind !== "here") objections.push(byStanding(record, standing));
    if (isHere && !record.isParking && licenseNumber !== "")
      objections.push({ rule: "fee-for-idle-car", record, example: "" });
    if (isHere && plateKey && this.#rules.isOddSpelling?.(plateKey, licenseNumber))
      objections.push({ rule: "unknown-plate-spelling", record, example: "" });
    if (!record.isRepeat && !Number.isNaN(record.start))
      valueAt(this.log, plateKey ?? licenseNumber.trim(), () => []).push(record);
  }

  #plateOf({ licensePlate }: TalliedRecord): BilledPlate {
    const licenseNumber = licensePlate.trim() && licensePlate;
    return valueAt(this.#plates, licenseNumber, () => {
      const plateKey = plateKeyOf(licenseNumber, this.#rules.plates);
      return { licenseNumber, plateKey, hasParked: false, objections: [] };
    });
  }
}
