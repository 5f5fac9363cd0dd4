import type { AuditRuleId } from "../../allowlist/index.ts";
import { addRecord, type BilledSum } from "./billed-sum.ts";
import type { TalliedRecord } from "./record.ts";

/** So many records of a finding are named. */
const MOST_NAMED = 20;

/** Records of one plate that one rule objects to. */
export interface Suspect {
  readonly sum: BilledSum;
  /** Ids of records, the first few. */
  readonly records: readonly string[];
  /** What is the matter with one of them. */
  readonly example: string;
}

/** What rules object to in single records, by plate as billed (empty for records without one). */
export class Suspects {
  readonly #byRule = new Map<AuditRuleId, Map<string, { sum: BilledSum; records: string[]; example: string }>>();

  /** Notes a record; `example` is a clause such as `40 and 10 VAT make 50, billed 60`. */
  add(rule: AuditRuleId, record: TalliedRecord, example: string): void {
    const plates = this.#byRule.get(rule) ?? new Map();
    this.#byRule.set(rule, plates);
    const known = plates.get(record.licensePlate);
    const whole = `record ${record.id}: ${example}`;
    if (!known) {
      plates.set(record.licensePlate, { sum: addRecord(undefined, record), records: [record.id], example: whole });
      return;
    }
    addRecord(known.sum, record);
    if (known.records.length < MOST_NAMED) known.records.push(record.id);
    // The same one, whatever order the records come in.
    if (whole < known.example) known.example = whole;
  }

  /** What one rule objects to, by plate. */
  of(rule: AuditRuleId): ReadonlyMap<string, Suspect> {
    return this.#byRule.get(rule) ?? new Map();
  }
}
