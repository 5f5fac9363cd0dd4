import { type PlateKey, plateKeyOf } from "../../../allowlist/index.ts";
import { countUp, groupBy, valueAt } from "../../../run/collections.ts";
import type { AuditRuleId } from "../../../schema/audit-rules/index.ts";
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
  /** Those of its records that are compared with others, and with those of other spellings. */
  readonly log: TalliedRecord[];
}

/** What an account was billed. */
export interface BilledAccount {
  /** By licence plate as billed. */
  readonly plates: ReadonlyMap<string, BilledPlate>;
  readonly objections: Objections;
  readonly covered: CoveredRecords;
  /** By plate, what is compared with others of it. */
  readonly log?: ReadonlyMap<string, readonly TalliedRecord[]>;
}

/**
 * By rule and plate, what rules may object to in records; as `billed-not-desired` also what turns out as a look-alike, or as paid
 * back.
 */
export type Objections = Map<AuditRuleId, Map<BilledPlate, Objection[]>>;

/** Adds an objection. */
export function addObjection(objections: Objections, plate: BilledPlate, one: Objection): void {
  valueAt(
    valueAt(objections, one.rule, () => new Map()),
    plate,
    () => [],
  ).push(one);
}

/** How many records were looked at, and their sums by currency. */
export type CoveredRecords = ReturnType<typeof noRecords>;

function noRecords() {
  return {
    records: 0,
    withoutPlate: 0,
    /** Those with an id that came before. */
    repeats: 0,
    /** How many were taken for fees, by type and subtype. */
    fees: new Map<string, number>(),
    amounts: new CurrencySums(),
    /** How many of each currency. */
    counts: new Map<string, number>(),
    /** The part without a plate. */
    plateless: new CurrencySums(),
  };
}

const LAST_DAY = "9999-12-31";

/** Takes the records of an account one by one, and keeps those that are compared with others of their plate. */
export class BillingTally {
  readonly #plates = new Map<string, BilledPlate>();
  readonly #objections: Objections = new Map();
  /** By plate key, or the plate as billed where it is none, the records that are compared with others. */
  readonly log = new Map<string, TalliedRecord[]>();
  /** Those of plates that the files do not want now: whether they were wanted then is asked when all records are read. */
  readonly #doubtful: { readonly record: TalliedRecord; readonly plate: BilledPlate; readonly plateKey: PlateKey }[] =
    [];
  /** What was taken. */
  readonly covered = noRecords();
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
    countUp(covered.counts, record.currencyCode);
    if (!record.isParking) countUp(covered.fees, record.kind);
    const plate = this.#plateOf(record);
    const { licenseNumber, plateKey } = plate;
    judgeRecord(record, plateKey, this.#rules, (rule, example) => this.#object(plate, { rule, record, example }));
    if (licenseNumber === "") {
      covered.withoutPlate += 1;
      covered.plateless.add(record);
    } else if (record.isParking) plate.hasParked = true;
    if (plateKey === undefined) this.#place(record, plate, { kind: licenseNumber === "" ? "here" : "gone" });
    else if (this.#rules.isWanted(plateKey, record.day)) this.#place(record, plate, HERE);
    else this.#doubtful.push({ record, plate, plateKey });
  }

  /** The plates that were billed on a day on which the files do not want them now, and the first of these days. */
  doubtful(): { readonly plates: ReadonlySet<PlateKey>; readonly from: string } {
    const plates = new Set(this.#doubtful.map(({ plateKey }) => plateKey));
    const from = this.#doubtful.reduce((first, { record: { day } }) => (day < first ? day : first), LAST_DAY);
    return { plates, from };
  }

  /** The result of all records. The history of doubtful plates must be known. */
  finish(): BilledAccount {
    for (const { record, plate, plateKey } of this.#doubtful)
      this.#place(record, plate, this.#rules.standingOf(plateKey, record.day));
    const groups = [...this.log.values()];
    const plateless = this.log.get("") ?? [];
    const isRefund = ({ parkingId, amountIncludingVat }: TalliedRecord) =>
      parkingId !== "" && amountIncludingVat.startsWith("-");
    const byParking = groupBy(plateless.filter(isRefund), ({ parkingId }) => parkingId);
    const refundsOf = (records: readonly TalliedRecord[]) =>
      byParking.size === 0 || records === plateless
        ? []
        : [...new Set(records.map(({ parkingId }) => parkingId))].flatMap((id) => byParking.get(id) ?? []);
    const compared = groups.flatMap((records) => [...compareRecords(records, this.#rules.limits, refundsOf(records))]);
    for (const one of [...againstUsualTerms(groups.flat(), this.#wrongSums()), ...compared])
      this.#object(this.#plateOf(one.record), one);
    return { plates: this.#plates, objections: this.#objections, covered: this.covered };
  }

  #wrongSums(): ReadonlySet<string> {
    const wrong = [...(this.#objections.get("billed-sum-wrong")?.values() ?? [])];
    return new Set(wrong.flat().map(({ record }) => record.id));
  }

  #place(record: TalliedRecord, plate: BilledPlate, standing: Standing): void {
    const { licenseNumber, plateKey } = plate;
    const isHere = standing.kind !== "elsewhere" && standing.kind !== "gone";
    if (standing.kind !== "here") this.#object(plate, byStanding(record, standing));
    if (isHere && !record.isParking && licenseNumber !== "")
      this.#object(plate, { rule: "fee-for-idle-car", record, example: "" });
    if (isHere && plateKey && this.#rules.isOddSpelling?.(plateKey, licenseNumber))
      this.#object(plate, { rule: "unknown-plate-spelling", record, example: "" });
    if (!record.isRepeat && !Number.isNaN(record.start)) plate.log.push(record);
  }

  #object(plate: BilledPlate, one: Objection): void {
    addObjection(this.#objections, plate, one);
  }

  #plateOf({ licensePlate }: TalliedRecord): BilledPlate {
    const licenseNumber = licensePlate.trim() && licensePlate;
    const known = this.#plates.get(licenseNumber);
    if (known) return known;
    const plateKey = plateKeyOf(licenseNumber, this.#rules.plates);
    const log = valueAt(this.log, plateKey ?? licenseNumber.trim(), () => []);
    const plate = { licenseNumber, plateKey, hasParked: false, log };
    this.#plates.set(licenseNumber, plate);
    return plate;
  }
}

const HERE: Standing = { kind: "here" };
