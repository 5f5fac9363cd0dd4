import { type PlateKey, readPlate } from "../../allowlist/index.ts";
import { addAmounts, addRecord, addToDay, type BilledSum, type DayAmounts, type TalliedRecord } from "./billed-sum.ts";
import type { BillingRules, Left } from "./billing-rules.ts";
import { compareParkings, type LoggedParking } from "./compare-parkings.ts";
import type { DecimalSum } from "./decimal.ts";
import { judgeRecord } from "./judge-record.ts";
import { Suspects } from "./suspects.ts";

/** All records of one spelling of a plate on one account. */
export interface BilledPlate {
  readonly licenseNumber: string;
  /** Undefined for a text that is not a plate. */
  readonly plateKey: PlateKey | undefined;
  readonly left: Left | undefined;
  /** Whether it parked; else it was billed fees only. */
  hasParked: boolean;
  /** Fees that are in no finding by themselves. */
  readonly fees: DayAmounts;
  readonly sums: { here?: BilledSum; elsewhere?: BilledSum; nowhere?: BilledSum };
}

/** What an account was billed. */
export interface BilledAccount {
  /** By licence plate as billed. */
  readonly plates: ReadonlyMap<string, BilledPlate>;
  readonly suspects: Suspects;
  /** Ids of parkings that repeat another one, with what says so; records that repeat an id are not among them. */
  readonly doubles: ReadonlyMap<string, string>;
  readonly covered: CoveredRecords;
}

/** How many records were looked at, and their sums by currency. */
export interface CoveredRecords {
  records: number;
  withoutPlate: number;
  readonly amounts: Map<string, DecimalSum>;
  /** The part without a plate. */
  readonly plateless: Map<string, DecimalSum>;
  /** The part of the records that is in findings, each counted once. */
  readonly inFindings: DayAmounts;
}

/** Takes the records of an account one by one, and keeps of each parking what is compared with the others of its plate. */
export class BillingTally {
  readonly #plates = new Map<string, BilledPlate>();
  readonly #suspects = new Suspects();
  readonly #parkings = new Map<string, LoggedParking[]>();
  readonly #texts = new Map<string, string>();
  readonly #inFindings = new Set<LoggedParking>();
  readonly #covered: CoveredRecords = {
    records: 0,
    withoutPlate: 0,
    amounts: new Map(),
    plateless: new Map(),
    inFindings: new Map(),
  };
  readonly #rules: BillingRules;

  constructor(rules: BillingRules) {
    this.#rules = rules;
  }

  /** Judges a record. Throws a RangeError for an amount that is not one. */
  take(record: TalliedRecord): void {
    const covered = this.#covered;
    covered.records += 1;
    addAmounts(covered.amounts, [record]);
    const hasPlate = record.licensePlate.trim() !== "";
    const plate = hasPlate ? this.#plateOf(record.licensePlate) : undefined;
    const hits = judgeRecord(record, plate?.plateKey, this.#rules);
    for (const [rule, example] of hits) this.#suspects.add(rule, record, example);
    let isInFinding = hits.some(([rule]) => this.#rules.counts(rule));
    if (plate && this.#sum(plate, record)) isInFinding = true;
    if (!plate) this.#coverPlateless(record);
    if (plate && record.isParking && !record.isRepeat && !Number.isNaN(record.start)) {
      const parking = this.#log(record);
      if (isInFinding) this.#inFindings.add(parking);
    }
    if (isInFinding) addToDay(covered.inFindings, record);
    else if (plate && !record.isParking) addToDay(plate.fees, record);
  }

  /** The result of all records. */
  finish(): BilledAccount {
    const doubles = new Map<string, string>();
    for (const [licensePlate, parkings] of this.#parkings) {
      for (const { rule, parking, example } of compareParkings(parkings, this.#rules.limits)) {
        this.#suspects.add(rule, { licensePlate, ...parking }, example);
        if (rule === "billed-twice") doubles.set(parking.id, example);
        if (!this.#rules.counts(rule) || this.#inFindings.has(parking)) continue;
        this.#inFindings.add(parking);
        addToDay(this.#covered.inFindings, parking);
      }
    }
    return { plates: this.#plates, suspects: this.#suspects, doubles, covered: this.#covered };
  }

  #log(record: TalliedRecord): LoggedParking {
    const { licensePlate, id, start, end } = record;
    const parking = {
      id,
      start,
      end,
      place: this.#once(record.place),
      kind: this.#once(record.kind),
      day: this.#once(record.day),
      currencyCode: this.#once(record.currencyCode),
      amountIncludingVat: this.#once(record.amountIncludingVat),
    };
    const others = this.#parkings.get(licensePlate);
    if (others) others.push(parking);
    else this.#parkings.set(licensePlate, [parking]);
    return parking;
  }

  // The same few texts stand in most records, each time as another copy.
  #once(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return known ?? text;
  }

  #coverPlateless(record: TalliedRecord): void {
    this.#covered.withoutPlate += 1;
    addAmounts(this.#covered.plateless, [record]);
  }

  /** Adds a record to the sums of its plate; true when it should not have been billed here. */
  #sum(plate: BilledPlate, record: TalliedRecord): boolean {
    const { sums, plateKey } = plate;
    const standing = plateKey === undefined ? "nowhere" : this.#rules.standingOf(plateKey, record.day);
    sums[standing] = addRecord(sums[standing], record);
    if (record.isParking) plate.hasParked = true;
    if (standing === "here") return false;
    return this.#rules.counts(standing === "nowhere" ? "billed-not-desired" : "billed-other-account");
  }

  #plateOf(licenseNumber: string): BilledPlate {
    const known = this.#plates.get(licenseNumber);
    if (known) return known;
    const reading = readPlate(licenseNumber, this.#rules.plates);
    const plateKey = reading.kind === "plate" ? reading.plateKey : undefined;
    const left = plateKey && this.#rules.leftOn(plateKey);
    const plate: BilledPlate = { licenseNumber, plateKey, left, hasParked: false, fees: new Map(), sums: {} };
    this.#plates.set(licenseNumber, plate);
    return plate;
  }
}
