import { type AuditRuleId, type PlateKey, plateKeyOf } from "../../allowlist/index.ts";
import { valueAt } from "../../runtime/group-by.ts";
import { addRecord, type BilledSum } from "./billed-sum.ts";
import type { BillingRules, Left, Standing } from "./billing-rules.ts";
import { compareRecords } from "./compare-records.ts";
import { CurrencySums } from "./currency-sums.ts";
import { judgeRecord, standingHit } from "./judge-record.ts";
import type { ComparedRecord, TalliedRecord } from "./record.ts";
import { Suspects } from "./suspects.ts";
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
  readonly suspects: Suspects;
  /** By its id, what a record repeats that was billed before; records that repeat an id are not among them. */
  readonly doubles: ReadonlyMap<string, Pick<ComparedRecord, "rule" | "example">>;
  readonly covered: CoveredRecords;
  /** The records that rules may object to. */
  readonly hits: TalliedRecord[];
  /** By plate, what is compared with other accounts; absent where each account has a list of its own. */
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
/** Which of them applies to a plate is known when all of its records are. */
const UNDESIRED: readonly AuditRuleId[] = ["billed-not-desired", "billed-look-alike", "billed-zero"];

/** Takes the records of an account one by one, and keeps those that are compared with others of their plate. */
export class BillingTally {
  readonly #plates = new Map<string, BilledPlate>();
  readonly #suspects = new Suspects();
  /** By plate key, or the plate as billed where it is none. */
  readonly #log = new Map<string, TalliedRecord[]>();
  readonly #doubtful: DoubtfulRecord[] = [];
  readonly #hits: TalliedRecord[] = [];
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

  /** Judges a record, and writes into it what objects to it. Throws a RangeError for an amount that is not one. */
  take(record: TalliedRecord): void {
    const { covered } = this;
    covered.records += 1;
    if (record.isRepeat) covered.repeats += 1;
    covered.amounts.add(record);
    if (!record.isParking) covered.fees.set(record.kind, (covered.fees.get(record.kind) ?? 0) + 1);
    const plate = record.licensePlate.trim() === "" ? undefined : this.#plateOf(record.licensePlate);
    for (const [rule, example] of judgeRecord(record, plate?.plateKey, this.#rules))
      this.#object({ rule, record, example });
    if (!plate) {
      covered.withoutPlate += 1;
      covered.plateless.add(record);
    } else if (this.#sum(plate, record)) return;
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
      this.#decide(plate, record);
      this.#keep(record, plate);
    }
    const doubles = new Map<string, Pick<ComparedRecord, "rule" | "example">>();
    for (const one of againstUsualTerms(this.#log.values())) this.#object(one);
    for (const records of this.#log.values()) {
      for (const one of compareRecords(records, this.#rules.limits)) {
        const { rule, record, example } = one;
        if (rule === "billed-twice" || rule === "billed-fee-twice") doubles.set(record.id, { rule, example });
        this.#object(one);
      }
      for (const record of records) this.#count(record);
    }
    return {
      plates: this.#plates,
      suspects: this.#suspects,
      doubles,
      covered: this.covered,
      hits: this.#hits,
      ...(this.#rules.sharesList && { log: this.#log }),
    };
  }

  #object({ rule, record, example }: ComparedRecord): void {
    this.#suspects.add(rule, record, example);
    record.rules = [...record.rules, rule];
  }

  // Most records are counted when they have been compared.
  #keep(record: TalliedRecord, plate: BilledPlate | undefined): void {
    if (plate && !record.isParking) record.rules = [...record.rules, "fee-for-idle-car"];
    if (record.isRepeat || Number.isNaN(record.start)) this.#count(record);
    else valueAt(this.#log, plate?.plateKey ?? record.licensePlate.trim(), () => []).push(record);
  }

  #count(record: TalliedRecord): void {
    if (record.rules.length > 0) this.#hits.push(record);
  }

  /** Adds a record to the sums of its plate; true when it is not known yet to which. */
  #sum(plate: BilledPlate, record: TalliedRecord): boolean {
    const { sums, plateKey } = plate;
    if (record.isParking) plate.hasParked = true;
    if (plateKey === undefined) {
      sums.nowhere = addRecord(sums.nowhere, record);
      record.rules = [...record.rules, ...UNDESIRED];
      return false;
    }
    if (this.#rules.isWanted(plateKey, record.day)) {
      sums.here = addRecord(sums.here, record);
      return false;
    }
    this.#doubtful.push({ plate, record });
    return true;
  }

  #decide(plate: BilledPlate, record: TalliedRecord): void {
    const { sums, plateKey } = plate;
    const standing: Standing = plateKey ? this.#rules.standingOf(plateKey, record.day) : { kind: "gone" };
    switch (standing.kind) {
      case "elsewhere":
        sums.elsewhere = addRecord(sums.elsewhere, record);
        record.rules = [...record.rules, "billed-other-account"];
        return;
      case "gone":
        if (standing.left && record.day >= (sums.nowhere?.lastDay ?? "")) plate.left = standing.left;
        sums.nowhere = addRecord(sums.nowhere, record);
        record.rules = [...record.rules, ...UNDESIRED];
        return;
      case "here":
        break;
      default: {
        const [rule, example] = standingHit(standing);
        this.#object({ rule, record, example: `parked on ${record.day}, ${example}` });
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
