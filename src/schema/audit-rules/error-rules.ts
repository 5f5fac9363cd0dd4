import type { AuditLimits, AuditSeverity } from "../../allowlist/index.ts";

/** What an audit reads: a part of the server's data, or what the journal knows of lists. */
export type AuditSource = "lists" | "fleet" | "users" | "billing" | "accounts" | "state";

/** What is asked of the operator: the amount back, or a record whose amounts are right. */
export type ClaimKind = "refund" | "correction";

/** All that is said of a rule outside of its check. */
export interface AuditRuleRow {
  /** Where the fleet file (`policy.audit`) names no other one. */
  readonly severity: AuditSeverity | "off";
  /** What the rule is called. */
  readonly title: string;
  /** What `usecases/audit/billing` objects to one by one; `charges` are records that no refund takes back. Without it, the rule has a check of its own. */
  readonly judges?: "records" | "charges";
  /** What must have been read, of one list or account at least. */
  readonly needs: readonly AuditSource[];
  /** What must have been read of every list or account that a car may be on: the rule reports what is nowhere. */
  readonly needsAll?: "lists" | "billing";
  /** What it compares with; the rule is off where that is not set. */
  readonly limit?: keyof AuditLimits;
  /** What is asked of the operator for each record that the rule objects to; nothing for most rules. */
  readonly claim?: ClaimKind;
  /** What a finding means. */
  readonly explanation: string;
  /** What to do about it. */
  readonly fix: string;
}

/** The rules whose findings are errors, in their order in the table. */
export const ERROR_RULES = {
  "billed-not-desired": {
    severity: "error",
    title: "Billed, and not wanted",
    needs: ["billing"],
    claim: "refund",
    explanation: "A billing record names a plate that was neither wanted on any list on that day nor protected.",
    fix: "Where the day is given on which the car left, ask the operator for the amount back; else find out first whose car it is. If it is yours, add it to the fleet file. If it is on the list still, run apply.",
  },
  "billed-before-joining": {
    severity: "error",
    title: "Billed before it joined",
    judges: "charges",
    needs: ["billing"],
    claim: "refund",
    explanation: "A car was billed on a day before it was put on the list, by the journal or the commit that added it.",
    fix: "Find out who parked before; where the journal has the day, ask the operator for the amount back.",
  },
  "billed-between-stays": {
    severity: "error",
    title: "Billed between two stays",
    judges: "charges",
    needs: ["billing"],
    claim: "refund",
    explanation: "A car was billed after it had left, and before it came back.",
    fix: "Ask the operator for the amount back, where the day on which it left was known before the parking.",
  },
  "billed-before-move": {
    severity: "error",
    title: "Billed before it moved here",
    judges: "charges",
    needs: ["billing"],
    explanation: "An account was billed for a car that was on another account then, and came here later.",
    fix: "Have the operator charge the account that the car was on.",
  },
  "billed-other-account": {
    severity: "error",
    title: "Billed to an account that is not its own",
    needs: ["billing"],
    explanation: "An account was billed for a plate that the fleet file wants on other accounts only.",
    fix: "See which account the car's driver parks on (users list), and move the car in the fleet file or the driver to the right account.",
  },
  "billed-twice": {
    severity: "error",
    title: "Billed twice",
    judges: "records",
    needs: ["billing"],
    claim: "refund",
    explanation:
      "A parking was billed twice: two records of one car, in whatever spelling, have the same start, place and amount, the same parking id, or the same id.",
    fix: "Ask the operator for one of the two amounts back. Refunds are taken into account, in parts, too; a correction stands in place of what it corrects.",
  },
  "billed-correction": {
    severity: "error",
    title: "Billed again under another subtype",
    judges: "records",
    needs: ["billing"],
    explanation: "A parking was billed again under another subtype and amount, and nothing was taken back.",
    fix: "Ask the operator whether the second record corrects the first, which is to be taken back then.",
  },
  "billed-fee-twice": {
    severity: "error",
    title: "Billed a fee twice",
    judges: "records",
    needs: ["billing"],
    claim: "refund",
    explanation: "A fee was billed twice: two records have the same car or user, type, period and amount.",
    fix: "Ask the operator for one of the two amounts back, unless two of them were ordered.",
  },
  "billed-time-reversed": {
    severity: "error",
    title: "Billed for a time that ends before it starts",
    judges: "records",
    needs: ["billing"],
    explanation: "A billing record ends before it starts.",
    fix: "Ask the operator for a corrected record: nothing shows how long the parking was.",
  },
  "billed-in-future": {
    severity: "error",
    title: "Billed for a day that has not come",
    judges: "records",
    needs: ["billing"],
    explanation: "A parking was billed whose day has not come yet.",
    fix: "Ask the operator for a corrected record.",
  },
  "billed-credit-positive": {
    severity: "error",
    title: "Billed a credit note",
    judges: "records",
    needs: ["billing"],
    explanation: "A credit note was billed as an amount above zero: it takes money instead of giving it back.",
    fix: "Ask the operator for a corrected record.",
  },
  "billed-sum-wrong": {
    severity: "error",
    title: "Billed a sum that does not add up",
    judges: "records",
    needs: ["billing"],
    claim: "correction",
    explanation:
      "The amount of a record is not its amount without VAT and the VAT together, whether `vat` is read as an amount or as a rate.",
    fix: "Ask the operator for a corrected record. platectl takes rounding to the smallest unit of the currency into account.",
  },
  "forgotten-account": {
    severity: "error",
    title: "An account that left the fleet file",
    needs: ["state"],
    explanation: "No fleet file declares the account any more, and the state knows cars on it: they stay allowed.",
    fix: "Declare it with `cars: []` and policy.allowEmpty, and run apply with --allow-deletes=N; or name it in policy.accounts.ignore.",
  },
  "unmanaged-account-used": {
    severity: "error",
    title: "An account in no fleet file that costs money",
    needs: ["accounts"],
    explanation: "A billing account that no fleet file declares holds cars, or was billed, and is not watched.",
    fix: "Declare it in a fleet file (export --account writes one), or name it in policy.accounts.ignore.",
  },
  "drift-missing": {
    severity: "error",
    title: "Wanted, and not on the list",
    needs: ["lists"],
    explanation: "The fleet file wants the car, and the list does not hold it: its driver is blocked or fined.",
    fix: "Run plan, then apply. If it was there before, find out who took it off.",
  },
  "drift-extra": {
    severity: "error",
    title: "On the list, and not wanted",
    needs: ["lists"],
    explanation: "The list holds a car that no file wants and no policy keeps: it may park at your cost.",
    fix: "Run plan, then apply. If the car is yours, add it to the fleet file.",
  },
  "expired-on-list": {
    severity: "error",
    title: "On the list after its last day",
    needs: ["lists"],
    explanation: "The car's validUntil has passed, and the list holds it still: it may park at your cost.",
    fix: "Run apply (a scheduled apply does it by itself), or give the car a later day.",
  },
} as const satisfies Record<string, AuditRuleRow>;
