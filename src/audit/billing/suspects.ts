import type { AuditRuleId } from "../../allowlist/index.ts";
import { valueAt } from "../../runtime/group-by.ts";
import { addRecord, type BilledSum } from "./billed-sum.ts";
import type { TalliedRecord } from "./record.ts";

/** Records of one plate that one rule objects to. */
export interface Suspect {
  readonly sum: BilledSum;
  /** The id of one of them, and what is the matter with it. */
  readonly id: string;
  readonly example: string;
}

/** What rules object to in single records, by plate as billed (empty for records without one). */
export class Suspects {
  readonly #byRule = new Map<AuditRuleId, Map<string, Suspect>>();

  /** Notes a record; `example` is a clause such as `40 and 10 VAT make 50, billed 60`. */
  add(rule: AuditRuleId, record: TalliedRecord, example: string): void {
    const { id, licensePlate } = record;
    const plates = valueAt(this.#byRule, rule, () => new Map());
    const known = plates.get(licensePlate);
    const sum = addRecord(known?.sum, record);
    // The same one, whatever order the records come in.
    const isFirst = !known || id < known.id || (id === known.id && example < known.example);
    if (isFirst) plates.set(licensePlate, { sum, id, example });
  }

  /** What one rule objects to, by plate. */
  of(rule: AuditRuleId): ReadonlyMap<string, Suspect> {
    return this.#byRule.get(rule) ?? new Map();
  }
}
