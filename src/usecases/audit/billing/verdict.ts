import type { Claim } from "../../../documents/index.ts";
import type { AuditRuleId } from "../../../schema/audit-rules/index.ts";
import type { TalliedRecord } from "./record.ts";

/** What is done about a record: the most severe rule, what is the matter in words, and what shows it. */
export interface Verdict extends Pick<Claim, "rule" | "reason" | "proof" | "evidence"> {
  /** Claimed back; or asked about first, where nothing shows what the list held. A question without a `proof` is never claimed. */
  readonly kind: "claim" | "question";
  /** All rules that say so. */
  readonly rules: readonly AuditRuleId[];
}

/** What is done about the records of an account. */
export interface AccountVerdicts {
  readonly records: ReadonlyMap<TalliedRecord, Verdict>;
  /** How many plates were billed and not desired of which nothing says when they left. */
  readonly leftUnknown: number;
}
