import type { AuditRuleId } from "../../allowlist/index.ts";
import { addRecord, type BilledSum } from "./billed-sum.ts";
import type { TalliedRecord } from "./record.ts";

/** Records of one plate that one rule objects to. */
export interface Suspect {
  readonly sum: BilledSum;
  /** What is the matter with one of them. */
  example: string;
}

/** What rules object to in single records, by plate as billed (empty for records without one). */
export class Suspects {
  readonly #byRule = new Map<AuditRuleId, Map<string, Suspect>>();

  /** Notes a record; `example` is a clause such as `40 and 10 VAT make 50, billed 60`. */
  add(rule: AuditRuleId, record: TalliedRecord, example: string): void {
    const plates = this.#byRule.get(rule) ?? new Map();
    this.#byRule.set(rule, plates);
    const known = plates.get(record.licensePlate);
    const whole = `record ${record.id}: ${example}`;
    if (!known) {
      plates.set(record.licensePlate, { sum: addRecord(undefined, record), example: whole });
      return;
    }
    addRecord(known.sum, record);
    // The same one, whatever order the records come in.
    if (whole < known.example) known.example = whole;
  }

  /** What one rule objects to, by plate. */
  of(rule: AuditRuleId): ReadonlyMap<string, Readonly<Suspect>> {
    return this.#byRule.get(rule) ?? new Map();
  }
}
