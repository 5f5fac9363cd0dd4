import type { AuditRuleId } from "../../allowlist/index.ts";
import { addRecord, type BilledSum } from "./billed-sum.ts";
import type { Objection } from "./record.ts";

/** Records of one plate that one rule objects to. */
export interface Suspect {
  readonly sum: BilledSum;
  /** The id of one of them, and what is the matter with it. */
  readonly id: string;
  readonly example: string;
}

/** What one rule objects to, by plate as billed (empty for records without one). */
export function suspectsOf(objections: readonly Objection[], rule: AuditRuleId): ReadonlyMap<string, Suspect> {
  const plates = new Map<string, Suspect>();
  for (const { record, example, ...objection } of objections) {
    if (objection.rule !== rule) continue;
    const { id, licensePlate } = record;
    const known = plates.get(licensePlate);
    const sum = addRecord(known?.sum, record);
    // The same one, whatever order the records come in.
    const isFirst = !known || id < known.id || (id === known.id && example < known.example);
    if (isFirst) plates.set(licensePlate, { sum, id, example });
  }
  return plates;
}
