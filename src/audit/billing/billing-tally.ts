import { type AuditRuleId, type PlateKey, readPlate } from "../../allowlist/index.ts";
import { addRecord, type BilledSum, type TalliedRecord } from "./billed-sum.ts";
import type { BillingRules, Left, Standing } from "./billing-rules.ts";
import { compareRecords } from "./compare-records.ts";
import { CurrencySums, sumsAt } from "./currency-sums.ts";
import { judgeRecord, standingHit } from "./judge-record.ts";
import { type ComparedRecord, isAboveZero, isCreditNote, type LoggedRecord } from "./logged-record.ts";
import { Suspects } from "./suspects.ts";
import { againstUsualTerms, taxRateOf } from "./usual-terms.ts";

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

/** What records of one plate come to that the same rules may object to. */
export interface RuleHits {
  /** As billed; blank for records without one. */
  readonly licensePlate: string;
  readonly rules: readonly AuditRuleId[];
  /** By day, YYYY-MM-DD; empty for records without a date. */
  readonly days: Map<string, CurrencySums>;
}

/** What an account was billed. */
export interface BilledAccount {
  /** By licence plate as billed. */
  readonly plates: ReadonlyMap<string, BilledPlate>;
  readonly suspects: Suspects;
  /** Ids of parkings that repeat another one, with what says so; records that repeat an id are not among them. */
  readonly doubles: ReadonlyMap<string, string>;
  readonly covered: CoveredRecords;
  /** Each record once, with all rules that may object to it. */
  readonly hits: Map<string, RuleHits>;
  /** By plate, what is compared with other accounts; absent where each account has a list of its own. */
  readonly log?: ReadonlyMap<string, readonly LoggedRecord[]>;
}

/** How many records were looked at, and their sums by currency. */
export interface CoveredRecords {
  records: number;
  withoutPlate: number;
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
  readonly rules: AuditRuleId[];
}

const LAST_DAY = "9999-12-31";
/** Which of them applies to a plate is known when all of its records are. */
const UNDESIRED: readonly AuditRuleId[] = ["billed-not-desired", "billed-look-alike", "billed-zero"];

