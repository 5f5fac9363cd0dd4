import type { AuditLimits, AuditRuleId } from "../../allowlist/index.ts";
import { billedInWords, billedOf } from "../billing/billed-sum.ts";
import { suspectsOf } from "../billing/suspects.ts";
import { isLeftToPay } from "./facts.ts";
import type { RuleCheck, RuleChecks } from "./finding.ts";

/** What single records are suspected of. */
export const recordChecks = {
  "billed-twice": suspects("billed-twice", "was billed twice"),
  "billed-sum-wrong": suspects("billed-sum-wrong", "was billed a sum that does not add up"),
  "billed-fee-twice": suspects("billed-fee-twice", "was billed a fee twice"),
  "billed-time-reversed": suspects("billed-time-reversed", "was billed for a time that ends before it starts"),
  "billed-in-future": suspects("billed-in-future", "was billed for a day that has not come"),
  "billed-credit-positive": suspects("billed-credit-positive", "was billed a credit note"),
  "billed-vat-rate": suspects("billed-vat-rate", "was billed a rate of VAT that is not usual"),
  "billed-currency": suspects("billed-currency", "was billed in a currency that is not usual"),
  "billed-overlap": suspects("billed-overlap", "was billed for two parkings at the same time"),
  "billed-late": suspects("billed-late", "was billed late"),
  "billed-inactive-user": suspects("billed-inactive-user", "was billed to a parking user who is not active"),
  "billed-unknown-user": suspects("billed-unknown-user", "was billed to an unknown parking user"),
  "billed-user-without-car": suspects("billed-user-without-car", "was billed to a parking user without that car"),
  "cost-center-missing": suspects("cost-center-missing", "was billed without a cost centre"),
  "cost-center-other": suspects("cost-center-other", "was billed to another cost centre"),
  "billed-before-joining": charged("billed-before-joining", "was billed before it joined"),
  "billed-between-stays": charged("billed-between-stays", "was billed between two stays"),
  "billed-before-move": charged("billed-before-move", "was billed before it moved here"),
  "ended-afterwards": suspects("ended-afterwards", "parked before its last day was written"),
  "billed-over-daily-limit": {
    ...suspects("billed-over-daily-limit", "was billed too much on a day"),
    isSet: ({ perDay }: AuditLimits) => perDay !== undefined,
  },
  "parked-too-long": {
    ...suspects("parked-too-long", "parked too long"),
    isSet: ({ parkingHours }: AuditLimits) => parkingHours !== undefined,
  },
  "parked-too-often": {
    ...suspects("parked-too-often", "parked too often on a day"),
    isSet: ({ parkingsPerDay }: AuditLimits) => parkingsPerDay !== undefined,
  },
  "parked-on-weekend": {
    ...suspects("parked-on-weekend", "parked on a weekend"),
    isSet: ({ weekends }: AuditLimits) => weekends === false,
  },
} satisfies RuleChecks;

/** Only what is left to pay when refunds are taken off. */
function charged(rule: AuditRuleId, words: string): RuleCheck {
  return suspects(rule, words, isLeftToPay);
}

function suspects(rule: AuditRuleId, words: string, isMeant: typeof isLeftToPay = () => true): RuleCheck {
  return {
    *find(facts) {
      for (const { scope, billed } of facts.accounts) {
        for (const [licenseNumber, { sum, id, example }] of suspectsOf(billed?.objections ?? [], rule)) {
          if (!isMeant(facts, rule, scope, licenseNumber, sum)) continue;
          const total = billedOf(sum);
          const which = total.records > 1 ? "; for example, " : "; ";
          const message = `${words}: ${billedInWords(total)}${which}record ${id}: ${example}`;
          const named = licenseNumber.trim() === "" ? {} : { licenseNumber };
          yield { scope, ...named, message, evidence: { billed: total } };
        }
      }
    },
  };
}