/** Takes the records of an account one by one, and keeps of each parking what is compared with the others of its plate. */
export class BillingTally {
  readonly #plates = new Map<string, BilledPlate>();
  readonly #suspects = new Suspects();
  /** By plate key, or the plate as billed where it is none. */
  readonly #log = new Map<string, LoggedRecord[]>();
  readonly #doubtful: DoubtfulRecord[] = [];
  readonly #hits = new Map<string, RuleHits>();
  readonly #texts = new Map<string, string>();
  readonly #covered: CoveredRecords = {
    records: 0,
    withoutPlate: 0,
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
    const covered = this.#covered;
    covered.records += 1;
    covered.amounts.add(record);
    if (!record.isParking) covered.fees.set(record.kind, (covered.fees.get(record.kind) ?? 0) + 1);
    const plate = record.licensePlate.trim() === "" ? undefined : this.#plateOf(record.licensePlate);
    const hits = judgeRecord(record, plate?.plateKey, this.#rules);
    for (const [rule, example] of hits) this.#suspects.add(rule, record, example);
    const rules = hits.map(([rule]) => rule);
    if (!plate) this.#coverPlateless(record);
    else if (this.#sum(plate, record, rules)) return;
    this.#keep(record, plate, rules);
  }

  /** The plates that were billed on a day on which the files do not want them now, and the first of these days. */
  doubtful(): { readonly plates: ReadonlySet<PlateKey>; readonly from: string } {
    const plates = new Set(this.#doubtful.flatMap(({ plate: { plateKey } }) => plateKey ?? []));
    const from = this.#doubtful.reduce((first, { record: { day } }) => (day < first ? day : first), LAST_DAY);
    return { plates, from };
  }

  /** The result of all records. The history of doubtful plates must be known. */
  finish(): BilledAccount {
    for (const { plate, record, rules } of this.#doubtful) {
      this.#decide(plate, record, rules);
      this.#keep(record, plate, rules);
    }
    const doubles = new Map<string, string>();
    const object = ({ rule, record, example }: ComparedRecord) => {
      this.#suspects.add(rule, record, example);
      if (rule === "billed-twice" || rule === "billed-fee-twice") doubles.set(record.id, example);
      record.rules = [...record.rules, rule];
    };
    for (const one of againstUsualTerms(this.#log.values())) object(one);
    for (const records of this.#log.values()) {
      for (const one of compareRecords(records, this.#rules.limits)) object(one);
      for (const record of records) this.#hit(record.licensePlate, record, record.rules);
    }
    return {
      plates: this.#plates,
      suspects: this.#suspects,
      doubles,
      covered: this.#covered,
      hits: this.#hits,
      ...(this.#rules.sharesList && { log: this.#log }),
    };
  }

  // Most records are counted when they have been compared.
  #keep(record: TalliedRecord, plate: BilledPlate | undefined, others: readonly AuditRuleId[]): void {
    const rules: readonly AuditRuleId[] = plate && !record.isParking ? [...others, "fee-for-idle-car"] : others;
    if (record.isRepeat || Number.isNaN(record.start)) this.#hit(record.licensePlate, record, rules);
    else this.#note(record, plate, rules);
  }

  #hit(
    licensePlate: string,
    record: Pick<TalliedRecord, "day" | "currencyCode" | "amountIncludingVat">,
    rules: readonly AuditRuleId[],
  ): void {
    if (rules.length === 0) return;
    const key = `${licensePlate} ${rules.join(" ")}`;
    const known = this.#hits.get(key) ?? { licensePlate, rules, days: new Map() };
    this.#hits.set(key, known);
    sumsAt(known.days, record.day).add(record);
  }

  #note(record: TalliedRecord, plate: BilledPlate | undefined, rules: readonly AuditRuleId[]): void {
    const { licensePlate, id, parkingId, start, end, isParking, amountIncludingVat } = record;
    const logged = {
      id,
      licensePlate: plate?.licenseNumber ?? licensePlate,
      parkingId,
      start,
      end,
      isParking: isParking && plate !== undefined,
      place: this.#once(record.place),
      country: record.country,
      kind: this.#once(record.kind),
      day: record.day,
      currencyCode: record.currencyCode,
      amountIncludingVat,
      isCharge: isAboveZero(amountIncludingVat) && !isCreditNote(record),
      taxRate: rules.includes("billed-sum-wrong") ? Number.NaN : taxRateOf(record),
      holder: plate ? "" : `${record.userId} ${record.costCenter}`,
      rules,
    };
    const key = plate?.plateKey ?? licensePlate.trim();
    const others = this.#log.get(key);
    if (others) others.push(logged);
    else this.#log.set(key, [logged]);
  }

  // The same few texts are put together for most records, each time as another copy.
  #once(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return known ?? text;
  }

  #coverPlateless(record: TalliedRecord): void {
    this.#covered.withoutPlate += 1;
    this.#covered.plateless.add(record);
  }

  /** Adds a record to the sums of its plate; true when it is not known yet to which. */
  #sum(plate: BilledPlate, record: TalliedRecord, rules: AuditRuleId[]): boolean {
    const { sums, plateKey } = plate;
    if (record.isParking) plate.hasParked = true;
    if (plateKey === undefined) {
      sums.nowhere = addRecord(sums.nowhere, record);
      rules.push(...UNDESIRED);
      return false;
    }
    if (this.#rules.isWanted(plateKey, record.day)) {
      sums.here = addRecord(sums.here, record);
      return false;
    }
    this.#doubtful.push({ plate, record, rules });
    return true;
  }

  #decide(plate: BilledPlate, record: TalliedRecord, rules: AuditRuleId[]): void {
    const { sums, plateKey } = plate;
    const standing: Standing = plateKey ? this.#rules.standingOf(plateKey, record.day) : { kind: "gone" };
    switch (standing.kind) {
      case "elsewhere":
        sums.elsewhere = addRecord(sums.elsewhere, record);
        rules.push("billed-other-account");
        return;
      case "gone":
        if (standing.left && record.day >= (sums.nowhere?.lastDay ?? "")) plate.left = standing.left;
        sums.nowhere = addRecord(sums.nowhere, record);
        rules.push(...UNDESIRED);
        return;
      case "here":
        break;
      default: {
        const [rule, example] = standingHit(standing);
        this.#suspects.add(rule, record, `parked on ${record.day}, ${example}`);
        rules.push(rule);
      }
    }
    sums.here = addRecord(sums.here, record);
  }

  #plateOf(licenseNumber: string): BilledPlate {
    const known = this.#plates.get(licenseNumber);
    if (known) return known;
    const reading = readPlate(licenseNumber, this.#rules.plates);
    const plateKey = reading.kind === "plate" ? reading.plateKey : undefined;
    const plate: BilledPlate = { licenseNumber, plateKey, left: undefined, hasParked: false, sums: {} };
    this.#plates.set(licenseNumber, plate);
    return plate;
  }
}
